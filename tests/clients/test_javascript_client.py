"""The JavaScript client in Node, against the shared vectors and against a real server. In a browser: `tests/browser`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from clients.generate.model import read
from tests.clients.conftest import CLIENTS, VECTORS, LiveServer, faults, ran

PACKAGE = CLIENTS / "javascript"
SECONDS = 240

Node = Callable[..., str]


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
