"""The map of every level, drawn in a real Chromium with software rendering: no label lies on another, and how smoothly it is dragged.

The picture stands on a page of its own, as wide as beside the list on a window of 1280 and of 1920 pixels, in both languages, from afar and
from near, and on a full screen. What is measured are the boxes of the texts as they are drawn.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from benchmarks.service.pages import chromium
from core.knowledge import layout
from core.knowledge.wire import MapSheet
from core.tables import Tables
from core.wire import Language
from evaluation.bars import Bars
from pages.parts.atlas.sheet import ShownPoint, all_levels_data, level_data
from pages.parts.components import asset
from pages.parts.i18n import writing_in
from pages.parts.map.words import STATUSES

LEVELS = (1, 2, 3, 4, 5, 6, 7)
ALL = 0
LANGUAGES: tuple[Language, ...] = ("zh", "en")
WINDOWS: dict[str, tuple[int, int, int]] = {
    "1280": (1280, 720, 500),
    "1920": (1920, 1080, 900),
    "1280 full": (1280, 720, 1280),
    "1920 full": (1920, 1080, 1920),
    "phone": (390, 780, 358),
}
"""Width and height of the window, and the width that the map has on the page."""
TOUCH_PX = 0.5
"""Boxes that share less are beside each other: edges are rounded to fractions of a pixel."""
LEAST_PX = 11.0
"""The smallest label that is read on a screen."""
FRAMES_A_SECOND = 60.0
DRAG_SECONDS = 3.0
THEME = """--st-font: 'Noto Sans SC','Noto Sans CJK SC',sans-serif; --st-text-color: #0E151D; --st-background-color: #FBF8F3;
--st-secondary-background-color: #F3EDE2; --st-border-color: #E7E1D6; --st-gray-text-color: #5B6472; --st-blue-color: #2B4C7E;
--st-primary-color: #B93A2B;"""
SCRIPTS = ("shell/dom.js", "atlas/labels.js", "atlas/shapes.js", "atlas/view.js", "atlas/atlas.js")
PAGE = """<!doctype html><html lang="zh-CN"><style>:root {{ {theme} }} body {{ margin: 0; background: #FBF8F3 }} {style}
#holder {{ width: {width}px }} {tall}</style><div id="holder"><div class="wenlu"></div></div><script>{script}
window.sent = [];
window.shown = (data) => render({{ data, parentElement: document.getElementById("holder"), setTriggerValue: (...what) => window.sent.push(what) }});
</script>"""
TEXTS = """() => {
  const port = document.querySelector(".port").getBoundingClientRect();
  return [...document.querySelectorAll("svg text")].map((text) => {
    const box = text.getBoundingClientRect(), owner = text.closest("[data-point]") ?? text.closest("[data-region]");
    const size = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
    const cell = text.closest("[data-point]")?.querySelector(".hit") ?? text.closest("[data-region]")?.querySelector(".ground");
    const around = cell.getBoundingClientRect();
    return { text: text.textContent, x: box.x, y: box.y, right: box.right, bottom: box.bottom, size,
      outside: Math.max(around.x - box.x, box.right - around.right, around.y - box.y, box.bottom - around.bottom),
      shown: box.width > 0 && getComputedStyle(text).visibility === "visible" };
  }).filter((text) => text.shown);
}"""
MARKS = """() => [...document.querySelectorAll(".point .mark")].map((mark) => {
    const box = mark.getBoundingClientRect();
    return { text: "mark", x: box.x + 2, y: box.y + 2, right: box.right - 2, bottom: box.bottom - 2 };
})"""
FRAMES = """() => { window.ticks = []; const tick = now => { window.ticks.push(now); window.ticking = requestAnimationFrame(tick) };
window.ticking = requestAnimationFrame(tick) }"""
FRAMES_SEEN = "() => { cancelAnimationFrame(window.ticking); return window.ticks }"
AT_REST = "port => 'rest' in port.dataset && port.getAnimations({subtree: true}).length === 0"


class Look(NamedTuple):
    """What the labels of a picture are like."""

    labels: int
    collisions: list[str]
    smallest: float
    shortened: int


def run(bars: Bars) -> None:
    """Print the collisions of labels and the frames a second against their bars."""
    with chromium() as browser:
        for name, window in WINDOWS.items():
            page = drawn_page(browser, *window)
            looks = {
                (level, language, view): look
                for level in (*LEVELS, ALL)
                for language in LANGUAGES
                for view, look in looks_of(page, level, language)
            }
            _print(bars, name, looks)
            page.context.close()
        page = drawn_page(browser, *WINDOWS["1280"])
        for level in (1, 7):
            show(page, level, "zh")
            nearer(page)
            bars.at_least(f"level {level} dragged, frames a second, 1280", dragged(page), FRAMES_A_SECOND)


