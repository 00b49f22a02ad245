"""Benchmarks: what Bowerbird promises in figures, measured here. See README.md beside this."""
