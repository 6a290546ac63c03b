"""The JavaScript client in Node, against the shared vectors and against a real server. In a browser: `tests/browser`."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from clients.generate.model import read
from tests.clients.conftest import CLIENTS, VECTORS, LiveServer, faults, ran

PACKAGE = CLIENTS / "javascript"
SECONDS = 240

STRICT = ("--noEmit", "--strict", "--skipDefaultLibCheck", "--target", "es2022", "--lib", "es2022,dom")
MODULES = ("--module", "node16", "--moduleResolution", "node16")
WRONG = {
    "models.d.ts": ("  opted_in: boolean;\n", "  opted: boolean;\n"),
    "options.d.ts": ("  retries?: number;", "  tries?: number;"),
    "errors.d.ts": ("  readonly nothingSent: boolean;", "  readonly nothingSent: number;"),
    "client.d.ts": ("  peers(values: PeersArguments", "  peers(values: PortraitArguments"),
}
"""For each declaration file a line, and a wrong one in its place."""

Node = Callable[..., str]
Compiled = Callable[[Path], list[str]]


@pytest.fixture
def node(program: Callable[[str, str], str]) -> Node:
    """Runs a file of the package's tests in Node, with arguments and more environment; what it prints."""

    def run(*arguments: str, **environment: str) -> str:
        return ran([program("node", "nodejs"), *arguments], seconds=SECONDS, folder=PACKAGE, **environment)

    return run


@pytest.mark.exhaustive
def test_every_vector_ends_as_it_says(node: Node, stand_in: str, vectors: dict[str, object]) -> None:
    told = node("test/vectors.js", stand_in, str(VECTORS))
    assert len(told.splitlines()) == len(vectors)
    assert not faults(told)


def test_vectors_of_one_operation_end_as_they_say(node: Node, stand_in: str) -> None:
    told = node("test/vectors.js", stand_in, str(VECTORS), "submit_evaluation")
    assert "submit_evaluation.dropped_then_ok" in told
    assert not faults(told)


def test_what_the_vectors_do_not_say_holds_too(node: Node) -> None:
    node("--test", "test/client.test.js")


def test_a_first_lesson_over_a_real_server(node: Node, live_server: LiveServer) -> None:
    node("test/live.js", live_server.address, WENLU_KEY=live_server.api_key)


def test_the_first_call_of_the_readme_runs(node: Node, live_server: LiveServer, tmp_path: Path) -> None:
    (code,) = re.findall(r"```js first\n(.*?)```", (PACKAGE / "README.md").read_text("utf-8"), re.DOTALL)
    assert len(code.splitlines()) <= 10
    code = code.replace('"wenlu-client"', repr((PACKAGE / "src" / "index.js").as_uri()))
    code = code.replace("https://wenlu.example.org", live_server.address)
    script = tmp_path / "first.mjs"
    script.write_text(code, encoding="utf-8")
    assert re.fullmatch(r"\d of 2 are right\n", node(str(script), WENLU_KEY=live_server.api_key))


@pytest.fixture
def compiled(program: Callable[[str, str], str], node: Node, tmp_path: Path) -> Compiled:
    """Compiles the program of the tests against the declarations of a package, and what the package's code was seen to do; the faults."""

    def run(package: Path) -> list[str]:
        compiler = program("tsc", "node-typescript")
        seen = tmp_path / "seen.mts"
        seen.write_text(node(str(package / "test" / "declared.js"), str(VECTORS)), encoding="utf-8")
        command = [compiler, *STRICT, *MODULES, "test/usage.ts", str(seen)]
        told = subprocess.run(command, cwd=package, capture_output=True, text=True, timeout=SECONDS)
        assert told.returncode == 0 or told.stdout, told.stderr  # a compiler that fails finds no fault either
        return told.stdout.splitlines()

    return run


def test_the_declarations_say_what_the_code_does(compiled: Compiled) -> None:
    assert compiled(PACKAGE) == []


@pytest.mark.exhaustive
def test_a_declaration_that_says_something_else_is_seen(compiled: Compiled, tmp_path: Path) -> None:
    package = tmp_path / "package"
    shutil.copytree(PACKAGE, package)
    for name, (right, wrong) in WRONG.items():
        file = package / "src" / name
        text = file.read_text("utf-8")
        assert right in text
        file.write_text(text.replace(right, wrong), encoding="utf-8")
    told = "\n".join(compiled(package))
    assert "'\"opted_in\"' does not exist in type 'Peers'" in told
    assert "'\"retries\"' does not exist in type 'Record<keyof ClientOptions, true>'" in told
    assert "Type 'boolean' is not assignable to type 'number'" in told
    assert "'\"subject\"' does not exist in type 'PortraitArguments'" in told


def test_every_operation_is_a_method_with_its_declaration() -> None:
    code, declared = ((PACKAGE / "src" / name).read_text("utf-8") for name in ("client.js", "client.d.ts"))
    for operation in read().operations:
        method = re.sub(r"_(\w)", lambda letter: letter[1].upper(), operation.name)
        assert f"  {method}(values, options) {{" in code
        assert re.search(rf"^  {method}\(values\??: \w+, options\?: CallOptions\): Promise<", declared, re.MULTILINE)


def test_the_package_needs_no_other() -> None:
    code = "".join(each.read_text("utf-8") for each in (PACKAGE / "src").glob("*.js"))
    imported = re.findall(r"""from ["']([^"']+)""", code)
    assert imported
    assert all(each.startswith("./") for each in imported)
    assert "ependencies" not in (PACKAGE / "package.json").read_text("utf-8")
