"""What docs/ tells people to type is typed here; what it names is there.

A block marked `sh` is run, block after block of a document, on a database of its own. A block with a word behind `sh` needs what a test has not
(root, the network, containers, a server that goes on): of it every `wenlu` command is parsed. `tests/deploy` runs the servers.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
import yaml

from core.cli import build_parser
from core.records.access import Role
from core.settings import Settings
from core.wire import Language
from pages.parts.addresses import addresses
from pages.parts.i18n import writing_in

ROOT = Path(__file__).resolve().parent.parent
BY_READER = (
    "README.md", "student.md", "student.zh.md", "teacher.md", "teacher.zh.md", "operate.md", "develop.md",
)  # fmt: skip
DOCUMENTS = [*(ROOT / "docs" / name for name in BY_READER), ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]
BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
INLINE = re.compile(r"`(wenlu [^`]+)`")
LINK = re.compile(r"\]\(([^)#\s]*)(#[\w-]+)?\)")
BOLD = re.compile(r"\*\*([^*]+)\*\*")
SETTING = re.compile(r"\bWENLU_([A-Z_]+)\b")
NOT_RUN = {"root", "network", "containers", "server"}
PLACEHOLDERS = {"…", "COMMAND"}
ROLES: dict[str, tuple[Role, ...]] = {
    "student.md": ("student",), "teacher.md": ("teacher", "admin"), "operate.md": ("teacher", "admin"),
}  # fmt: skip


@dataclass(frozen=True)
class Block:
    """A block of code of a document."""

    document: Path
    info: tuple[str, ...]
    text: str


def blocks(document: Path) -> list[Block]:
    text = document.read_text(encoding="utf-8")
    return [Block(document, tuple(info.split()), code) for info, code in BLOCK.findall(text)]


def commands(line: str) -> list[list[str]]:
    """The `wenlu` commands of a line of shell, without what stands before and behind them.

    >>> commands("printf x | sudo wenlu doctor > out && /opt/wenlu/bin/wenlu backup --keep 14")
    [['doctor'], ['backup', '--keep', '14']]
    >>> commands("docker compose -f deploy/compose.yaml exec server wenlu doctor")
    [['doctor']]
    >>> commands("wenlu xapi forget --user wenlu --organisation School")
    [['xapi', 'forget', '--user', 'wenlu', '--organisation', 'School']]
    """
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;<>")
    lexer.whitespace_split = True
    parts: list[list[str]] = [[]]
    for word in lexer:
        if set(word) <= set("|&;<>"):
            parts.append([])
        else:
            parts[-1].append(word)
    found = []
    for part in parts:
        positions = [number for number, word in enumerate(part) if word.rpartition("/")[2] == "wenlu"]
        # `wenlu xapi register --user wenlu --site URL`: a value of an option is no command, unless there is no other.
        positions = [number for number in positions if number == 0 or not part[number - 1].startswith("-")] or positions
        # `install … /usr/local/sbin/wenlu` and `createdb wenlu` end with it: no command of ours.
        if positions and positions[-1] + 1 < len(part):
            found.append(part[positions[-1] + 1 :])
    return found


@cache
def parser_of_commands() -> argparse.ArgumentParser:
    """The parser of whole commands."""
    return build_parser()


@cache
def parser_of_sentences() -> argparse.ArgumentParser:
    """The parser of the commands as a sentence names them: perhaps without all that they need, but with nothing that they do not know."""
    parser = build_parser()
    _require_nothing(parser)
    return parser


def _require_nothing(parser: argparse.ArgumentParser) -> None:
    for group in parser._mutually_exclusive_groups:
        group.required = False
    for action in parser._actions:
        action.required = False
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                _require_nothing(each)
        elif not action.option_strings:
            action.nargs = {None: "?", "+": "*"}.get(action.nargs, action.nargs)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_command_that_a_document_names_exists_with_its_options(document: Path) -> None:
    shell = [block.text.replace("\\\n", " ") for block in blocks(document) if block.info[:1] == ("sh",)]
    for arguments in (each for text in shell for line in text.splitlines() for each in commands(line)):
        assert parser_of_commands().parse_args(arguments).run
    in_sentences = INLINE.findall(BLOCK.sub("", document.read_text(encoding="utf-8")))
    for arguments in (each for line in in_sentences for each in commands(line)):
        if not PLACEHOLDERS & set(arguments):
            parser_of_sentences().parse_args(arguments)


@pytest.mark.parametrize(
    "line",
    ["wenlu keys create --colour red", "wenlu keys create --tier golden", "wenlu keys make", "wenlu restore --to F"],
)
def test_what_a_command_does_not_know_is_seen_where_it_lacks_what_it_needs_too(
    line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (arguments,) = commands(line)
    with pytest.raises(SystemExit, match="2"):
        parser_of_sentences().parse_args(arguments)
    assert "required" not in capsys.readouterr().err


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_block_says_what_it_is(document: Path) -> None:
    for block in blocks(document):
        if block.info == ("yaml",):
            assert yaml.safe_load(block.text)
        else:
            assert block.info[0] == "sh", block
            assert set(block.info[1:]) <= NOT_RUN, block


@pytest.mark.exhaustive
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(
    "document",
    [each for each in DOCUMENTS if any(block.info == ("sh",) for block in blocks(each))],
    ids=lambda path: path.name,
)
def test_what_a_document_tells_people_to_type_works_in_its_order(document: Path, tmp_path: Path) -> None:
    settings = {
        "WENLU_DATABASE_URL": f"sqlite:///{tmp_path / 'wenlu.db'}",
        "WENLU_BACKUPS": str(tmp_path / "backups"),
        "WENLU_RECORDINGS": str(tmp_path / "recordings"),
    }
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("WENLU_")}
    path = f"{Path(sys.executable).parent}{os.pathsep}{inherited['PATH']}"
    for block in blocks(document):
        if block.info == ("sh",):
            # Files of examples lie in /tmp: here in a folder of the test.
            script = block.text.replace("/tmp/", f"{tmp_path}/")
            told = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", script],
                cwd=tmp_path,
                env={**inherited, **settings, "PATH": path},
                capture_output=True,
                text=True,
                timeout=600,
            )
            assert told.returncode == 0, f"{script}\n{told.stdout}\n{told.stderr}"


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_link_of_a_document_leads_somewhere(document: Path) -> None:
    broken = []
    for target, anchor in LINK.findall(document.read_text(encoding="utf-8")):
        if target.startswith("https://"):
            continue
        file = (document.parent / target).resolve() if target else document
        if not file.exists() or (anchor and anchor[1:] not in _anchors(file)):
            broken.append(f"{target}{anchor}")
    assert broken == []


def _anchors(file: Path) -> set[str]:
    """The anchors of a document's headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", BLOCK.sub("", file.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_setting_that_a_document_names_exists(document: Path) -> None:
    known = {name.upper() for name in vars(Settings())}
    assert set(SETTING.findall(document.read_text(encoding="utf-8"))) - known == set()


