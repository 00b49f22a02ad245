"""What templates found becomes claims on records, in the batch of the visit that found it.

An item whose fields stand partly on a linked page waits for that page: whichever of the two is read
first, the record is whole once both were, also where the link is redirected.
"""

from collections.abc import Callable, Sequence

from bowerbird.crawl.digest import MOST_HOPS, Digest
from bowerbird.crawl.reading import Reading, Templated
from bowerbird.model.document import Document
from bowerbird.model.extraction import MEDIA, DetailFind, Extracted, Fields, Find
from bowerbird.model.pagerow import READ, PageRow, PageState
from bowerbird.model.ports import PageStore
from bowerbird.model.storage import Batch
from bowerbird.store.claims import DETAIL, NOINDEX, Booked, Claim, Claims, Stake
from bowerbird.web.url import InvalidUrl, Url, key_of, parse


class Harvest:
    """Books what templates found."""

    def __init__(
        self,
        claims: Claims,
        row: Callable[[bytes], PageRow | None],
        reading: Reading,
        pages: PageStore | None,
    ) -> None:
        self._claims = claims
        self._row = row
        self._reading = reading
        self._pages = pages

    def templates_waiting_for(self, page: bytes) -> list[str]:
        """The templates of the items that link to this page as their detail page."""
        return sorted({template for _, template in self._claims.waiting_for(page)})

    def is_media_file(self, page: bytes) -> bool:
        """Is it asked for because a media record waits for it?"""
        return MEDIA in self.templates_waiting_for(page)

    def book(
        self, found: Digest, row: PageRow, key: bytes, batch: Batch, most: int | None
    ) -> Booked:
        """All that a page which was read yields, in place of what it yielded before."""
        if found.wall:
            return Booked()  # nothing was seen, so nothing is known to have gone
        extracted = found.extracted
        finds: Sequence[Find] = () if self._is_spoken_for(found) else extracted.finds
        stakes = [_stake(find, row) for find in finds]
        waiting = self._claims.waiting_for(key)
        stakes += self._said_by(extracted, row, waiting)
        stakes += _said_by_file(found.document, row, waiting)
        others: dict[bytes, list[Stake]] = {}
        for find in finds:
            if find.detail is not None:
                self._join(find.key, find.template, find.detail, others, batch)
        return self._claims.book(
            key, stakes, batch, others=others, most=most, in_part=found.truncated
        )

    def redirected(self, key: bytes, to: Url, batch: Batch) -> Booked:
        """A detail page lives elsewhere: whoever waits for it waits there."""
        result = Booked()
        others: dict[bytes, list[Stake]] = {}
        for record, template in self._claims.waiting_for(key):
            self._join(record, template, to, others, batch)
        for page, stakes in others.items():
            result = self._claims.add(page, stakes, batch)
        return result

    def lost(self, key: bytes, batch: Batch) -> Booked:
        """A page is gone, and with it what it alone claimed."""
        return self._claims.book(key, [], batch)

    def _is_spoken_for(self, found: Digest) -> bool:
        """Does another page of the same content claim the same items already?"""
        original = found.sighting.duplicate_of
        return bool(original) and self._claims.claims_something(key_of(original))

    def _join(
        self,
        record: bytes,
        template: str,
        detail: Url,
        others: dict[bytes, list[Stake]],
        batch: Batch,
    ) -> None:
        """Wait for the detail page; if it was read already, take what it says from the store."""
        page, row = self._whereabouts(detail)
        self._claims.wait(record, page, template, batch)
        if row is None or row.state not in READ:
            return
        if template == MEDIA:
            if self._claims.has_detail(record, page):
                return
            others.setdefault(page, []).extend(_said_by_file(None, row, [(record, template)]))
            return
        said = self._said_by(self._read_again(row, template), row, [(record, template)])
        if said:
            others.setdefault(page, []).extend(said)

    def _whereabouts(self, url: Url) -> tuple[bytes, PageRow | None]:
        """Where this URL leads to in the end, as far as is known."""
        key, row = url.key, self._row(url.key)
        for _ in range(MOST_HOPS):
            if row is None or row.state is not PageState.REDIRECTED:
                break
            try:
                key = parse(row.final_url).key
            except InvalidUrl:
                break
            row = self._row(key)
        return key, row

    def _read_again(self, row: PageRow, template: str) -> Extracted:
        if row.page is None or self._pages is None:
            return Extracted()
        with self._pages.read(row.page).page as page:
            if self._reading.is_risky(page, suspect=False):
                return Extracted()
            reply = self._reading.parse_here(page, [template])
        return reply.extracted if isinstance(reply, Templated) else Extracted()

    @staticmethod
    def _said_by(
        extracted: Extracted, row: PageRow, waiting: Sequence[tuple[bytes, str]]
    ) -> list[Stake]:
        """What a detail page says, for each record that waits for it."""
        by_template: dict[str, DetailFind] = {each.template: each for each in extracted.details}
        return [
            Stake(
                record,
                Claim(
                    kind="",
                    url=row.url,
                    fields=_shown_as(row, by_template[template].fields),
                    run=row.run,
                    page=row.page,
                    created_at=row.fetched_at,
                ),
                DETAIL,
            )
            for record, template in waiting
            if template in by_template
        ]


def _said_by_file(
    document: Document | None, row: PageRow, waiting: Sequence[tuple[bytes, str]]
) -> list[Stake]:
    """What a downloaded file says about the media that wait for it."""
    media = [record for record, template in waiting if template == MEDIA]
    if not media:
        return []
    fields: Fields = {
        "file_type": row.media_type,
        "file_bytes": row.bytes,
        "content_hash": row.content_hash,
    }
    for side in ("width", "height"):
        size = document.metadata.get(f"image:{side}", "") if document is not None else ""
        if size.isdecimal():
            fields[f"file_{side}"] = int(size)
    claim = Claim("", row.url, fields, row.run, row.page, row.fetched_at)
    return [Stake(record, claim, DETAIL) for record in media]


def _shown_as(row: PageRow, fields: Fields) -> Fields:
    """What is taken from a page that asks not to be found in search is not to be found there."""
    return {**fields, NOINDEX: True} if row.noindex else fields


def _stake(find: Find, row: PageRow) -> Stake:
    return Stake(
        find.key,
        Claim(
            kind=find.kind,
            url=find.url,
            fields=_shown_as(row, find.fields),
            run=row.run,
            page=row.page,
            created_at=row.fetched_at,
            origin=find.origin,
            needs=find.needs,
        ),
    )
