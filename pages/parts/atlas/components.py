"""The widgets of the map: the drawing, and the search that knows every point."""

from __future__ import annotations

from functools import cache

from pages.parts.components import Component, component_from


@cache
def atlas() -> Component:
    """The map of a level: regions from afar, points with their names from near; a click on a point opens it."""
    scripts = ("shell/dom.js", "atlas/labels.js", "atlas/shapes.js", "atlas/view.js", "atlas/atlas.js")
    return component_from("atlas", scripts=scripts, styles=("atlas/atlas.css",))


@cache
def point_search() -> Component:
    """A search by Chinese, by pinyin without tones, by English and by number, with suggestions while one types."""
    return component_from("point_search", scripts=("shell/dom.js", "atlas/search.js"), styles=("atlas/search.css",))
