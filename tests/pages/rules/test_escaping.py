"""What keeps words from being markup, seen in the source: components draw text nodes only, pages escape what people wrote."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from pages.parts.shown_text import escaped, escaped_lines, unescaped

ROOT = Path(__file__).resolve().parents[3]
PAGES = sorted([*ROOT.glob("frame/*.py"), *ROOT.glob("pages/*.py"), *ROOT.glob("pages/parts/**/*.py")])
MARKUP_IN_SCRIPTS = (
    "innerHTML",
    "outerHTML",
    "insertAdjacentHTML",
    "document.write",
    "createContextualFragment",
    "DOMParser",
)
TYPED = frozenset({"display_name", "essay_title", "comment", "note", "teacher_note", "reply", "remedy"})
"""Attributes that hold what people or files say and nothing else."""
DRAWING = frozenset(
    {
        "markdown",
        "caption",
        "info",
        "success",
        "warning",
        "error",
        "toast",
        "title",
        "header",
        "subheader",
        "button",
        "badge",
    }
)


@pytest.mark.parametrize("file", sorted(ROOT.glob("pages/parts/*/*.js")), ids=lambda file: file.name)
def test_a_component_never_reads_text_as_html(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert [word for word in MARKUP_IN_SCRIPTS if word in text] == []


def unescaped_names(node: ast.AST) -> Iterator[str]:
    """Attributes of `TYPED` outside of a call that escapes or only tests them."""
    if isinstance(node, ast.Call):
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name.startswith("escaped"):
            return
    if isinstance(node, ast.Attribute) and node.attr in TYPED:
        yield node.attr
    for child in ast.iter_child_nodes(node):
        yield from unescaped_names(child)


def test_a_page_draws_no_typed_word_unescaped() -> None:
    bad = [
        f"{file.name}, line {call.lineno}: {name}"
        for file in PAGES
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in DRAWING
        for argument in call.args[:1]
        for name in unescaped_names(argument)
    ]
    assert bad == []


@pytest.mark.parametrize(
    "text", ["茶 10:30", "a -> b", "https://a.b", "x@y.z", "1. 一", "- 二", ":tea:", "www.a.b", "(一)", "&amp; $x$"]
)
def test_escaped_text_is_drawn_as_it_was_and_escaping_twice_changes_nothing(text: str) -> None:
    assert unescaped(escaped(text)) == text
    assert escaped(escaped(text)) == escaped(text)


def test_lines_stay_lines_and_what_nobody_sees_is_left_out() -> None:
    assert escaped("一\r\n二\u202e") == "一 二"
    assert escaped_lines("一\n\n- 二") == "一  \n\u00a0  \n\\- 二"
