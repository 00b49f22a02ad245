"""Metadata for other programs: BibTeX, CSL-JSON, Dublin Core."""

from typing import Any

from lxml import etree

from bowerbird.extract.metadata.bibtex import bibtex, key_of
from bowerbird.extract.metadata.csl import csl
from bowerbird.extract.metadata.dublincore import dublin_core, dublin_core_xml
from bowerbird.extract.metadata.told import as_document, record_fields
from bowerbird.model.metadata import Field, Metadata, Person, Reference, Source


def field(value: Any) -> Any:
    return Field(value, Source.HIGHWIRE, 0.9)


PAPER = Metadata(
    title=field("The Müller effect: 100 % of DNA_1 & #2"),
    authors=field((Person("Zoë Müller", "Müller", "Zoë"), Person("The Bower Group"))),
    abstract=field("Costs $5 {roughly} <b> \\ ~ ^."),
    keywords=field(("birds", "nests")),
    date=field("2019-03-04"),
    journal=field("Emu & Co"),
    volume=field("7"),
    pages=field("12–19"),
    doi=field("10.1234/a_b"),
    issn=field(("0158-4197",)),
    type=field("article-journal"),
    url=field("https://x.test/a_b?c=1&d={e}"),
    references=field((Reference("Ann Gould. Nests. 1999."),)),
)


def test_bibtex_is_escaped_so_that_latex_prints_what_was_meant():
    entry = bibtex(PAPER)

    assert entry.startswith("@article{muller2019muller,\n")
    assert r"  title = {The Müller effect: 100 \% of {DNA\_1} \& \#2}," in entry
    assert "  author = {Müller, Zoë and Group, The Bower}," in entry
    assert (
        r"  abstract = {Costs \$5 \{roughly\} <b> \textbackslash{} \textasciitilde{} "
        r"\textasciicircum{}.}," in entry
    )
    assert r"  journal = {Emu \& Co}," in entry
    assert "  pages = {12--19}," in entry
    assert "  year = {2019},\n  month = mar," in entry
    assert "  doi = {10.1234/a_b}," in entry
    assert "  url = {https://x.test/a_b?c=1&d=%7Be%7D}," in entry
    assert entry.endswith("}\n")


def test_braces_of_an_entry_are_balanced_whatever_the_fields_hold():
    for bad in ("}", "{", "\\", "\\}", "%}", "a{b"):
        entry = bibtex(Metadata(title=field(bad), url=field(bad)))
        bare = entry.replace("\\{", "").replace("\\}", "")

        assert bare.count("{") == bare.count("}")


def test_a_key_is_the_same_for_the_same_work():
    assert key_of(PAPER) == key_of(PAPER) == "muller2019muller"
    assert key_of(Metadata()) == "unknown"
    assert key_of(Metadata(title=field("A of the Øresund"))) == "oresund"


def test_a_single_name_is_not_taken_apart():
    assert "author = {{Plato}}," in bibtex(Metadata(authors=field((Person("Plato"),))))


def test_csl_has_names_and_dates_in_parts():
    item = csl(PAPER)

    assert item["id"] == "muller2019muller"
    assert item["author"][0] == {"family": "Müller", "given": "Zoë"}
    assert item["issued"] == {"date-parts": [[2019, 3, 4]]}
    assert (item["DOI"], item["container-title"], item["page"]) == (
        "10.1234/a_b",
        "Emu & Co",
        "12–19",
    )
    assert item["type"] == "article-journal"


def test_dublin_core_is_well_formed_and_says_the_same_as_its_mapping():
    control = Metadata(title=field("a\x01b <&>"))

    root = etree.fromstring(dublin_core_xml(PAPER).encode())

    spaces = {"dc": "http://purl.org/dc/elements/1.1/"}
    assert root.xpath("dc:creator/text()", namespaces=spaces) == ["Zoë Müller", "The Bower Group"]
    assert (
        root.xpath("dc:identifier/text()", namespaces=spaces)
        == (dublin_core(PAPER)["dc:identifier"])
    )
    assert dublin_core(PAPER)["dc:identifier"][0] == "doi:10.1234/a_b"
    assert etree.fromstring(dublin_core_xml(control).encode())[0].text == "ab <&>"


def test_plain_values_name_source_and_confidence_of_every_field():
    told = as_document(PAPER)

    assert told["title"]["source"] == "highwire"
    assert told["title"]["confidence"] == 0.9
    assert told["publisher"] is None
    assert set(told["identifiers"]) == {"doi", "issn"}


def test_a_record_says_who_and_when_but_no_empty_fields():
    fields = record_fields(PAPER)

    assert fields["authors"] == ["Zoë Müller", "The Bower Group"]
    assert (fields["date"], fields["doi"], fields["references"]) == ("2019-03-04", "10.1234/a_b", 1)
    assert "publisher" not in fields
    assert record_fields(Metadata()) == {}
