import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bowerbird.model.errors import UsageError
from bowerbird.tuning.folds import folds


@given(st.integers(2, 60), st.integers(2, 10), st.integers(0, 5))
@settings(deadline=None)
def test_every_query_is_held_out_once_in_parts_of_equal_size(queries, parts, seed):
    if queries < parts:
        parts = queries

    dealt = folds(queries, parts, seed)

    assert sorted(query for part in dealt for query in part) == list(range(queries))
    assert max(map(len, dealt)) - min(map(len, dealt)) <= 1
    assert dealt == folds(queries, parts, seed)


def test_folds_that_can_not_be_filled_say_so():
    with pytest.raises(UsageError, match="3 judged queries do not fill 5 folds"):
        folds(3, 5)
    with pytest.raises(UsageError, match="give 2 or more"):
        folds(3, 1)
