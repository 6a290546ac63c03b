"""What stands in `deploy/` holds together: settings that exist, commands that are there, paths that are routed."""

from __future__ import annotations

import ipaddress
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from core.cli import build_parser
from core.settings import Settings
from core.web.split_api import API_PATHS, DOCUMENTS
from tests.deploy.commands import (
    DEPLOY,
    INSTALLED,
    ROOT,
    UNITS,
    compose,
    compose_commands,
    environment_file,
    unit,
    unit_commands,
)

SETTING = re.compile(r"WENLU_([A-Z0-9_]+)")
FILES = sorted(path for path in DEPLOY.rglob("*") if path.is_file())
COMMANDS = [*compose_commands(), *unit_commands()]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(DEPLOY).as_posix())
def test_every_setting_that_a_file_names_exists(path: Path) -> None:
    known = {name.upper() for name in vars(Settings())}
    assert set(SETTING.findall(path.read_text(encoding="utf-8"))) - known == set()


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_has_settings_that_can_be_read_and_closes_the_demo(command: Any) -> None:
    assert build_parser().parse_args(list(command.arguments)).run
    settings = Settings.from_environment(command.environment)
    assert settings.demo is False
    assert settings.trusted_proxies


def test_the_scheduler_runs_once_in_the_compose_file_and_beside_the_server_in_the_unit() -> None:
    assert {command.environment["WENLU_SCHEDULER"] for command in compose_commands()} == {"0"}
    assert [command.name for command in compose_commands() if command.arguments == ("scheduler",)] == ["scheduler"]
    assert all(Settings.from_environment(command.environment).scheduler for command in unit_commands())


def test_only_the_proxy_is_reached_from_outside_and_only_it_is_believed() -> None:
    services = compose()["services"]
    assert [name for name, each in services.items() if "ports" in each] == ["proxy"]
    address = services["proxy"]["networks"]["inside"]["ipv4_address"]
    assert {command.environment["WENLU_TRUSTED_PROXIES"] for command in compose_commands()} == {address}


def test_the_address_of_the_proxy_is_given_to_no_other_container() -> None:
    (pool,) = compose()["networks"]["inside"]["ipam"]["config"]
    address = ipaddress.IPv4Address(compose()["services"]["proxy"]["networks"]["inside"]["ipv4_address"])
    subnet, given = ipaddress.IPv4Network(pool["subnet"]), ipaddress.IPv4Network(pool["ip_range"])
    assert given.subnet_of(subnet)
    assert address in subnet
    assert address not in given
    assert pool["gateway"] != str(address)


def test_the_database_counts_as_ready_only_where_the_server_reaches_it() -> None:
    check = compose()["services"]["database"]["healthcheck"]["test"]
    assert check[check.index("--host") + 1] == "127.0.0.1"


def test_no_password_stands_in_a_file_and_the_operator_is_asked_for_it() -> None:
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    assert set(re.findall(r"\$\{(\w+)", text)) == set(environment_file("compose.env.example"))
    assert environment_file("compose.env.example")["DATABASE_PASSWORD"] == ""
    assert all(
        "POSTGRES_PASSWORD: ${DATABASE_PASSWORD" in line for line in text.splitlines() if "POSTGRES_PASSWORD" in line
    )
    assert re.search(r"^/deploy/\.env$", (ROOT / ".gitignore").read_text(encoding="utf-8"), re.MULTILINE)


def test_the_image_runs_the_command_of_the_compose_file_as_a_user_without_rights() -> None:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    (server,) = [each for each in compose_commands() if each.name == "server"]
    assert re.findall(r'"([^"]+)"', text.rpartition("\nCMD ")[2]) == ["wenlu", *server.arguments]
    assert "\nUSER wenlu\n" in text
    allowed = (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").splitlines()
    sent = [line[1:] for line in allowed if line.startswith("!")]
    assert "*" in allowed
    assert [path for path in sent if not (ROOT / path).exists()] == []
    built = re.search(r"only-include = \[(.*)\]", (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert built is not None
    needed = {"app.py", "pyproject.toml", "README.md", "LICENSES", *re.findall(r'"([^"]+)"', built[1])}
    assert needed == set(sent)


@pytest.mark.parametrize("path", [*API_PATHS, *DOCUMENTS, "/v1/auth/token", "/docs/assets/swagger-ui.css"])
def test_both_proxies_send_the_api_to_its_port_and_pages_to_theirs(path: str) -> None:
    caddy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    listed = re.search(r"@api path (.+)", caddy)
    assert listed is not None
    patterns = [re.escape(each).replace(r"\*", ".*") for each in listed[1].split()]
    assert any(re.fullmatch(pattern, path) for pattern in patterns)
    assert "reverse_proxy server:8502" in caddy.partition("handle @api")[2].partition("}")[0]
    nginx = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    location = re.search(r"location ~ (\S+) \{\s+proxy_pass http://wenlu_api;", nginx)
    assert location is not None
    assert re.match(location[1], path)
    for page in ("/", "/writing", "/grammarian", "/_stcore/stream", "/recordings/x.mp3"):
        assert not re.match(location[1], page)
        assert not any(re.fullmatch(pattern, page) for pattern in patterns)


def test_both_proxies_keep_metrics_inside() -> None:
    caddy = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert "\t@inside path /metrics\n\thandle @inside {\n\t\trespond 404\n\t}\n" in caddy
    # Caddy sorts directives: outside of a `handle` it would come after the one that sends everything to the pages.
    assert not re.search(r"^\trespond", caddy, re.MULTILINE)
    nginx = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert re.search(r"location = /metrics \{\s+return 404;", nginx)


def test_both_proxies_let_a_body_through_that_the_server_takes() -> None:
    most = Settings().max_recording_bytes
    caddy = re.search(r"max_size (\d+)MB", (DEPLOY / "Caddyfile").read_text(encoding="utf-8"))
    nginx = re.search(r"client_max_body_size (\d+)m", (DEPLOY / "nginx.conf").read_text(encoding="utf-8"))
    assert caddy is not None
    assert nginx is not None
    assert int(caddy[1]) * 10**6 > most
    assert int(nginx[1]) * 2**20 > most


def test_every_timer_starts_a_unit_and_no_unit_runs_as_root() -> None:
    for timer in UNITS.glob("*.timer"):
        assert timer.with_suffix(".service").exists()
    for service in UNITS.glob("*.service"):
        read = unit(service.name)["Service"]
        assert read["User"] == "wenlu"
        assert read["NoNewPrivileges"] == "yes"
        assert read["UMask"] == "0077" or read["StateDirectoryMode"] == "0700"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_reads_the_units_without_a_word(tmp_path: Path) -> None:
    copies = []
    for path in sorted(UNITS.iterdir()):
        copy = tmp_path / path.name
        copy.write_text(path.read_text(encoding="utf-8").replace(INSTALLED, sys.executable), encoding="utf-8")
        copies.append(str(copy))
    told = subprocess.run(["systemd-analyze", "verify", *copies], capture_output=True, text=True, timeout=60)
    assert (told.stdout, told.stderr, told.returncode) == ("", "", 0)
