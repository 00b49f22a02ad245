import msgspec
import numpy as np
import pytest

from bowerbird.index import mapped
from bowerbird.model.errors import CorruptError, StoreError


class Told(msgspec.Struct):
    colour: str


@pytest.fixture
def arrays():
    return {"odd": np.arange(7, dtype=np.uint8), "none": np.zeros(0), "table": np.eye(3)}


def test_arrays_come_back_as_they_were(tmp_path, arrays):
    mapped.save(tmp_path / "new" / "it", Told("grün"), arrays)

    kept = mapped.load(tmp_path / "new" / "it")

    assert msgspec.json.decode(kept.about, type=Told) == Told("grün")
    assert all(np.array_equal(kept.arrays[name], array) for name, array in arrays.items())
    assert [p.name for p in (tmp_path / "new").iterdir()] == ["it"]


def test_every_damaged_byte_is_noticed(tmp_path, arrays):
    path = tmp_path / "it"
    mapped.save(path, Told("x"), arrays)
    whole = path.read_bytes()

    for place in range(0, len(whole), 5):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        try:
            mapped.load(path)
        except CorruptError:
            continue
        assert whole[place] == 0, place  # between the header and the arrays
    path.write_bytes(whole[:-1])
    with pytest.raises(CorruptError, match=r"it is damaged: delete it"):
        mapped.load(path)


def test_whoever_has_it_open_keeps_what_was_there(tmp_path, arrays):
    mapped.save(tmp_path / "it", Told("old"), arrays)
    before = mapped.load(tmp_path / "it")

    mapped.save(tmp_path / "it", Told("new"), {"odd": np.zeros(100, np.uint8)})

    assert before.arrays["odd"].tolist() == list(range(7))


def test_what_cannot_be_written_says_so(tmp_path, arrays):
    (tmp_path / "file").write_text("")

    with pytest.raises(StoreError, match="cannot be written"):
        mapped.save(tmp_path / "file" / "it", Told("x"), arrays)
    with pytest.raises(StoreError, match="cannot be read"):
        mapped.load(tmp_path / "missing")
