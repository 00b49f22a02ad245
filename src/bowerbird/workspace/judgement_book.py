"""The judgements of a project, in the catalogue: which document has which grade for which query.

A document is named as people know it (`tuning.naming` finds it in an index), so judgements outlive
every crawl, import and index, and may come before any of them.
"""

import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from msgspec import Struct

from bowerbird.model.errors import UnknownNameError, UsageError
from bowerbird.tuning.judgement_files import JudgementFile
from bowerbird.tuning.judgements import GRADES, JudgedQuery, Judgements
from bowerbird.workspace.catalogue import Catalogue
from bowerbird.workspace.query_table import QueryTable, kept, plain


class Judgement(Struct, frozen=True):
    """One grade."""

    query: str
    text: str
    document: str
    grade: int
    judged_by: str
    judged_at: float


class Imported(Struct):
    """What became of judgements that were brought."""

    queries: int = 0  # of the file
    new_queries: int = 0
    judgements: int = 0  # new
    changed: int = 0
    unchanged: int = 0
    left_out: int = 0  # whose grade was to be left out


class JudgementBook:
    """Every change is one transaction."""

    def __init__(self, catalogue: Catalogue, project: str) -> None:
        self._catalogue = catalogue
        self._project = project

    def changes(self) -> int:
        """A number that differs whenever the judgements do."""
        with self._catalogue.connection() as connection:
            return self._changes(connection)

    def judgements(self) -> tuple[Judgements, int]:
        """All, in the order in which their queries came and their documents were judged, and the
        state that they are of."""
        grades: dict[str, dict[str, int]] = {}
        with self._catalogue.connection() as connection:
            connection.execute("begin")
            state = self._changes(connection)
            queries = QueryTable(connection, self._project)
            for query, document, grade in connection.execute(
                "select query, document, grade from judgements where project = ? "
                "order by judged_at, rowid",
                (self._project,),
            ):
                grades.setdefault(query, {})[document] = grade
        judged = (JudgedQuery(id_, text, grades.get(id_, {})) for id_, text in queries)
        return Judgements(tuple(judged)), state

    def find(self, query: str) -> str | None:
        """The id of a known query, by its text or id."""
        with self._catalogue.connection() as connection:
            return QueryTable(connection, self._project).find(query)

    def of(self, query: str) -> list[Judgement]:
        """Of one query, the best grades first."""
        with self._catalogue.connection() as connection:
            id_ = QueryTable(connection, self._project).known(query)
            rows = connection.execute(
                "select q.id, q.text, j.document, j.grade, j.judged_by, j.judged_at "
                "from judgements j join queries q on q.project = j.project and q.id = j.query "
                "where j.project = ? and j.query = ? order by j.grade desc, j.rowid",
                (self._project, id_),
            )
            return [Judgement(*row) for row in rows]

    def judge(self, query: str, document: str, grade: int, judged_by: str = "") -> Judgement:
        """`query` is the text or the id of a known one, or the text of a new one."""
        if grade not in GRADES:
            raise UsageError(f"the grade {grade} is none: give 0 (of no use), 1, 2 or 3")
        query, document = plain(query), kept(document.strip())
        if not (query and document):
            raise UsageError("a judgement needs a query and a document: neither may be empty")
        now = time.time()
        with self._change() as connection:
            queries = QueryTable(connection, self._project)
            id_ = queries.find(query) or queries.add(query)
            self._put(connection, id_, document, grade, judged_by, now)
        return Judgement(id_, queries.text(id_) or query, document, grade, judged_by, now)

    def put(self, file: JudgementFile, judged_by: str = "", *, replace: bool = False) -> Imported:
        """Take in what a file says; twice is the same as once. With `replace` nothing else stays.

        Queries that have no ids of their own are known by their texts. One whose id stands for
        another text is refused, and nothing is taken in.
        """
        done = Imported(queries=len(file.judgements.queries), left_out=file.left_out)
        now = time.time()
        with self._change() as connection:
            if replace:
                connection.execute("delete from queries where project = ?", (self._project,))
            queries = QueryTable(connection, self._project)
            known = len(queries)
            for query in file.judgements.queries:
                id_ = _id_for(query, queries, named=file.named)
                for document, grade in query.documents.items():
                    match self._put(connection, id_, document, grade, judged_by, now):
                        case None:
                            done.judgements += 1
                        case before if before == grade:
                            done.unchanged += 1
                        case _:
                            done.changed += 1
            done.new_queries = len(queries) - known
        return done

    def remove(self, query: str, documents: Sequence[str] = ()) -> int:
        """Forget what was judged of these documents for a query, or all of the query; answers how
        many judgements that were."""
        wanted = dict.fromkeys(documents)
        with self._change() as connection:
            queries = QueryTable(connection, self._project)
            id_ = queries.known(query)
            given = {
                row[0]
                for row in connection.execute(
                    "select document from judgements where project = ? and query = ?",
                    (self._project, id_),
                )
            }
            if unknown := [name for name in wanted if name not in given]:
                raise UnknownNameError(
                    f"{unknown[0]!r} was not judged for query {id_}; "
                    f"`bowerbird judge list {id_}` shows what was"
                )
            for name in wanted:
                connection.execute(
                    "delete from judgements where project = ? and query = ? and document = ?",
                    (self._project, id_, name),
                )
            if not wanted:
                queries.remove(id_)
        return len(wanted) or len(given)

    def clear(self) -> int:
        """Forget all of it; answers how many judgements that were."""
        with self._change() as connection:
            (many,) = connection.execute(
                "select count(*) from judgements where project = ?", (self._project,)
            ).fetchone()
            connection.execute("delete from queries where project = ?", (self._project,))
        return int(many)

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        with self._catalogue.connection() as connection:
            connection.execute("begin immediate")
            yield connection
            connection.execute(
                "insert into judgement_states values (?, 1) "
                "on conflict do update set changes = changes + 1",
                (self._project,),
            )

    def _changes(self, connection: sqlite3.Connection) -> int:
        row = connection.execute(
            "select changes from judgement_states where project = ?", (self._project,)
        ).fetchone()
        return row[0] if row else 0

    def _put(
        self,
        connection: sqlite3.Connection,
        query: str,
        document: str,
        grade: int,
        judged_by: str,
        now: float,
    ) -> int | None:
        """Answers the grade that it had before."""
        where = (self._project, query, document)
        before = connection.execute(
            "select grade from judgements where project = ? and query = ? and document = ?", where
        ).fetchone()
        if before is None:
            connection.execute(
                "insert into judgements values (?, ?, ?, ?, ?, ?)", (*where, grade, judged_by, now)
            )
            return None
        if before[0] != grade:
            connection.execute(
                "update judgements set grade = ?, judged_by = ?, judged_at = ? "
                "where project = ? and query = ? and document = ?",
                (grade, judged_by, now, *where),
            )
        return int(before[0])


def _id_for(query: JudgedQuery, queries: QueryTable, *, named: bool) -> str:
    text = plain(query.text)
    if not named:
        return queries.find_text(text) or queries.add(text)
    known = queries.text(query.id)
    if known is None:
        return queries.add(text, query.id)
    if known != text:
        raise UsageError(
            f"query {query.id!r} is “{known}” in this project and “{text}” in the file: give "
            f"one another id, `bowerbird judge remove {query.id}`, or import with --replace"
        )
    return query.id
