"""Dates, identifiers and names in one form, whatever form they came in."""

import pytest

from bowerbird.extract.metadata.dates import date_in, date_of
from bowerbird.extract.metadata.identifiers import (
    arxiv_of,
    doi_of,
    identifiers_in,
    isbn_of,
    issn_of,
)
from bowerbird.extract.metadata.names import is_name, person_of, same_name, split_name
from bowerbird.model.metadata import Person


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2018-08-30", "2018-08-30"),
        ("2018/8/3", "2018-08-03"),
        ("20180830", "2018-08-30"),
        ("D:20180830123456+02'00'", "2018-08-30"),
        ("2018-08-30T23:59:59Z", "2018-08-30"),
        ("30 August 2018", "2018-08-30"),
        ("Aug. 30th, 2018", "2018-08-30"),
        ("August 2018", "2018-08"),
        ("Thu, 30 Aug 2018 10:00:00 GMT", "2018-08-30"),
        ("30.08.2018", "2018-08-30"),
        ("08/30/2018", "2018-08-30"),
        ("08/07/2018", "2018"),
        ("2018-02-31", "2018-02"),
        ("1687", "1687"),
        ("0000-00-00", ""),
        ("9999", ""),
        ("soon", ""),
        ("", ""),
    ],
)
def test_a_date_is_as_exact_as_it_was_told(written, meant):
    assert date_of(written) == meant


def test_a_date_is_found_in_a_sentence():
    assert date_in("Submitted: 12 May 2018, published: 3 June 2018") == "2018-05-12"
    assert date_in("There are 12 months and 2018 days") == ""


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("https://doi.org/10.1000/ABC.1", "10.1000/abc.1"),
        ("see doi:10.1000/abc(1), and more", "10.1000/abc(1)"),
        ("(10.1000/abc)", "10.1000/abc"),
        ("https://x.test/doi/10.1000/abc/pdf", "10.1000/abc"),
        ("10.1000%2Fabc", "10.1000/abc"),
        ("version 10.4", ""),
    ],
)
def test_a_doi_is_found_without_what_surrounds_it(written, meant):
    assert doi_of(written) == meant


def test_other_identifiers_are_told_by_form_and_check_digit():
    assert arxiv_of("arXiv:1706.03762v5") == "1706.03762v5"
    assert arxiv_of("https://arxiv.org/abs/hep-th/9901001") == "hep-th/9901001"
    assert isbn_of("ISBN 3-16-148410-0") == ""
    assert isbn_of("ISBN 3-16-148410-X") == "9783161484100"
    assert isbn_of("urn:isbn:978-3-16-148410-0") == "9783161484100"
    assert issn_of("2577-3569") == "2577-3569"
    assert issn_of("2577-3568") == ""
    assert issn_of("Tel. 2577-3569") == ""


def test_identifiers_of_a_first_page_need_their_name_beside_them():
    text = "Phone 2577-3569. ISSN: 2049-3630. doi: 10.21105/jose.00013, arXiv:1706.03762"

    assert identifiers_in(text) == {
        "doi": "10.21105/jose.00013",
        "arxiv": "1706.03762",
        "issn": "2049-3630",
    }


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Gould, Ann B.", "Ann B. Gould"),
        ("by Ann Gould", "Ann Gould"),
        ("Ann Gould, Ph.D.", "Ann Gould"),
        ("King, Martin Luther, Jr.", "Martin Luther King Jr."),
        ("Prof. Ann Gould", "Ann Gould"),
    ],
)
def test_a_name_is_put_into_one_order(written, name):
    assert person_of(written).name == name


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Ann Gould", ("Gould", "Ann")),
        ("Ludwig van Beethoven", ("van Beethoven", "Ludwig")),
        ("Charles de la Vallée Poussin", ("Poussin", "Charles de la Vallée")),
        ("Sammy Davis Jr.", ("Davis Jr.", "Sammy")),
        ("Plato", ("Plato", "")),
    ],
)
def test_a_name_is_split_by_its_last_word_and_particles(name, parts):
    assert split_name(Person(name)) == parts


def test_what_is_no_name_is_told():
    assert is_name("Ann Gould")
    assert not is_name("University of Perth")
    assert not is_name("ann@x.test")
    assert not is_name("10 Downing Street 12345")


def test_initials_stand_for_what_they_begin():
    assert same_name(Person("A. Gould"), Person("Ann Gould", "Gould", "Ann"))
    assert not same_name(Person("B. Gould"), Person("Ann Gould"))
    assert not same_name(Person("Ann Gould"), Person("Ann Li"))
