import pytest
from hypothesis import given
from hypothesis import strategies as st

from bowerbird.web.tokens import has_token, without_tokens


@pytest.mark.parametrize(
    "url",
    [
        "http://a.test/s-0123456789abcdef/home",
        "http://a.test/?visit=D41D8CD98F00B204E9800998ECF8427E",
        "http://a.test/12345678901234567",
    ],
)
def test_sessions_and_hashes_are_tokens(url):
    assert has_token(url)


@pytest.mark.parametrize(
    "url",
    [
        "http://a.test/a-decade-of-faded-facades",
        "http://a.test/2026/11/18/an-article-20261118",
        "http://a.test/123e4567-e89b-12d3-a456-426614174000",  # a UUID names one thing for good
    ],
)
def test_names_dates_and_uuids_are_not(url):
    assert not has_token(url)


@given(st.text("abcdefg0-/", max_size=20), st.text("0123456789abcdef", min_size=16, max_size=40))
def test_a_token_is_seen_wherever_it_stands(before: str, token: str):
    assert has_token(f"http://a.test/{before}/{token}")
    assert without_tokens(f"/x/{token}/y", "…") == "/x/…/y"
