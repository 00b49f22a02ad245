import pytest

from bowerbird.index.synonyms import SynonymList, read_synonyms
from bowerbird.model.errors import StoreError, UsageError

FORMS = {
    "a.tsv": "mouse\trat;computer mouse\n\ncar\tautomobile\tmotorcar\nnothing\n\tempty\n",
    "a.csv": 'mouse,rat,"computer mouse"\n\ncar,automobile,motorcar\nnothing\n,empty\n',
    "a.jsonl": '{"word": "mouse", "synonyms": ["rat", "computer mouse"]}\n\n'
    '{"word": "car", "synonyms": ["automobile", "motorcar"]}\n{"word": "nothing"}\nnonsense\n',
}


@pytest.mark.parametrize("name", FORMS)
def test_each_form_of_a_list_is_read_and_malformed_lines_are_counted(tmp_path, caplog, name):
    (tmp_path / name).write_text(FORMS[name], "utf-8")

    synonyms = read_synonyms(tmp_path / name)

    assert list(synonyms("mouse")) == ["rat", "computer mouse"]
    assert list(synonyms("Car")) == ["automobile", "motorcar"]
    assert list(synonyms("nothing")) == []
    assert (len(synonyms), synonyms.malformed) == (2, 2)
    assert "2 of 4 lines are left out" in caplog.text


def test_lines_about_one_word_come_together():
    synonyms = SynonymList([("Größe", ["Ausmaß"]), ("grosse", ["Ausmaß", "Weite"])])

    assert list(synonyms("GRÖSSE")) == ["Ausmaß", "Weite"]


def test_a_file_that_is_no_list_is_named(tmp_path):
    with pytest.raises(UsageError, match=r"a\.xls is no list of synonyms"):
        read_synonyms(tmp_path / "a.xls")
    with pytest.raises(StoreError, match=r"a\.tsv cannot be read"):
        read_synonyms(tmp_path / "a.tsv")
