# The commands of this house. Each sets up what it needs by itself, also on a new machine.
.DEFAULT_GOAL := help
VENV := .venv
BIN := $(VENV)/bin
PYTHON ?= $(shell command -v python3.11 || command -v python3.12 || command -v python3.13 || command -v python3)
SETUP := $(VENV)/.ready

.PHONY: help setup demo screenshots test quick check fix bench bench-crawl bench-search

help: ## what can be done here
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 15

setup: $(SETUP) ## virtual environment and everything in it

$(SETUP): pyproject.toml tools/setup
	@PYTHON=$(PYTHON) VENV=$(VENV) tools/setup
	@touch $@

demo: $(SETUP) ## crawl the bundled little web and show what came of it
	@$(BIN)/bowerbird demo

screenshots: $(SETUP) ## pictures of every page of the web UI, into docs/screenshots
	@$(BIN)/python tools/screenshots.py

test: $(SETUP) ## every test; what is skipped is named with its reason
	@$(BIN)/pytest -q -rs

quick: $(SETUP) ## the tests that take seconds
	@$(BIN)/pytest -q -m "not slow" -x

check: $(SETUP) ## format, lint, types, imports, spelling
	@$(BIN)/ruff format --check -q .
	@$(BIN)/ruff check -q .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(BIN)/codespell

bench-crawl: $(SETUP) ## crawl speed beside Scrapy and wget2, one core, in turn
	@tools/bench_setup
	@$(BIN)/python -m benchmarks.crawl --rounds 2

bench-search: $(SETUP) ## search speed on real texts, beside tantivy and bm25s, in one process
	@tools/bench_setup
	@$(BIN)/python -m benchmarks.search

bench: bench-crawl bench-search ## crawl and search speed, memory, politeness, suggestions, tuning
	@$(BIN)/python -m benchmarks.memory
	@$(BIN)/python -m benchmarks.politeness
	@$(BIN)/python -m benchmarks.suggest
	@$(BIN)/python -m benchmarks.tuning

fix: $(SETUP) ## let ruff mend what it can
	@$(BIN)/ruff format -q .
	@$(BIN)/ruff check -q --fix .
