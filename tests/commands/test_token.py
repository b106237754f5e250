"""`sandtable token`: a bot's token from the shell, which the server then knows."""

import asyncio
from collections.abc import Iterator

import pytest
import typer
from typer.testing import CliRunner

from app.accounts.identity import Identity
from app.accounts.service import Accounts
from app.commands.token import token
from app.settings import Settings, get_settings
from app.store.accounts import AccountStore
from app.store.database import Store

pytestmark = pytest.mark.database


@pytest.fixture
def command(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[typer.Typer]:
    monkeypatch.setenv("DATABASE_URL", database_url)
    get_settings.cache_clear()
    cli = typer.Typer()
    cli.command()(token)
    yield cli
    get_settings.cache_clear()


def _identity(database_url: str, secret: str) -> Identity:
    return asyncio.run(_asked(database_url, secret))


async def _asked(database_url: str, secret: str) -> Identity:
    settings = Settings(database_url=database_url)
    store = Store(database_url, settings)
    accounts = Accounts(AccountStore(store), settings)
    try:
        return await accounts.identify(secret)
    finally:
        accounts.close()
        await store.close()


def _made(command: typer.Typer, *arguments: str) -> str:
    result = CliRunner().invoke(command, list(arguments))
    assert result.exit_code == 0, result.output
    return result.stdout.strip()


def test_a_bot_is_made_with_its_first_token(command: typer.Typer, database_url: str) -> None:
    first = _identity(database_url, _made(command, "robo", "--scopes", "play,read"))
    assert first.caller.bot
    assert first.caller.name == "robo"
    assert first.caller.scopes == {"play", "read"}
    assert not first.session
    assert first.expires is None
    again = _identity(database_url, _made(command, "ROBO", "--days", "2"))
    assert again.caller.user == first.caller.user
    assert again.expires is not None


@pytest.mark.parametrize("arguments", [("robo", "--scopes", "root"), ("robo", "--days", "0"), ("x",), ("a\nb",)])
def test_wrong_arguments_are_named(command: typer.Typer, arguments: tuple[str, ...]) -> None:
    result = CliRunner().invoke(command, list(arguments))
    assert result.exit_code == 2
