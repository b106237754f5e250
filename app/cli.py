"""The command line `sandtable`: serves, migrates, and finds the other commands in `app.commands`.

A further command's module is `app/commands/<name>.py` and holds, under the command's name, a function whose parameters
are typer's, or a `typer.Typer` when it has commands of its own. It is imported only when its command (or help) is asked
for, so `sandtable serve` starts without paying for bots and benches.
"""

import gc
import importlib
import signal
import socket
import sys
from typing import NoReturn

import typer
from pydantic import ValidationError

from app.open_files import allow_many_files
from app.realtime.server import Server
from app.settings import Settings, get_settings
from app.store.embedded import EmbeddedPostgres, EmbeddedPostgresError
from app.store.migrate import upgrade
from app.store.pg_binaries import NoPostgresError

GC_THRESHOLDS = (20_000, 20, 50)
"""Allocations before a young collection, young ones before a middle one, middle ones before a full one."""

COMMANDS = ("selfplay", "verify", "replay", "bench", "token")

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,  # they print local variables, secrets among them
    help="Sandtable, a battle server.",
)


def main() -> None:
    """Run the command that the arguments name."""
    named = next(iter(sys.argv[1:]), None)
    for name in COMMANDS:
        if named in (name, None, "--help"):
            _register(name)
    app()


def _register(name: str) -> None:
    command = getattr(importlib.import_module(f"app.commands.{name}"), name)
    if isinstance(command, typer.Typer):
        app.add_typer(command, name=name)
    else:
        app.command(name=name)(command)


@app.command()
def migrate() -> None:
    """Bring the schema of the database up to date, then end."""
    settings = _settings()
    embedded, url = _database(settings)
    try:
        upgrade(url)
    finally:
        if embedded is not None:
            embedded.stop()
    typer.echo("The schema is up to date.")


@app.command()
def serve() -> None:
    """Serve until SIGINT or SIGTERM. Everything is set by environment, see the README."""
    settings = _settings()
    allow_many_files()
    listener = _listen(settings)
    embedded, url = _database(settings)
    # One signal, one orderly way out: whatever comes while Postgres starts or stops is raised as SystemExit.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, _leave)
    try:
        if settings.migrate_on_start:
            upgrade(url)
        port: int = listener.getsockname()[1]
        here = settings.model_copy(update={"database_url": url, "port": port})
        _Server(here).run(sockets=[listener])
    finally:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
        listener.close()
        if embedded is not None:
            embedded.stop()


def _settings() -> Settings:
    try:
        return get_settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0])
        _fail(f"{name if name.isupper() else f'SANDTABLE_{name.upper()}'}: {first['msg']}")


def _leave(_number: int, _frame: object) -> None:
    raise SystemExit(0)


def _database(settings: Settings) -> tuple[EmbeddedPostgres | None, str]:
    """The address of the database to use, and the embedded server if it is one."""
    try:
        if settings.database_url is not None:
            return None, settings.sqlalchemy_url
        embedded = EmbeddedPostgres(settings.data_dir, settings.pg_bin)
        url = embedded.start()
    except (EmbeddedPostgresError, NoPostgresError, ValueError) as error:
        _fail(str(error))
    if not embedded.place.is_relative_to(settings.data_dir.absolute()):
        typer.echo(f"The battles are kept in {embedded.place}, because {settings.data_dir} is closed to others.")
    return embedded, url


def _listen(settings: Settings) -> socket.socket:
    """Bind first: an address in use is the commonest mistake and should not cost a database start."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        # Listening now (uvicorn would only do so later) makes a second server on this port fail here as well.
        listener.listen(2048)
    except OSError as error:
        _fail(
            f"cannot listen on {settings.host} port {settings.port}: {error.strerror}. Set SANDTABLE_PORT to another."
        )
    return listener


def _fail(message: str) -> NoReturn:
    typer.echo(f"sandtable: {message}", err=True)
    raise SystemExit(1)


class _Server(Server):
    """The server, which says where it is once it really is there."""

    def __init__(self, settings: Settings) -> None:
        from app.main import create_app  # everything else hangs on it, and `sandtable migrate` needs none of it

        super().__init__(create_app(settings), settings)
        self._address = settings.base_url

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then print the address."""
        await super().startup(sockets)
        if self.started:
            _spare_collector()
            typer.echo(f"Sandtable is served at {self._address}")
            sys.stdout.flush()


def _spare_collector() -> None:
    """Let the garbage collector pass over what was loaded at the start, and look at the rest less often.

    A full collection of it stopped every match for tenths of a second, several times a minute under load, and never
    found anything there (`sandtable bench moves`: the 99th percentile).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


if __name__ == "__main__":
    main()
