import json
import subprocess
import sys
from pathlib import Path

import pytest

from bowerbird.index import warm

ROOT = Path(__file__).parents[3]
# Everything that a person may ask of an index, in a process that has just begun. numba tells of
# each function that it compiles, but not of those that it finds on disk.
FRESH = """
import json, sys
from pathlib import Path
import numba
from numba.core import event

compiled = event.RecordingListener()
event.register("numba:compile", compiled)

from bowerbird.index.entry import Entry
from bowerbird.index.options import AnalysisOptions, IndexOptions
from bowerbird.index.reader import IndexReader
from bowerbird.index.searcher import Searcher
from bowerbird.index.settings import SearchSettings
from bowerbird.index.suggest import Suggester
from bowerbird.index.writer import open_index

folder = Path(sys.argv[1])
options = IndexOptions(suggestions=sys.argv[2])
found = 0
with open_index(folder, options) as writer:
    for part in range(3):
        writer.add(
            Entry(
                key=b"%d" % (number % 50),
                serial=number,
                text={"title": f"bower {number}", "text": ["blue straw 漢字", f"moss{number}"]},
                numbers={"votes": number},
                labels={"site": ["one", "two"][: 1 + number % 2]},
                stored={"title": f"bower {number}", "text": "blue straw"},
            )
            for number in range(1 + 40 * part, 41 + 40 * part)
        )
        writer.commit(40 * part)
    for fields in (["title", "text"], ["text"]):
        searcher = Searcher(IndexReader(folder).snapshot(), options)
        for query in ("bower", "blue straw", "bowerr strwa", '"blue straw" -moss1', "mos* votes>3",
                      "title:bower site:one", "(blue OR moss3) +straw", "漢字", ""):
            for said in ({}, {"facets": ["site"], "sort": "-votes"}, {"fields": ["text"]},
                         {"formula": "log(1+votes)", "explain": True, "weights": {"title": 3}}):
                found += searcher.search(query, SearchSettings(**said)).total
    suggester = Suggester(IndexReader(folder).snapshot(), options, folder)
    for typed in ("b", "bow", "bwer", "blue stra", "strwa mos"):
        found += len(suggester.suggest(typed))
    writer.merge(everything=True)
    writer.configure(IndexOptions(analysis=AnalysisOptions(stemming="english", compounds=True)))
with open_index(folder, IndexOptions(fields=["text"]), rebuild=True) as writer:
    writer.add([Entry(key=b"%d" % n, serial=n, text={"text": "moss " * n}) for n in range(1, 300)])
    writer.commit(300)
searcher = Searcher(IndexReader(folder).snapshot(), IndexOptions(fields=["text"]))
found += sum(searcher.search(query).total for query in ("moss", "moss straw", '"moss moss"'))

def noticed(number):
    return number + 1

numba.njit(noticed)(1)
names = [str(each.data["dispatcher"]) for _, each in compiled.buffer if each.is_start]
print(json.dumps([found, names]))
"""


def test_every_module_with_compiled_code_is_made_ready():
    index = ROOT / "src/bowerbird/index"
    compiled = {file.stem for file in index.glob("*.py") if "compiled(" in file.read_text("utf-8")}

    assert set(warm.KERNELS) == compiled


@pytest.mark.slow
def test_after_set_up_nobody_waits_for_a_compiler(tmp_path):
    warm.load_kernels()  # what `make setup` and `bowerbird doctor` do

    for engine in ("walk", "q-gram"):
        fresh = subprocess.run(
            [sys.executable, "-c", FRESH, str(tmp_path / engine), engine],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )

        assert fresh.returncode == 0, fresh.stderr
        found, compiled = json.loads(fresh.stdout)
        assert found > 1000
        assert len(compiled) == 1, compiled
        assert "noticed" in compiled[0]
