import pytest

from bowerbird.model.errors import UsageError
from bowerbird.workspace.targets import sort_targets


def test_urls_bare_hosts_and_words_are_told_apart():
    targets = sort_targets(["https://zoo.test/a", "example.org/docs", "solar", "energy"])

    assert targets.seeds == ["https://zoo.test/a", "https://example.org/docs"]
    assert targets.words == ["solar", "energy"]


def test_a_file_brings_a_url_a_line(tmp_path):
    file = tmp_path / "seeds.txt"
    file.write_text("# mine\nhttps://a.test/\n\nhttps://b.test/\n")

    assert sort_targets([f"@{file}"]).seeds == ["https://a.test/", "https://b.test/"]


@pytest.mark.parametrize("target", ["http://", "http://[::1", "https://a b.test/"])
def test_a_malformed_url_is_named(target):
    with pytest.raises(UsageError, match="is not a URL"):
        sort_targets([target])


def test_a_missing_file_is_named():
    with pytest.raises(UsageError, match=r"nowhere\.txt"):
        sort_targets(["@nowhere.txt"])
