"""Records: what a crawl brought, as a table."""

from itertools import islice

from bowerbird.server.answers import Slice
from bowerbird.server.asked import TheProject
from bowerbird.server.paging import Cursor, Limit, offset_of
from bowerbird.server.sections import Section
from bowerbird.workspace.told import record_document

section = Section("records")


@section.page("/p/{project}/records", twin="/projects/{project}/records", template="records.html")
def records(project: TheProject, cursor: Cursor = "", limit: Limit = 50, kind: str = "") -> Slice:
    """The records that hold, in the order in which they became true."""
    if not project.has_records:
        return Slice([], None, 0)
    after = offset_of(cursor)
    wanted = (it for it in project.records() if it.seq > after and kind in ("", it.kind))
    found = list(islice(wanted, limit + 1))
    following = str(found[limit - 1].seq) if len(found) > limit else None
    return Slice([record_document(each) for each in found[:limit]], following)
