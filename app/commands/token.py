"""`sandtable token`: make a token for a bot from the shell, without a browser.

Prints the token, and nothing else, on standard output, so that it can be put into a variable; it is shown this once.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, get_args

import typer
from pydantic import TypeAdapter, ValidationError

from app.accounts.service import Accounts
from app.matches.errors import ServiceError
from app.protocol.bodies import UserName
from app.protocol.people import Scope
from app.settings import Settings, get_settings
from app.store.accounts import AccountStore, Token, User
from app.store.database import Store, UnavailableError
from app.store.embedded import EmbeddedPostgres, EmbeddedPostgresError
from app.store.migrate import upgrade
from app.store.pg_binaries import NoPostgresError

SCOPES = get_args(Scope)


def token(
    user: Annotated[str, typer.Argument(help="Name of the user; a bot of this name is made if there is none.")],
    name: Annotated[str, typer.Option(help="What the token is called in lists.")] = "shell",
    scopes: Annotated[str, typer.Option(help=f"Of {', '.join(SCOPES)}, with commas.")] = ",".join(SCOPES),
    days: Annotated[int | None, typer.Option(min=1, max=3650, help="Days until it expires; not named: never.")] = None,
) -> None:
    """Make a token for a user and print it."""
    chosen = tuple(dict.fromkeys(scope.strip() for scope in scopes.split(",")))
    if not set(chosen) <= set(SCOPES):
        raise typer.BadParameter(f"there are {', '.join(SCOPES)}", param_hint="--scopes")
    try:
        user = TypeAdapter(UserName).validate_python(user)
    except ValidationError:
        raise typer.BadParameter("2 to 24 visible characters", param_hint="USER") from None
    settings = get_settings()
    try:
        embedded = EmbeddedPostgres(settings.data_dir, settings.pg_bin) if settings.database_url is None else None
        url = embedded.start() if embedded is not None else settings.sqlalchemy_url
    except (EmbeddedPostgresError, NoPostgresError, ValueError) as error:
        raise _failed(str(error)) from None
    try:
        upgrade(url)
        owner, made, secret = asyncio.run(make(url, settings, user, name, chosen, days))
    except (ServiceError, UnavailableError) as error:
        raise _failed(str(error)) from None
    finally:
        if embedded is not None:
            embedded.stop()
    kind = "bot" if owner.bot else "user"
    until = f"until {made.expires:%Y-%m-%d}" if made.expires is not None else "for good"
    typer.echo(f"Token {made.id} of {kind} {owner.name} ({owner.id}), {until}, for {', '.join(chosen)}:", err=True)
    typer.echo(secret)


async def make(
    url: str, settings: Settings, user: str, name: str, scopes: tuple[str, ...], days: int | None
) -> tuple[User, Token, str]:
    """The user, his new token, and its secret."""
    store = Store(url, settings)
    accounts = Accounts(AccountStore(store), settings)
    try:
        return await accounts.bot_token(user, name, scopes, days)
    finally:
        accounts.close()
        await store.close()


def _failed(message: str) -> typer.Exit:
    typer.echo(f"sandtable: {message}", err=True)
    return typer.Exit(1)
