"""Settings come from the environment, under the names that the README lists."""

import pytest
from pydantic import ValidationError

from app.settings import Settings, asyncpg_url


def test_every_setting_is_described() -> None:
    assert [name for name, field in Settings.model_fields.items() if not (field.description or "").endswith(".")] == []


def test_the_environment_sets_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SANDTABLE_PORT", "9000")
    monkeypatch.setenv("DATABASE_URL", "postgres://me:pw@host/db")
    monkeypatch.setenv("SANDTABLE_TRUSTED_PROXIES", "10.0.0.1, 10.0.0.2")
    settings = Settings()
    assert settings.base_url == "http://127.0.0.1:9000"
    assert settings.sqlalchemy_url == "postgresql+asyncpg://me:pw@host/db"
    assert settings.trusted_proxies == ("10.0.0.1", "10.0.0.2")


def test_an_empty_variable_means_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "")
    assert Settings().database_url is None


@pytest.mark.parametrize("url", ["", "sqlite:///x", "mysql://x", "postgresql:x"])
def test_only_postgres_is_a_database(url: str) -> None:
    with pytest.raises(ValueError, match="postgresql://"):
        asyncpg_url(url)


def test_a_public_address_and_ipv6_make_the_base_url() -> None:
    assert Settings(public_url="https://play.example/").base_url == "https://play.example"
    assert Settings(host="::1", port=1).base_url == "http://[::1]:1"


def test_no_setting_lets_more_than_20_seconds_pass_between_two_pings() -> None:
    assert Settings().socket_ping_s <= 20
    assert Settings().stream_keepalive_s <= 10
    for name, most in (("socket_ping_s", 20), ("stream_keepalive_s", 10)):
        assert getattr(Settings(**{name: most}), name) == most
        with pytest.raises(ValidationError):
            Settings(**{name: most + 0.1})