def _print(bars: Bars, name: str, looks: dict[tuple[int, Language, str], Look]) -> None:
    for view in ("far", "near"):
        some = [look for (_, _, each), look in looks.items() if each == view]
        collisions = [text for look in some for text in look.collisions]
        labels = sum(look.labels for look in some)
        smallest = min(look.smallest for look in some)
        cut = sum(look.shortened for look in some)
        bars.equal(f"{name}, {view}: collisions among {labels} labels", len(collisions), 0)
        for text in collisions[:5]:
            print(f"    {text}")
        bars.at_least(f"{name}, {view}: smallest label, pixels", smallest, LEAST_PX)
        print(f"    shortened with an ellipsis: {cut}")


@cache
def _tables() -> Tables:
    return Tables()


def data_of(level: int, language: Language) -> dict[str, Any]:
    """The picture of a level with every status in it."""
    table = _tables().points
    rows = [row for row in table.rows if level in (ALL, row.level)]
    shown = [ShownPoint(row, STATUSES[index % 5], index % 7 == 0, "8 of 10 right") for index, row in enumerate(rows)]
    nothing = {"chosen": None, "flight": 0}
    with writing_in(language):
        if level == ALL:
            return {**all_levels_data(shown, faded=()), **nothing}
        sheets: dict[str, MapSheet] = {shape: layout.level_layout(table, level, shape) for shape in layout.SHAPES}
        return {**level_data(shown, table, sheets, level=level, faded=()), **nothing}


def drawn_page(browser: Any, width: int, height: int, room: int) -> Any:
    """A page that holds nothing but the widget; a map as wide as its window fills it."""
    page = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce").new_page()
    script = "\n".join(asset(each) for each in SCRIPTS)
    tall = ".port.port { height: 100vh }" if room == width else ""
    page.set_content(PAGE.format(theme=THEME, style=asset("atlas/atlas.css"), width=room, tall=tall, script=script))
    return page


def show(page: Any, level: int, language: Language) -> None:
    """Draw a level, seen from afar."""
    page.evaluate("data => window.shown(JSON.parse(data))", json.dumps(data_of(level, language)))
    page.locator('[data-do="whole"]').click()
    _rest(page)


def _rest(page: Any) -> None:
    page.wait_for_function(AT_REST, arg=page.locator(".port").element_handle())


def nearer(page: Any) -> None:
    """Closer, until the points have their names."""
    for _step in range(12):
        if page.locator(".frame.far").count() == 0:
            break
        page.locator('[data-do="enlarge"]').click()
        page.wait_for_timeout(50)
    _rest(page)


def looks_of(page: Any, level: int, language: Language) -> Iterator[tuple[str, Look]]:
    """How the labels of a level look from afar and from near: there all of them are drawn, in sight or not."""
    show(page, level, language)
    yield "far", _look(page)
    if level != ALL:
        nearer(page)
        yield "near", _look(page)


def _look(page: Any) -> Look:
    texts: list[dict[str, Any]] = page.evaluate(TEXTS)
    found = [f"{one['text']!r} on {other['text']!r}" for one, other in _overlapping(texts)]
    found += [
        f"{each['text']!r} reaches out of its place by {each['outside']:.1f} px"
        for each in texts
        if each["outside"] > 1
    ]
    found += [f"{text['text']!r} on a mark" for text, _ in _overlapping(texts, page.evaluate(MARKS))]
    return Look(len(texts), found, min(each["size"] for each in texts), sum("…" in each["text"][-1:] for each in texts))


def _overlapping(
    texts: Sequence[dict[str, Any]], others: Sequence[dict[str, Any]] | None = None
) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    pairs = combinations(texts, 2) if others is None else ((one, other) for one in texts for other in others)
    for one, other in pairs:
        wide = min(one["right"], other["right"]) - max(one["x"], other["x"])
        high = min(one["bottom"], other["bottom"]) - max(one["y"], other["y"])
        if wide > TOUCH_PX and high > TOUCH_PX:
            yield one, other


def dragged(page: Any) -> float:
    """Frames a second while the picture is dragged to and fro; 0 where it did not move."""
    box = page.locator(".port").bounding_box()
    left, top = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    paper, where = page.locator(".paper"), "paper => paper.style.transform"
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move(left + 20, top + 20)
    before = paper.evaluate(where)
    page.evaluate(FRAMES)
    started, step = time.perf_counter(), 0
    while time.perf_counter() - started < DRAG_SECONDS:
        step += 1
        page.mouse.move(left + 3 * (step % 40), top + 2 * (step % 40))
    ticks: list[float] = page.evaluate(FRAMES_SEEN)
    moved = paper.evaluate(where) != before
    page.mouse.up()
    return 1000 * (len(ticks) - 1) / (ticks[-1] - ticks[0]) if moved and len(ticks) > 1 else 0.0


if __name__ == "__main__":
    result = Bars()
    run(result)
    raise SystemExit(result.failed > 0)
