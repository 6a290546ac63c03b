"""The built wheel: everything is inside, and it runs from another folder than the checkout.

The packages that it needs are borrowed from this environment, since installing them anew would fetch a gigabyte; `core`, the pages and the data come from
the wheel alone.
"""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx
import pytest

from evaluation.service.ports import free_port
from tests.deploy.commands import answered

ROOT = Path(__file__).resolve().parent.parent
BUNDLED = ("data", "frame", "locale", "pages", ".streamlit")
"""Folders of the checkout that lie in the package's bundle."""
LEFT_OUT = {"__pycache__", ".DS_Store"}

pytestmark = [pytest.mark.exhaustive, pytest.mark.timeout(600)]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built wheel; skipped where what builds it cannot be had, except in CI."""
    folder = tmp_path_factory.mktemp("wheel")
    failed = _build(folder, "--offline") and _build(folder)
    if failed:
        reason = f"the wheel cannot be built here: {failed}"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    (built,) = folder.glob("*.whl")
    return built


def _build(folder: Path, *options: str) -> str:
    """Build the wheel into a folder; why it could not be built, or nothing."""
    try:
        command = ["uv", "build", "--wheel", *options, "--out-dir", str(folder), str(ROOT)]
        told = subprocess.run(command, capture_output=True, text=True, timeout=200)
    except (FileNotFoundError, subprocess.TimeoutExpired) as error:
        return str(error)
    return told.stderr[-500:] or "uv did not say why" if told.returncode else ""


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """The command `wenlu` of an environment that has the wheel."""
    environment = wheel.parent / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True, timeout=120)
    (site,) = (environment / "lib").glob("python*/site-packages")
    subprocess.run(
        [
            "uv",
            "pip",
            "install",
            "--quiet",
            "--offline",
            "--no-deps",
            "--python",
            environment / "bin" / "python",
            wheel,
        ],
        check=True,
        timeout=120,
    )
    # Of a folder named in a .pth file the .pth files are not read: the checkout, installed here as editable, stays out.
    borrowed = next(path for path in sys.path if path.endswith("site-packages"))
    (site / "borrowed.pth").write_text(f"{borrowed}\n", encoding="utf-8")
    return environment / "bin" / "wenlu"


@pytest.fixture
def elsewhere(tmp_path: Path) -> dict[str, str]:
    """The environment of somebody who has no checkout: data lie in an own folder."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        # Where compiled modules are kept may stay, so that not every start compiles everything anew.
        if name == "PYTHONPYCACHEPREFIX" or not name.startswith(("WENLU_", "PYTHON"))
    }
    return {**inherited, "XDG_DATA_HOME": str(tmp_path / "share"), "HOME": str(tmp_path)}


def test_all_pages_data_messages_and_licences_are_inside(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    expected = {
        f"core/_bundle/{path.relative_to(ROOT).as_posix()}"
        for folder in BUNDLED
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and not LEFT_OUT & set(path.parts)
    }
    expected |= {path.relative_to(ROOT).as_posix() for path in (ROOT / "core").rglob("*.py")}
    assert expected - inside == set()
    assert "core/_bundle/app.py" in inside
    texts = {Path(name).name for name in inside if "/licenses/" in name}
    assert texts == {path.name for path in (ROOT / "LICENSES").iterdir()}
    assert not [name for name in inside if name.endswith((".db", ".env")) or "/var/" in name]


def test_its_commands_work_without_the_checkout(installed: Path, elsewhere: dict[str, str], tmp_path: Path) -> None:
    python = installed.with_name("python")
    asked = [python, "-c", "import core.settings as settings; print(settings.ROOT); print(settings.DATA_HOME)"]
    told = subprocess.run(asked, cwd=tmp_path, env=elsewhere, capture_output=True, text=True, timeout=300, check=True)
    root, home = told.stdout.splitlines()
    assert Path(root).is_relative_to(installed.parents[1])
    assert home == str(tmp_path / "share" / "wenlu")
    for arguments in (["migrate"], ["first-admin", "--organisation", "Lantian School"], ["doctor"], ["backup"]):
        told = subprocess.run(
            [installed, *arguments], cwd=tmp_path, env=elsewhere, capture_output=True, text=True, timeout=300
        )
        assert told.returncode == 0, f"{arguments}: {told.stdout}{told.stderr}"
    assert (tmp_path / "share" / "wenlu" / "wenlu.db").exists()


@pytest.mark.parametrize("options", [[], ["--split", "--workers", "2"]], ids=["one process", "split"])
def test_its_server_is_ready_and_shows_pages_and_api(
    installed: Path, elsewhere: dict[str, str], tmp_path: Path, options: list[str]
) -> None:
    port = free_port(following=1)
    process = subprocess.Popen(
        [installed, "serve", "--port", str(port), *options],
        cwd=tmp_path,
        env={**elsewhere, "WENLU_DEMO_CLASS": "0"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        pages, api = f"http://127.0.0.1:{port}", f"http://127.0.0.1:{port + bool(options)}"
        assert "text/html" in answered(process, pages).headers["content-type"]
        assert answered(process, f"{pages}/readyz").json()["status"] == "ready"
        assert answered(process, f"{api}/v1/openapi.json").json()["paths"]
        text = {"txt": "我把书放在桌子上了。"}
        assert httpx.post(f"{api}/grammar/grammar_text", json=text, timeout=60).json()["code"] == 200
        process.terminate()
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.wait()
