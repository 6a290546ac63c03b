"""The Java client, compiled by the JDK alone, against the shared vectors and against a real server."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from clients.generate.java import written
from clients.generate.model import Api, Field, Model, Type, read
from evaluation.speech.reports import wav
from tests.clients.conftest import CLIENTS, VECTORS, LiveServer, faults, ran

PACKAGE = CLIENTS / "java"
MAIN, TESTS = PACKAGE / "src" / "main" / "java", PACKAGE / "src" / "test" / "java"
SECONDS = 240
JDK = "openjdk-17-jdk-headless"
EACH_ONCE = "-Djdk.httpclient.redirects.retrylimit=1"
"""The JDK's HTTP client then repeats nothing by itself, and what the stand-in counts are the client's own attempts."""

Program = Callable[[str, str], str]
Java = Callable[..., str]


@pytest.fixture(scope="session")
def classes(program: Program, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client compiled as its module, without a warning, its documentation comments checked too."""
    folder = tmp_path_factory.mktemp("java")
    strict = ("-parameters", "--release", "17", "-Xlint:all", "-Xdoclint:all,-missing", "-Werror")
    _compiled(program, *strict, "-d", str(folder), *_sources(MAIN))
    return folder


@pytest.fixture(scope="session")
def java(program: Program, classes: Path, tmp_path_factory: pytest.TempPathFactory) -> Java:
    """Runs Java with the client and its tests on the class path; what it prints."""
    folder = tmp_path_factory.mktemp("java_tests")
    path = f"{folder}:{classes}"
    _compiled(program, "-cp", str(classes), "-d", str(folder), *_sources(TESTS))

    def run(*arguments: str, **environment: str) -> str:
        return _run(program("java", JDK), EACH_ONCE, "-Dfile.encoding=UTF-8", "-cp", path, *arguments, **environment)

    return run


def _sources(folder: Path) -> list[str]:
    return [str(each) for each in sorted(folder.rglob("*.java"))]


def _run(*command: str, **environment: str) -> str:
    return ran(command, seconds=SECONDS, **environment)


def _compiled(program: Program, *arguments: str) -> None:
    """Compiles where the language of the machine has no letters but those of ASCII, as in a container."""
    _run(program("javac", JDK), "-encoding", "UTF-8", *arguments, LC_ALL="C")


@pytest.mark.exhaustive
def test_every_vector_ends_as_it_says(java: Java, stand_in: str, vectors: dict[str, object]) -> None:
    told = java("wenlu.client.PlayVectors", stand_in, str(VECTORS))
    assert len(told.splitlines()) == len(vectors)
    assert not faults(told)


def test_vectors_of_one_operation_end_as_they_say(java: Java, stand_in: str) -> None:
    told = java("wenlu.client.PlayVectors", stand_in, str(VECTORS), "submit_evaluation")
    assert "submit_evaluation.dropped_then_ok" in told
    assert not faults(told)


def test_what_the_vectors_do_not_say_holds_too(java: Java) -> None:
    told = java("wenlu.client.CheckClient")
    assert len(told.splitlines()) == (TESTS / "wenlu/client/CheckClient.java").read_text("utf-8").count(
        "static void check"
    )
    assert not faults(told)


def test_a_first_lesson_over_a_real_server(java: Java, live_server: LiveServer, tmp_path: Path) -> None:
    recording = tmp_path / "reading.wav"
    recording.write_bytes(wav(0.5))
    java("wenlu.client.LiveLesson", live_server.address, live_server.api_key, str(recording))


def test_the_first_call_of_the_readme_runs_as_the_readme_builds_it(
    program: Program, live_server: LiveServer, tmp_path: Path
) -> None:
    readme = (PACKAGE / "README.md").read_text("utf-8")
    (code,) = re.findall(r"```java first\n(.*?)```", readme, re.DOTALL)
    assert len(code.splitlines()) <= 10
    commands = re.findall(r"^    ((?:javac|jar|java) .*)$", readme, re.MULTILINE)
    assert len(commands) == 3
    program("javac", JDK)
    shutil.copytree(PACKAGE / "src", tmp_path / "src")
    code = code.replace("https://wenlu.example.org", live_server.address)
    (tmp_path / "FirstCall.java").write_text(code, encoding="utf-8")
    told = _run(
        *("sh", "-ec", "\n".join(['cd "$FOLDER"', *commands])),
        FOLDER=str(tmp_path),
        WENLU_KEY=live_server.api_key,
        LC_ALL="C",
    )
    assert len(told.strip().splitlines()) >= 2


def test_every_example_of_the_readme_compiles(program: Program, classes: Path, tmp_path: Path) -> None:
    readme = (PACKAGE / "README.md").read_text("utf-8")
    (statements,) = re.findall(r"```java\n(.*?)```", readme, re.DOTALL)
    imports = "".join(
        f"import {each}.*;\n" for each in ("java.nio.file", "java.util", "wenlu.client", "wenlu.client.models")
    )
    head = "class Examples { void called(Wenlu wenlu, Question question, Question ordering) {\n"
    source = tmp_path / "Examples.java"
    source.write_text(f"{imports}{head}{statements}}}}}", encoding="utf-8")
    _compiled(program, "-cp", str(classes), "-d", str(tmp_path), str(source))


def test_a_result_that_is_one_of_several_models_has_an_interface_of_its_own() -> None:
    models = {name: Model(name, "", (Field(name.lower(), Type("string"), True),)) for name in ("Question", "Title")}
    union = Type("union", items=tuple(Type("model", model=name) for name in models))
    operation = replace(read().operations[0], name="question", result=union)
    made = {path.name: text for path, text in written(Api("1", (operation,), models)).items()}
    assert "public sealed interface QuestionResult permits Question, Title {}" in made["QuestionResult.java"]
    assert "public record Title(String title) implements QuestionResult {}" in made["Title.java"]
    assert "public QuestionResult question(String apiKey) {" in made["Operations.java"]
    assert "import wenlu.client.models.QuestionResult;" in made["Operations.java"]


def test_the_client_needs_nothing_but_the_jdk() -> None:
    imported = {
        line
        for file in MAIN.rglob("*.java")
        for line in file.read_text("utf-8").splitlines()
        if line.startswith("import ")
    }
    assert all(re.match(r"import (java|wenlu)\.", line) for line in imported)
    assert "<dependency>" not in (PACKAGE / "pom.xml").read_text("utf-8")


def test_the_version_is_the_same_everywhere() -> None:
    (version,) = re.findall(r'VERSION = "(.*?)"', (MAIN / "wenlu/client/Wenlu.java").read_text("utf-8"))
    assert f"<version>{version}</version>" in (PACKAGE / "pom.xml").read_text("utf-8")
    assert f"wenlu:wenlu-client:{version}" in (PACKAGE / "README.md").read_text("utf-8")
