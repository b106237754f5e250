"""The image, the compose file and the proxy agree with the settings and with one another."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import yaml

from app.settings import Settings

ROOT = Path(__file__).parents[2]
NGINX = (ROOT / "deploy" / "nginx.conf").read_text()
COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
DOCKERFILE = (ROOT / "Dockerfile").read_text()


def read_timeout(location: str) -> int:
    block = NGINX[NGINX.index(f"location {location}") :]
    found = re.search(r"proxy_read_timeout (\d+)s", block[: block.index("}")])
    assert found is not None
    return int(found[1])


def test_the_proxy_outwaits_every_ping_and_keep_alive() -> None:
    settings = Settings.model_construct()
    assert read_timeout("~ ^/api") > 2 * max(20, settings.socket_ping_s, settings.stream_keepalive_s)
    assert "proxy_buffering off" in NGINX


def test_the_proxy_streams_the_sockets_and_streams_of_the_wire_and_nothing_else() -> None:
    found = re.search(r"location ~ (\S+) \{", NGINX)
    assert found is not None
    unbuffered = re.compile(found[1])
    for path in ("/api/v1/matches/x/socket", "/api/v1/matches/x/stream", "/api/v1/stream"):
        assert unbuffered.search(path), path
    for path in ("/api/v1/matches/x/steps", "/api/v1/matches", "/x/api/v1/stream"):
        assert not unbuffered.search(path), path


def test_the_proxy_lets_no_body_pass_that_is_refused_only_for_its_own_sake() -> None:
    found = re.search(r"client_max_body_size (\d+)k", NGINX)
    assert found is not None
    assert int(found[1]) * 1024 > Settings.model_construct().max_body_bytes


def test_two_processes_of_one_image_share_database_and_bus() -> None:
    apps = [service for name, service in COMPOSE["services"].items() if name.startswith("app")]
    assert len(apps) == 2
    assert apps[0] == apps[1]
    assert {"DATABASE_URL", "REDIS_URL", "SANDTABLE_TRUSTED_PROXIES"} <= apps[0]["environment"].keys()
    known = {f"SANDTABLE_{name.upper()}" for name in Settings.model_fields} | {"DATABASE_URL", "REDIS_URL"}
    assert apps[0]["environment"].keys() <= known
    assert {f"{name}:8000" for name in COMPOSE["services"] if name.startswith("app")} == set(
        re.findall(r"server (\w+:\d+)", NGINX)
    )


def test_only_the_proxy_can_be_reached_and_no_service_gains_a_privilege() -> None:
    services = COMPOSE["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert [name for name, service in services.items() if "outside" in service["networks"]] == ["proxy"]
    assert COMPOSE["networks"]["inside"]["internal"] is True
    for name, service in services.items():
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert service["restart"] == "unless-stopped", name
        assert service["logging"]["options"]["max-size"], name
        if name != "postgres":  # which begins as root, to own its volume
            assert service["cap_drop"] == ["ALL"], name
            assert service["read_only"] is True, name


def test_the_proxy_tells_who_calls_and_lets_nobody_say_so_himself() -> None:
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in NGINX
    assert "proxy_set_header X-Forwarded-Proto $scheme;" in NGINX
    assert "proxy_add_x_forwarded_for" not in NGINX


def test_proxy_and_processes_hold_a_crowd() -> None:
    found = re.search(r"worker_connections (\d+);", NGINX)
    assert found is not None
    assert int(found[1]) > 2 * 1_000
    for name in ("app1", "app2", "proxy"):
        assert COMPOSE["services"][name]["ulimits"]["nofile"] > int(found[1])


def test_the_image_runs_as_nobody_in_particular_and_reports_its_health() -> None:
    last_stage = DOCKERFILE[DOCKERFILE.rindex("\nFROM") :]
    assert re.search(r"^USER 10001:10001$", last_stage, re.MULTILINE)
    assert "/readyz" in last_stage
    assert "pip install" not in last_stage


def test_the_wheel_carries_the_migrations_and_every_data_file(tmp_path: Path) -> None:
    uv = Path(sys.executable).parent / "uv"
    subprocess.run([uv, "build", "--quiet", "--offline", "--wheel", "-o", tmp_path], cwd=ROOT, check=True)
    with zipfile.ZipFile(next(tmp_path.glob("*.whl"))) as wheel:
        inside = set(wheel.namelist())
    tracked = subprocess.run(
        ["git", "ls-files", "app", "migrations"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    files = {line for line in tracked.stdout.splitlines() if (ROOT / line).exists()}
    assert files
    assert files <= inside
