"""The widget of the marking desk."""

from __future__ import annotations

from functools import cache

from pages.parts.components import Component, component_from


@cache
def marking_desk() -> Component:
    """One text with its marks, the rubric and the comment, worked by keys."""
    return component_from(
        "marking_desk",
        scripts=("shell/dom.js", "essays/text.js", "marking/model.js", "marking/desk.js"),
        styles=("essays/essay.css", "marking/desk.css"),
    )
