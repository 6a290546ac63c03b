"""Both catalogues hold every message that the pages use, and nothing is said past them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

ROOT = Path(__file__).resolve().parents[3]
FILES = sorted([*ROOT.glob("frame/*.py"), *ROOT.glob("pages/*.py"), *ROOT.glob("pages/parts/**/*.py")])
DRAWING = {
    "title", "header", "subheader", "markdown", "caption", "write", "info", "success", "warning", "error", "toast",
    "button", "metric", "text_area", "text_input", "selectbox", "multiselect", "pills", "segmented_control", "expander",
    "popover", "download_button", "page_link", "radio", "checkbox", "toggle", "tabs",
}  # fmt: skip


def calls(file: Path) -> Iterator[ast.Call]:
    """Every call in a file."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield node


def messages(file: Path) -> Iterator[tuple[str, ...]]:
    """The message ids of a file: one text, or two for a count."""
    for call in calls(file):
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        count = {"_": 1, "ngettext": 2}.get(name, 0)
        texts = [argument.value for argument in call.args[:count] if isinstance(argument, ast.Constant)]
        if count and file.name != "i18n.py":
            assert len(texts) == count, f"{file.name}, line {call.lineno}: a message must be a literal"
            yield tuple(map(str, texts))


USED = {message: file.name for file in FILES for message in messages(file)}


def catalogue(folder: str) -> Catalog:
    with (ROOT / "locale" / folder / "LC_MESSAGES" / "wenlu.po").open("rb") as file:
        return read_po(file, locale=folder)


@pytest.mark.parametrize("folder", ["zh_CN", "en"])
def test_every_message_is_translated(folder: str) -> None:
    known = catalogue(folder)
    missing = []
    for message, file in USED.items():
        entry = known.get(message[0] if len(message) == 1 else message)
        texts = [] if entry is None else [entry.string] if isinstance(entry.string, str) else list(entry.string)
        if not texts or not all(texts) or (entry is not None and entry.fuzzy):
            missing.append(f"{file}: {message[0]}")
    assert missing == []


@pytest.mark.parametrize("folder", ["zh_CN", "en"])
def test_no_catalogue_holds_messages_that_nobody_uses(folder: str) -> None:
    used = {message[0] for message in USED}
    ids = [entry.id if isinstance(entry.id, str) else entry.id[0] for entry in catalogue(folder) if entry.id]
    assert [message_id for message_id in ids if message_id not in used] == []


@pytest.mark.parametrize("folder", ["zh_CN", "en"])
def test_a_translation_keeps_the_placeholders(folder: str) -> None:
    for entry in catalogue(folder):
        if not entry.id:
            continue
        source = entry.id if isinstance(entry.id, str) else entry.id[-1]
        for text in [entry.string] if isinstance(entry.string, str) else entry.string:
            assert fields(text) <= fields(source), source


def fields(text: str) -> set[str]:
    from string import Formatter

    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_no_page_says_a_word_past_the_catalogues() -> None:
    bare = [
        f"{file.name}, line {call.lineno}: {call.args[0].value}"
        for file in FILES
        for call in calls(file)
        if isinstance(call.func, ast.Attribute)
        and call.func.attr in DRAWING
        and call.args
        and isinstance(call.args[0], ast.Constant)
        and any(mark.isalpha() for mark in str(call.args[0].value))
    ]
    assert bare == []
