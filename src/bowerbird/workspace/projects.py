"""A project: the Python API's front door.

Behind it is the whole house; what one method alone needs is imported when it is called. A method
says what it does and who does it: the doing is in the module that is named.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from bowerbird.index.results import Hit, Results, Suggestion
from bowerbird.model.errors import UnknownNameError
from bowerbird.model.record import Record
from bowerbird.model.seed import Seed
from bowerbird.tuning.judgements import Judgements
from bowerbird.workspace import project_concepts, project_fields, project_kept, project_papers
from bowerbird.workspace.audit import AuditBook, audited
from bowerbird.workspace.catalogue import Catalogue
from bowerbird.workspace.home import writable_folder
from bowerbird.workspace.indexes import Telling
from bowerbird.workspace.judgement_book import Judgement, JudgementBook
from bowerbird.workspace.judgements import (
    export_judgements,
    import_judgements,
    judgement_options,
    name_of,
)
from bowerbird.workspace.made_once import made_once
from bowerbird.workspace.places import has_shard
from bowerbird.workspace.plan import Plan, changed, read_plan, write_plan
from bowerbird.workspace.presets import preset_changes
from bowerbird.workspace.project_runs import ProjectRuns
from bowerbird.workspace.runs import Run, Waiting
from bowerbird.workspace.targets import plan_of_targets

if TYPE_CHECKING:
    from bowerbird.extract.picking import PickingSession
    from bowerbird.extract.snapshot import Snapshot
    from bowerbird.model.topic import Topic
    from bowerbird.workspace.project_indexes import ProjectIndexes
    from bowerbird.workspace.project_tuning import ProjectTuning
    from bowerbird.workspace.rehearsing import Rehearsals
    from bowerbird.workspace.tables.project import ProjectTables
    from bowerbird.workspace.topics import ProjectTopic
    from bowerbird.workspace.tuning import Tuning


class Project:
    """A plan, the runs made of it, and what they brought."""

    def __init__(self, catalogue: Catalogue, folder: Path) -> None:
        self._catalogue = catalogue
        self.folder = folder
        self.name = folder.name
        self._judged = JudgementBook(catalogue, self.name)
        self._audit = AuditBook(catalogue)
        self._rehearsals: dict[int, Rehearsals] = {}
        self._runs = ProjectRuns(catalogue, folder)

    @property
    def plan_file(self) -> Path:
        return self.folder / "project.toml"

    @property
    def plan(self) -> Plan:
        """The plan as it stands in `project.toml`; edit it there, or assign a new one."""
        return read_plan(self.plan_file)

    @plan.setter
    def plan(self, plan: Plan) -> None:
        write_plan(plan, self.plan_file)
        self._audit.note("change plan", project=self.name)

    @property
    def has_records(self) -> bool:
        """Was anything ever put into it, by a run or an import?"""
        return has_shard(self.folder)

    @audited("crawl")
    def crawl(
        self,
        *targets: str,
        attached: bool = True,
        waiting: Waiting = lambda _: None,
        preset: str | None = None,
        changes: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> Run:
        """Start a run; what it was started with becomes the project's plan.

        `targets` are URLs or topic words. `changes` are dotted keys of the plan, `options` the same
        with `__` for the dot: `crawl("https://example.org", budget__max_pages=100)`. An attached
        run ends with the program that started it; `waiting` is told what a slow start waits for.
        """
        dotted = {key.replace("__", "."): value for key, value in options.items()}
        wanted = {**preset_changes(preset), **dotted, **(changes or {})}
        plan = plan_of_targets(self.plan, targets, wanted, self._found_seeds)
        return self._runs.begin(plan, attached=attached, waiting=waiting)

    def runs(self) -> list[Run]:
        """Oldest first."""
        return self._runs.all()

    def run(self, number: int | str | None = None) -> Run:
        """That run, or the last one."""
        return self._runs.find(number)

    def busy_run(self) -> Run | None:
        """The run that is at work, if there is one."""
        return self._runs.busy()

    @made_once
    def tables(self) -> "ProjectTables":
        """Records, known URLs and the queue, sorted, filtered and cut into pages."""
        from bowerbird.workspace.tables.project import ProjectTables

        return ProjectTables(self.folder, lambda: self.plan, self._runs)

    def replay(
        self,
        changes: Mapping[str, Any] | None = None,
        *,
        run: int | str | None = None,
        max_pages: int | None = None,
    ) -> dict[str, Any]:
        """What a run, or the last one, would have kept and in which order under its plan with these
        changes, on its stored pages: counts, and `rows` of pages. Nothing is fetched or changed.
        What was read stays in memory: the next question about the same run is quicker."""
        from bowerbird.workspace.rehearsing import Rehearsals, replay

        chosen = self.run(run)
        known = self._rehearsals.get(chosen.number)
        if known is None:  # one run at a time: its pages take memory
            known = Rehearsals(self.folder, chosen.number)
            self._rehearsals = {chosen.number: known}
        return replay(known, chosen, self.folder, changes or {}, max_pages)

    def pages(self) -> Iterator[dict[str, Any]]:
        """One row for each known page."""
        after: str | None = ""
        while after is not None:
            answer = self._runs.ask("pages", after=after)
            yield from answer["rows"]
            after = answer["after"]

    def records(self) -> Iterator[Record]:
        """The records that hold, in the order in which they became true.

        Beside a run at work: as committed when the reading begins.
        """
        from bowerbird.workspace.shard import shard_records

        with shard_records(self.folder) as records:
            yield from (record for record in records if not record.gone)

    def export(
        self,
        format: str,  # noqa: A002 - the word of the surface
        path: str | Path,
        *,
        kinds: Sequence[str] = (),
        **options: Any,
    ) -> int:
        """Write the records to a file, of these kinds or all; answers how many there were.
        `options` are the exporter's own: `export("csv", "out.csv", columns=["url", "title"])`."""
        from bowerbird.workspace.strategies import all_strategies

        values = self.plan.plugins.get(format, {}) | options
        exporter = all_strategies().exporters.build(format, values)
        self._runs.refuse_if_empty()
        wanted = (record for record in self.records() if not kinds or record.kind in kinds)
        return exporter.export(wanted, str(path))

    @audited("import records")
    def import_records(self, path: str | Path, **options: Any) -> dict[str, Any]:
        """Put the rows of a CSV or JSONL file into the record log; what is there already changes
        nothing. `key`, `types`, `kind`, `encoding`, `delimiter`, `strict`: see the reference."""
        from bowerbird.workspace.records import import_file, import_options
        from bowerbird.workspace.warming import compile_meanwhile

        self._runs.refuse_if_busy()
        writable_folder(self.folder)
        compile_meanwhile(self.folder.parents[1])  # what is imported will be searched
        done = import_file(self.folder, Path(path), import_options(options))
        return dict(msgspec.to_builtins(done))

    def judge(self, query: str, document: str | Hit, grade: int, *, by: str = "") -> Judgement:
        """Give a document a grade for a query, from 0 (of no use) to 3 (exactly what was wanted).

        `query`: the text or id of a known one, or the text of a new one. `document`: a hit of a
        search, or its name: a URL, the value that its record was imported under, `FIELD=VALUE`, or
        its key in hex.
        """
        if isinstance(document, Hit):
            from bowerbird.workspace.choices import identity

            document = name_of(document.key, document.fields, identity(self.plan))
        return self._judged.judge(query, document, grade, by)

    def judgements(self) -> Judgements:
        """All of them, in the order in which their queries came."""
        return self._judged.judgements()[0]

    def judgements_of(self, query: str) -> list[Judgement]:
        """Those of one query, with who judged and when; the best grades first."""
        return self._judged.of(query)

    @audited("import judgements")
    def import_judgements(
        self, path: str | Path, queries: str | Path | None = None, **options: Any
    ) -> dict[str, Any]:
        """Take in qrels with the file of their `queries` (TSV: id, text), JSON, or lines of query
        and documents; twice is the same as once. `threshold`, `grades`, `field`, `judged_by`,
        `replace`: see docs/tuning.md."""
        texts = None if queries is None else Path(queries)
        checked = judgement_options(options)
        done = import_judgements(self._judged, Path(path), texts, checked)
        return dict(msgspec.to_builtins(done))

    def export_judgements(self, path: str | Path, queries: str | Path | None = None) -> int:
        """Write them to a file: JSON, or, with a file for the `queries`, qrels; how many."""
        found = self.judgements()
        export_judgements(found, Path(path), None if queries is None else Path(queries))
        return len(found)

    @audited("forget judgements")
    def forget_judgements(self, query: str | None = None, *documents: str) -> int:
        """Those of these documents for a query, all of a query, or all; answers how many."""
        return self._judged.clear() if query is None else self._judged.remove(query, documents)

    @audited("build index")
    def build_index(
        self,
        name: str | None = None,
        *,
        rebuild: bool = False,
        changes: Mapping[str, Any] | None = None,
        telling: Telling = lambda _: None,
        **options: Any,
    ) -> dict[str, Any]:
        """Make an index of the records, or bring it up to date; its options go into the plan.

        `build_index("posts", fields=["title", "summary"], ranking__formula="votes / 10")`. Other
        `fields` or `kinds` than it was made with, and files that are damaged, need `rebuild`.
        """
        dotted = {key.replace("__", "."): value for key, value in options.items()}
        self._runs.refuse_if_empty()
        changes = {**dotted, **(changes or {})}
        facts = self._indexes.build(name, changes, rebuild=rebuild, telling=telling)
        if (busy := self.busy_run()) is not None and facts["follow"]:
            busy.ask("follow")
        return facts

    def indexes(self) -> list[dict[str, Any]]:
        """What each index of the project amounts to, by name."""
        return self._indexes.all_facts()

    def index(self, name: str | None = None, *, check: bool = False) -> dict[str, Any]:
        """The same of one index; `check` reads every byte and says what is damaged."""
        return self._indexes.facts(name, check=check)

    @audited("remove index")
    def remove_index(self, name: str) -> None:
        """Take it out of the plan, and its files away; the records stay."""
        self._indexes.remove(name)

    def search(self, query: str, *, index: str | None = None, **settings: Any) -> Results:
        """The records that a query finds, the best first; `settings` turn any knob for this one
        query: `search("bower +nest", limit=10, b=0.3, formula="votes / 10", explain=True)`."""
        self._runs.refuse_if_empty()
        return self._indexes.search(query, index, settings)

    def suggest(
        self, prefix: str, *, index: str | None = None, limit: int = 10
    ) -> list[Suggestion]:
        """How to go on with what somebody has typed so far."""
        self._runs.refuse_if_empty()
        return self._indexes.suggest(prefix, index, limit)

    def columns(self, index: str | None = None) -> dict[str, list[str]]:
        """By which names an index can be asked: `text` that is searched, `numbers` for ranges,
        orders and formulas, `labels` for facets, and which of these are `dates`."""
        self._runs.refuse_if_empty()
        return self._indexes.columns(index)

    def names_of_hits(self, hits: Sequence[Hit]) -> list[str]:
        """By which names these are judged: those that people can read, and that find them again."""
        from bowerbird.workspace.choices import identity

        rules = identity(self.plan)
        return [name_of(hit.key, hit.fields, rules) for hit in hits]

    def grades(self, query: str) -> dict[str, int]:
        """What documents were judged to be worth for a query, by name; nothing if none was."""
        try:
            return {each.document: each.grade for each in self.judgements_of(query)}
        except UnknownNameError:
            return {}

    def tuning(self, index: str | None = None, **judging: Any) -> "Tuning":
        """A place to measure an index by the project's judgements, and to find better settings.
        `threshold`: from which grade on documents are relevant; `plain`: queries are prose."""
        return self._tuning.of(index, **judging)

    def rebuild_records(
        self, templates: Sequence[str] = (), *, commit: bool = False
    ) -> dict[str, Any]:
        """What the plan, with the templates in these files, makes of the stored pages: counts and
        samples of what is added, changed and gone. With `commit` it becomes true, and the templates
        part of the plan. Nothing is fetched."""
        from bowerbird.workspace.rebuilding import rebuild
        from bowerbird.workspace.templates import templates_in

        self._runs.refuse_if_busy()
        self._runs.refuse_if_empty()
        added = {f"templates.{name}": each for name, each in templates_in(templates).items()}
        plan = changed(self.plan, added, "the templates")
        told = rebuild(plan, self.folder, commit=commit)
        if commit:
            self._audit.note("rebuild records", project=self.name)
        if commit and added:
            self.plan = plan
        return told

    def topic_senses(self, word: str) -> list[dict[str, Any]]:
        """What a word may mean, by the lexicon and the project's concept maps."""
        return [msgspec.structs.asdict(sense) for sense in self._topic().senses(word)]

    def expand_topic(self, query: str | None = None, **options: Any) -> dict[str, Any]:
        """What a query, or the project's own, comes to: its terms with weights and reasons.
        `options` go before the plan's: `reader`, `senses`, `rejected`, `siblings`, `maps`."""
        return self._topic(**options).expand(query)

    def words(self) -> list[dict[str, Any]]:
        """The words that the project was asked for, then those that were found around them; each
        once, in the order in which they came."""
        from bowerbird.workspace.words import project_words

        return [dict(msgspec.to_builtins(word)) for word in project_words(self.folder)]

    @audited("import concepts")
    def import_concepts(self, path: str | Path) -> dict[str, Any]:
        """Take a concept map (SKOS, OWL, CSV, OPML, OBO, indented text) into the project's own."""
        return self._topic().import_map(Path(path))

    concepts = project_concepts.concepts
    draw_concept = audited("draw concept")(project_concepts.draw_concept)
    remove_concept = audited("remove concept")(project_concepts.remove_concept)

    @audited("find seeds")
    def find_seeds(
        self,
        query: str | None = None,
        providers: Sequence[str] = (),
        *,
        changes: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Ask search engines, `NAME` or `NAME=ADDRESS` each, and the project's own index; what they
        find is judged, and the best are kept as seeds. `query`: else the project's topic."""
        from bowerbird.workspace.seeding import ProjectSeeds, own_hits
        from bowerbird.workspace.services import chosen_providers

        plan = self._about(query, changes)
        said, most = plan.topic.query, plan.seeding.per_provider
        asked = chosen_providers(providers, plan)
        topic = self._topic_of(plan)
        own = own_hits(lambda: self.search(said, limit=most)) if said.strip() else []
        return ProjectSeeds(self.folder, plan).find(said, topic, asked, own)

    @audited("import seeds")
    def import_seeds(
        self,
        path: str | Path = "",
        topic: str | None = None,
        *,
        sources: Sequence[str] = (),
        changes: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Keep the bookmarks of a file, or of bookmarking services, `NAME` or `NAME=ADDRESS` each,
        that match a topic, or the project's; all if there is none."""
        from bowerbird.workspace.seeding import ProjectSeeds
        from bowerbird.workspace.services import chosen_sources

        plan = self._about(topic, changes)
        seeds = ProjectSeeds(self.folder, plan)
        if path:
            return seeds.import_bookmarks(Path(path), self._topic_of(plan))
        return seeds.import_from(chosen_sources(sources, plan), self._topic_of(plan))

    def seeds(self, run: int | str | None = None) -> list[dict[str, Any]]:
        """The seeds that were found and imported, the best first, then those that runs were given:
        what speaks for each, and the `pages` and `relevant` ones it earned in all runs and in each.
        With `run`, the seeds of that run."""
        from bowerbird.workspace.earned import seeds_with_yields

        known = self._found_seeds()
        runs = self.runs() if run is None else [self.run(run)]
        earned = self._runs.ask("seeds") if runs and has_shard(self.folder) else {}
        found = seeds_with_yields(known, runs, earned)
        return found if run is None else [seed for seed in found if seed["runs"]]

    def hubs(self) -> list[dict[str, Any]]:
        """Pages of the last run that lead to most of what is relevant, the best first: `url`,
        `score` (1: the best), `relevance` of the page itself, and its `relevant_links`."""
        return list(self._runs.ask("hubs"))

    def explain(self, url: str) -> dict[str, Any]:
        """Why this URL was, or was not, crawled; by which seed it was found first, and under which
        `settings` it was judged, if the run was steered before."""
        return self._runs.explain(url)

    def snapshot(
        self, document: str, *, url: str = "", render: bool = True, **options: Any
    ) -> "Snapshot":
        """A file, URL or kept page to point at: what a browser shows of it, where there is one and
        `render` is not off, without anything that acts or loads. `options` as in `metadata`."""
        from bowerbird.workspace.fields import source_of
        from bowerbird.workspace.snapshots import take_snapshots

        source = source_of(self.plan, options, self.folder, url)
        return take_snapshots([document], source, render=render)[0]

    def picking(
        self,
        name: str,
        documents: Sequence[str],
        *,
        url: str = "",
        render: bool = True,
        **options: Any,
    ) -> "PickingSession":
        """A template made by pointing at up to five pages; after each step it stands in the plan
        under this name, where one that is there already is gone on with. `options` as in
        `metadata`."""
        from bowerbird.extract.picking import PickingSession
        from bowerbird.workspace.fields import source_of
        from bowerbird.workspace.snapshots import keep_template, take_snapshots

        source = source_of(self.plan, options, self.folder, url)
        shown = take_snapshots(documents, source, render=render)
        keep = partial(keep_template, self.plan_file, name)
        known = self.plan.templates.get(name)
        return PickingSession(shown, known, keep, samples=list(documents))

    @audited("rate page")
    def rate_page(self, url: str, relevant: bool) -> dict[str, Any]:
        """Say whether a page that was read is relevant: its judge learns from it, also while a run
        is at work."""
        return self._runs.rate(url, relevant=relevant)

    test_fields = project_fields.try_fields
    infer_fields = project_fields.infer_fields
    repair_fields = project_fields.repair_fields
    remove_template = audited("remove template")(project_fields.remove_template)
    metadata = project_papers.metadata
    teach_layout = audited("teach layout")(project_papers.teach_layout)
    paper_blocks = project_papers.paper_blocks
    layouts = project_papers.layouts
    kept_page = project_kept.kept_page
    kept_picture = project_kept.kept_picture
    kept_pictures = project_kept.kept_pictures

    @audited("release quarantine")
    def release(self, host: str | None = None) -> int:
        """Bring URLs that a trap brake holds back into the last run's queue: those of a host, or
        all. A run at rest asks for them once it is resumed."""
        return self._runs.release(host)

    def dry_run(
        self,
        changes: Mapping[str, Any] | None = None,
        *,
        pages: int = 5,
        seconds: float = 30.0,
    ) -> dict[str, Any]:
        """Crawl a few pages elsewhere, by the plan with these changes, and tell what came of each:
        robots, status, records, coverage of fields, whether it needs the browser; and what a whole
        run would take. Nothing of the project changes."""
        from bowerbird.workspace.dry_run import dry_run

        plan = plan_of_targets(self.plan, (), changes or {}, self._found_seeds)
        return dry_run(self.folder, plan, pages, seconds)

    def export_project(
        self, path: str | Path, *, records: bool = False, pages: bool = False
    ) -> dict[str, Any]:
        """Write it to one file: plan, templates, concept map, seeds, judgements; with `records` and
        `pages` also what was crawled. `Workspace.import_project` takes it in again."""
        from bowerbird.workspace.project_file import export_project

        return export_project(
            self.folder, Path(path), self.export_judgements, records=records, pages=pages
        )

    def refuse_if_busy(self) -> None:
        """`LockedError` while a run is at work."""
        self._runs.refuse_if_busy()

    def changes(self, run: Run | None = None) -> dict[str, Any]:
        """What a run, else the last one, found of pages that were read before: how many are `new`,
        `changed`, `unchanged`, `gone`, and `failed` this time, with the first of them."""
        from bowerbird.workspace.run_changes import changes_of

        return changes_of(self.folder, (run or self.run()).id)

    def compare_runs(self, first: Run, second: Run) -> dict[str, Any]:
        """What two runs differ in: `settings`, `figures`, and which pages they read."""
        from bowerbird.workspace.run_changes import compare_runs

        return compare_runs(self.folder, first, second)

    def page_source(self, url: str) -> dict[str, Any]:
        """The page that was kept of a URL: `text` (None where it is no text), `media_type`,
        `charset`, `fetched_at`, `run`, and where it lies in the archive (`warc`)."""
        from bowerbird.workspace.provenance import page_source

        self._runs.refuse_if_empty()
        return page_source(self.folder, url, self.plan)

    def why_nothing(self, run: Run) -> str:
        """One sentence on a run that read no page at all: what became of its seeds."""
        return self._runs.why_nothing(run, self.explain)

    @made_once
    def _indexes(self) -> "ProjectIndexes":
        # What searches takes half a second to load, and most commands do not search.
        from bowerbird.workspace.project_indexes import ProjectIndexes

        return ProjectIndexes(self.folder, lambda: self.plan, lambda: self.busy_run() is not None)

    @made_once
    def _tuning(self) -> "ProjectTuning":
        from bowerbird.workspace.project_tuning import ProjectTuning

        return ProjectTuning(
            self._catalogue,
            self.folder,
            lambda: self.plan,
            self._indexes,
            lambda name, changes: self.build_index(name, changes=changes),
        )

    def _found_seeds(self) -> list[Seed]:
        from bowerbird.workspace.seeding import ProjectSeeds

        return ProjectSeeds(self.folder, self.plan).seeds()

    def _about(self, query: str | None, changes: Mapping[str, Any] | None) -> Plan:
        """The plan with these changes, about something else if a query is given."""
        asked = {} if query is None else {"topic.query": query}
        return changed(self.plan, {**(changes or {}), **asked}, "the options")

    def _topic_of(self, plan: Plan) -> "Topic":
        from bowerbird.workspace.topics import topic_of

        return topic_of(self.folder, plan.topic)

    def _topic(self, **options: Any) -> "ProjectTopic":
        from bowerbird.workspace.example_pages import read_examples
        from bowerbird.workspace.topics import ProjectTopic

        changes = {f"topic.{name}": value for name, value in options.items()}
        plan = changed(self.plan, changes, "the options")
        reading = partial(read_examples, plan=plan, folder=self.folder)
        return ProjectTopic(self.folder, plan.topic, reading)
