"""Every setting of a Sandtable process, in one place, read from the environment.

Names are `SANDTABLE_<FIELD>`, but `DATABASE_URL` and `REDIS_URL` keep the plain names that hosts hand out.
Each field's description is the text of the README's table (`scripts/settings_table.py` writes it and a test compares).
Nothing else in the server reads the environment but `app.matches.faults`, by which tests kill it. Surprising: an unset
`DATABASE_URL` does not mean "no database" but "start the embedded Postgres in `data_dir`".
"""

from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict


class Settings(BaseSettings):
    """The settings of one process; immutable once read."""

    model_config = SettingsConfigDict(
        env_prefix="SANDTABLE_", frozen=True, extra="ignore", env_ignore_empty=True, populate_by_name=True
    )

    # Where it is served
    host: str = Field("127.0.0.1", description="Address to listen on.")
    port: int = Field(8000, ge=0, le=65535, description="Port to listen on; 0 takes a free one.")
    public_url: str | None = Field(
        None, description="Address that players see, for links and the origin check; default `http://HOST:PORT`."
    )
    allowed_origins: Annotated[tuple[str, ...], NoDecode] = Field(
        (), description="Further origins, separated by commas, whose pages may open sockets and call the API."
    )
    trusted_proxies: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Addresses or networks, separated by commas, whose `X-Forwarded-*` headers count; `*`: all.",
    )
    client_dir: Path = Field(Path("frontend/dist"), description="Folder of the built browser client.")
    shutdown_s: int = Field(5, ge=0, description="Seconds that open requests and sockets get on shutdown.")

    # Storage
    database_url: str | None = Field(
        None,
        validation_alias="DATABASE_URL",
        description="A Postgres of your own (`postgresql://…`); unset: an embedded one is started in `data_dir`.",
    )
    redis_url: str | None = Field(
        None,
        validation_alias="REDIS_URL",
        description="Redis as the bus between processes; unset: Postgres `NOTIFY`.",
    )
    data_dir: Path = Field(Path(".data"), description="Folder of the embedded Postgres.")
    pg_bin: Path | None = Field(
        None, description="Folder with `postgres` and `initdb` for the embedded Postgres; unset: those of the wheel."
    )
    migrate_on_start: bool = Field(True, description="Bring the schema up to date before serving.")
    db_pool_size: int = Field(10, ge=2, description="Database connections that each process keeps open.")
    db_pool_overflow: int = Field(10, ge=0, description="Database connections that it may open beyond these.")
    db_pool_timeout_s: float = Field(5.0, gt=0, description="Seconds to wait for a free connection before `503`.")
    db_statement_timeout_s: float = Field(10.0, gt=0, description="Seconds after which Postgres ends a statement.")

    # Matches
    snapshot_interval: int = Field(50, ge=1, description="Steps between two stored snapshots of a battle.")
    game_cache_size: int = Field(500, ge=1, description="Battles that each process keeps in memory.")
    clock_tick_s: float = Field(0.5, gt=0, description="Seconds between two looks for decisions that are due.")
    presence_timeout_s: float = Field(45.0, gt=0, description="Seconds without a sign of life until one is absent.")
    tables_per_person: int = Field(
        200, ge=1, description="Matches that one person may have opened and that have not ended."
    )
    table_days: int = Field(14, ge=1, description="Days until a table at which nobody has begun is taken away.")
    spectator_delay_max_s: int = Field(3600, ge=0, description="Longest delay, in seconds, that a match may set.")

    # Sockets and streams
    socket_hello_s: float = Field(10.0, gt=0, description="Seconds in which a new socket must say hello.")
    socket_ping_s: float = Field(15.0, gt=0, le=20, description="Seconds between two pings on a socket; at most 20.")
    socket_queue_bytes: int = Field(
        1_048_576, ge=65_536, description="Bytes that may wait for one slow socket before it must resync."
    )
    socket_frame_max_bytes: int = Field(16_384, ge=1024, description="Largest frame that a client may send.")
    sockets_per_address: int = Field(100, ge=1, description="Sockets that one address may hold open in one process.")
    resume_max_steps: int = Field(1_000, ge=1, description="Missed steps sent at most; beyond, the whole view is sent.")
    stream_keepalive_s: float = Field(
        10.0, gt=0, le=10, description="Seconds of silence before an NDJSON stream sends a keep-alive line."
    )

    # Limits
    max_body_bytes: int = Field(262_144, ge=1024, description="Largest body of a request.")
    rate_address_per_s: float = Field(50.0, gt=0, description="Requests per second and address, refilled steadily.")
    rate_address_burst: int = Field(200, ge=1, description="Requests that an address may make at once.")
    rate_token_per_s: float = Field(20.0, gt=0, description="Requests and socket frames per second and token.")
    rate_token_burst: int = Field(100, ge=1, description="Requests and socket frames that a token may make at once.")
    rate_chat_per_min: float = Field(30.0, gt=0, description="Chat lines per minute and person.")
    rate_sign_in_per_min: float = Field(10.0, gt=0, description="Sign-ins, sign-ups and guests per minute and address.")
    rate_sign_in_burst: int = Field(
        20, ge=1, description="Sign-ins, sign-ups and guests that an address may make at once."
    )

    # People
    session_days: int = Field(30, ge=1, description="Days until an unused session of a named user ends.")
    guest_days: int = Field(90, ge=1, description="Days until an unused guest is forgotten.")
    password_threads: int = Field(2, ge=1, description="Passwords hashed at the same time.")

    # Bots
    bot_workers: int = Field(1, ge=0, description="Processes in which server-side bots think; 0 switches them off.")
    bot_budget_ms: int = Field(300, ge=1, description="Milliseconds that a bot may think about one decision.")

    # Operation
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="Least severity that is logged."
    )
    log_format: Literal["auto", "json", "console"] = Field(
        "auto", description="`json` lines, coloured `console` lines, or `auto`: console on a terminal."
    )
    metrics_public: bool = Field(False, description="Serve `/metrics` to others than this machine.")

    @field_validator("allowed_origins", "trusted_proxies", mode="before")
    @classmethod
    def _split_commas(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @property
    def base_url(self) -> str:
        """The address that players see, without a slash at its end."""
        if self.public_url is not None:
            return self.public_url.rstrip("/")
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"

    @property
    def sqlalchemy_url(self) -> str:
        """`database_url` as SQLAlchemy's asyncpg dialect wants it.

        Raises:
            ValueError: no `database_url` is set, or it is not a Postgres.
        """
        return asyncpg_url(self.database_url or "")


def asyncpg_url(url: str) -> str:
    """Turn any common spelling of a Postgres address into `postgresql+asyncpg://…`.

    Raises:
        ValueError: the address is not one of Postgres.
    """
    scheme, separator, rest = url.partition("://")
    if not separator or scheme.partition("+")[0] not in {"postgres", "postgresql"}:
        raise ValueError("DATABASE_URL must begin with postgresql://")
    return f"postgresql+asyncpg://{rest}"


@lru_cache(maxsize=1)
def get_settings() -> Settings:
    """The settings of this process, read once."""
    return Settings()
