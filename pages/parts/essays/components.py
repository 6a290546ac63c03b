"""The widgets of essay reviews."""

from __future__ import annotations

from functools import cache

from pages.parts.components import Component, component_from


@cache
def marked_essay() -> Component:
    """An essay with its edits written in, and the list beside it."""
    return component_from(
        "essay_marked",
        scripts=("shell/dom.js", "essays/text.js", "essays/doubts.js", "essays/marked.js"),
        styles=("essays/essay.css", "essays/doubts.css"),
    )


@cache
def essay_search() -> Component:
    """An essay without its corrections: the reader finds them."""
    return component_from(
        "essay_find", scripts=("shell/dom.js", "essays/text.js", "essays/find.js"), styles=("essays/essay.css",)
    )
