"""What inference sees with its bits is what the selectors it writes will find."""

import pytest
from benchmarks.inference import TUNED, sample
from benchmarks.sites.made import MadeSite

from bowerbird.extract.applying import items_of
from bowerbird.extract.infer_columns import columns_of
from bowerbird.extract.infer_examples import Example, Values, spots_of
from bowerbird.extract.infer_search import search
from bowerbird.extract.infer_templates import template_of


@pytest.mark.parametrize("family", TUNED, ids=lambda family: family.name)
def test_a_sketch_reads_what_its_template_extracts(family):
    made = MadeSite(family, 11).page(1)
    page = sample(made)
    values = Values([page])
    row = max(made.records, key=len)
    name = max(row)
    example = Example(row[name], field=name)

    for sketch in search(columns_of([(example, spots_of(example, values))], values), values)[:8]:
        seen = [
            values.of(0, node, sketch.columns[0].wish.reading)
            for node in sketch.fits[0].got[0]
            if node >= 0
        ]
        items = items_of(template_of(sketch), page.root, page.url)
        assert [item.values[name] for item in items] == seen, sketch.scope


def test_sites_are_the_same_whenever_they_are_made():
    for family in TUNED:
        assert MadeSite(family, 3).page(2) == MadeSite(family, 3).page(2)
        assert MadeSite(family, 3).page(2) != MadeSite(family, 4).page(2)
