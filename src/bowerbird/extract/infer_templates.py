"""Templates out of sketches: selectors as text, alternates, names, fingerprints."""

from collections import Counter
from collections.abc import Iterable

from bowerbird.extract.clean import Find
from bowerbird.extract.fingerprints import lasting_classes
from bowerbird.extract.infer_examples import Reading
from bowerbird.extract.infer_fields import FieldSearch, Fit, Ground
from bowerbird.extract.infer_looks import Look
from bowerbird.extract.infer_names import distinct, name_of
from bowerbird.extract.infer_search import Column, Sketch
from bowerbird.extract.template import FieldType, Fingerprint, Template, TemplateField

MOST_ALTERNATES = 2
MOST_SAMPLES = 5
MOST_VARIANTS = 20  # what stands on the sample pages must not be a stranger there
LONGEST_SAMPLE = 80
AGREED = 0.4  # share of values whose label is the same


def template_of(sketch: Sketch) -> Template:
    """The template that extracts what the sketch shows."""
    names = distinct(
        column.name or _guessed(sketch.ground, column, fit)
        for column, fit in zip(sketch.columns, sketch.fits, strict=True)
    )
    fields = [
        _field(sketch.ground, name, column, fit)
        for name, column, fit in zip(names, sketch.columns, sketch.fits, strict=True)
    ]
    return Template(
        record=sketch.scope.text, extent="run" if sketch.scope.run else "element", fields=fields
    )


def _field(ground: Ground, name: str, column: Column, fit: Fit) -> TemplateField:
    others = FieldSearch(ground, column.wish).alternatives(fit, MOST_ALTERNATES)
    texts = list(dict.fromkeys(path.text for path in (*fit.paths, *others)))
    reading = column.wish.reading
    return TemplateField(
        name=name,
        selector=texts[0],
        alternates=texts[1:],
        type=column.type or _type(reading),
        attribute=reading.attribute,
        clean=[Find(do="find", pattern=reading.find)] if reading.find else [],
        fingerprint=fingerprint_of(ground, reading, fit),
    )


def _type(reading: Reading) -> FieldType:
    return "text" if reading.attribute else reading.type


def _guessed(ground: Ground, column: Column, fit: Fit) -> str:
    """The name that most values suggest."""
    by_label = _commonest_name(ground, column, fit, labels=True)
    return by_label or _commonest_name(ground, column, fit, labels=False)


def _commonest_name(ground: Ground, column: Column, fit: Fit, *, labels: bool) -> str:
    """Empty if it is a label that hardly two values share: then it is a value itself."""
    page_of = ground.values.pages
    names = Counter(
        name_of(page_of[page], node, ground.top(page, record), column.wish.reading, labels=labels)
        for page, record, node in filled(fit)
    )
    [(name, count)] = names.most_common(1)
    return name if not labels or count >= AGREED * names.total() else ""


def filled(fit: Fit) -> Iterable[tuple[int, int, int]]:
    """Page, record and node of every value."""
    return [
        (page, record, node)
        for page, nodes in enumerate(fit.got)
        for record, node in enumerate(nodes)
        if node >= 0
    ]


def fingerprint_of(ground: Ground, reading: Reading, fit: Fit) -> Fingerprint:
    """What all values of a field have in common."""
    places = list(filled(fit))
    looks = [ground.look(page, record, node, reading) for page, record, node in places]
    texts = (ground.values.of(page, node, reading) for page, _, node in places)
    paths = [
        " ".join(path)
        for path, _ in Counter(look.path for look in looks).most_common(MOST_VARIANTS)
    ]
    shapes = Counter(look.shape.value for look in looks).most_common(MOST_VARIANTS)
    tags = Counter(ground.values.pages[page].tags[node] for page, _, node in places)
    return Fingerprint(
        tag=tags.most_common(1)[0][0],
        path=paths[0],
        paths=paths[1:],
        classes=sorted(_always(look.classes for look in looks)),
        label=_constant(looks, "label"),
        before=_constant(looks, "before"),
        shapes=[shape for shape, _ in shapes],
        coverage=round(fit.coverage, 3),
        samples=list(dict.fromkeys(text[:LONGEST_SAMPLE] for text in texts))[:MOST_SAMPLES],
    )


def _always(sets: Iterable[frozenset[str]]) -> list[str]:
    """Lasting classes that all of them bear."""
    every = list(sets)
    return lasting_classes(sorted(every[0].intersection(*every[1:])))


def _constant(looks: list[Look], name: str) -> str:
    """What all of them have, if it is the same."""
    values = {str(getattr(look, name)) for look in looks}
    return values.pop() if len(values) == 1 else ""