@pytest.mark.parametrize("name", sorted(ROLES))
def test_every_page_that_a_document_names_is_one_that_its_reader_sees(name: str) -> None:
    titles = _titles(name, "en")
    named = BOLD.findall((ROOT / "docs" / name).read_text(encoding="utf-8"))
    assert named
    assert set(named) - titles.keys() == set()


@pytest.mark.parametrize("name", ["student.md", "teacher.md"])
def test_a_document_names_the_same_pages_in_both_languages(name: str) -> None:
    languages: tuple[tuple[str, Language], ...] = ((name, "en"), (name.replace(".md", ".zh.md"), "zh"))
    english, chinese = (
        [_titles(name, language)[title] for title in BOLD.findall((ROOT / "docs" / file).read_text(encoding="utf-8"))]
        for file, language in languages
    )
    assert english == chinese


def _titles(name: str, language: Language) -> dict[str, str]:
    """The pages that the readers of a document find in the menu: their addresses by title."""
    with writing_in(language):
        return {each.title: each.name for each in addresses() if set(each.roles) & set(ROLES[name]) and not each.under}


def test_every_service_of_the_compose_file_that_a_document_names_exists() -> None:
    services = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text(encoding="utf-8"))["services"]
    text = (ROOT / "docs" / "operate.md").read_text(encoding="utf-8")
    named = set(re.findall(r"compose\.yaml (?:exec|run --rm) (\w+)", text))
    assert named
    assert named <= services.keys()


def test_a_wheel_with_the_same_number_as_the_installed_one_replaces_it() -> None:
    """The version is 0.1.0 throughout, and pip leaves what has the same number alone."""
    section = (
        (ROOT / "docs" / "operate.md").read_text(encoding="utf-8").partition("## Upgrade")[2].partition("\n## ")[0]
    )
    installing = re.findall(r"pip install (.*)dist/wenlu-\*\.whl", section)
    assert installing == ["", "--force-reinstall --no-deps "] * 2


def test_the_server_is_asked_whether_it_is_ready_before_the_installation_is_checked() -> None:
    """`wenlu doctor` calls a database wrong that is being migrated."""
    starting = [
        block.text
        for block in blocks(ROOT / "docs" / "operate.md")
        if block.info == ("sh", "root") and "wenlu doctor" in block.text
    ]
    assert len(starting) == 2
    for text in starting:
        assert re.search(
            r"systemctl (?:enable|restart).*\ncurl .*--retry-all-errors .*/readyz\nsudo wenlu doctor", text
        )


def test_a_restore_in_containers_stops_who_writes_and_runs_in_a_container_of_its_own() -> None:
    restoring = [
        block.text for block in blocks(ROOT / "docs" / "operate.md") if block.info == ("sh", "containers")
        and "wenlu restore" in block.text
    ]  # fmt: skip
    assert len(restoring) == 2
    for text in restoring:
        assert re.search(r"stop server scheduler\n.*run --rm backup wenlu restore /backups/", text)


def test_every_file_of_deploy_that_a_document_names_exists() -> None:
    text = (ROOT / "docs" / "operate.md").read_text(encoding="utf-8")
    named = {each.rstrip(".") for each in re.findall(r"\bdeploy/[\w./-]+", text)} - {"deploy/.env", "deploy/"}
    assert [each for each in sorted(named) if not (ROOT / each).exists()] == []
