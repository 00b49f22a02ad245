import csv
import io

from bowerbird.workspace.run_table import run_table


def test_each_run_is_a_row_and_each_number_a_column():
    runs = [
        {"run": "1", "pages": 3, "links": {"visited": 4}, "refused": {}},
        {"run": "2", "pages": 0, "links": {"visited": 1}, "refused": {"robots": 2}},
    ]

    rows = list(csv.DictReader(io.StringIO(run_table(runs))))

    assert rows == [
        {"run": "1", "pages": "3", "links.visited": "4", "refused.robots": ""},
        {"run": "2", "pages": "0", "links.visited": "1", "refused.robots": "2"},
    ]


def test_no_cell_is_a_formula():
    assert "'=1+1" in run_table([{"reason": "=1+1"}])
