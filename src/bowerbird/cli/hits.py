"""What a search found, for people at a terminal."""

from rich.console import Console
from rich.text import Text

from bowerbird.cli.output import err, out
from bowerbird.workspace import Hit, Piece, Results


def print_results(query: str, results: Results) -> None:
    """For reading: title, URL, snippet with marks; what was understood goes to standard error."""
    for warning in results.warnings:
        _say(err, f"note: {warning}")
    if results.corrected:
        _say(out, results.corrected)
    if not results.total:
        _say(out, f"Nothing was found for “{query}”.")
        return
    many = "record" if results.total == 1 else "records"
    _say(out, f"{results.total:,} {many} in {results.took_ms:.1f} ms")
    for hit in results.hits:
        _print_hit(hit)
    for column, counts in results.facets.items():
        labels = ", ".join(f"{each.label} ({each.count:,})" for each in counts)
        _say(out, f"\n{column}: {labels or 'none'}")


def _print_hit(hit: Hit) -> None:
    title = _title(hit)
    out.print()
    head = Text(f"{hit.rank:3}. ")
    head.append(title or hit.url or hit.key.hex(), style="bold")
    head.append(f"  {hit.score:.2f}", style="dim")
    out.print(head, highlight=False, soft_wrap=True)
    if hit.url and title:
        out.print(Text(f"     {hit.url}", style="green"), highlight=False, soft_wrap=True)
    if hit.snippet:
        out.print(_shown(hit.snippet), highlight=False, soft_wrap=not out.is_terminal)
    if hit.duplicates:
        _say(out, f"     and {hit.duplicates} with the same content")
    if hit.explain is not None:
        _say(out, f"     {hit.explain.sentence}")


def _title(hit: Hit) -> str:
    """Its title or name, however that is written in the file it came from."""
    by_name = {name.casefold(): value for name, value in hit.fields.items()}
    found = by_name.get("title") or by_name.get("name") or ""
    return " ".join((" · ".join(found) if isinstance(found, list) else str(found)).split())


def _shown(pieces: list[Piece]) -> Text:
    """Marks are bold at a terminal, and stand between asterisks where no one can see that."""
    text = Text("     ")
    for piece in pieces:
        words = " ".join(piece.text.split()) if piece.marked else piece.text.replace("\n", " ")
        if piece.marked and not out.is_terminal:
            words = f"*{words}*"
        text.append(words, style="bold yellow" if piece.marked else "")
    return text


def _say(console: Console, text: str) -> None:
    console.print(text, markup=False, highlight=False, soft_wrap=True)
