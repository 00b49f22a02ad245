import pytest
from pydantic import ValidationError

from bowerbird.fetch.options import Login, ProxyOptions
from bowerbird.fetch.proxies import Proxies
from bowerbird.model.errors import PlanError


def test_a_password_comes_from_the_environment(monkeypatch):
    monkeypatch.setenv("SHOP_PASSWORD", "geheim")

    login = Login(origin="https://shop.test", user="me", password="${SHOP_PASSWORD}")

    assert login.credentials[:2] == ("me", "geheim")
    assert "geheim" not in login.model_dump_json()


@pytest.mark.parametrize(
    ("options", "values"),
    [
        (Login, {"origin": "https://shop.test", "user": "me", "password": "geheim"}),
        (ProxyOptions, {"urls": ["http://me:geheim@proxy.test:3128"]}),
    ],
)
def test_a_plan_that_holds_a_secret_is_refused(options, values):
    with pytest.raises(ValidationError, match="holds no secrets"):
        options.model_validate(values)


def test_a_variable_that_is_not_set_is_named(monkeypatch):
    monkeypatch.delenv("NOWHERE", raising=False)
    options = ProxyOptions(urls=("http://me:${NOWHERE}@proxy.test:3128",))

    with pytest.raises(PlanError, match="NOWHERE"):
        Proxies(options)
