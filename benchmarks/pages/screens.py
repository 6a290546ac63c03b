"""The pictures of docs/screens, made anew from a demo with its class: `python -m benchmarks screens`.

Names, sizes and order are those of `SHOTS`; what lies there and is none of them is taken away.
"""

from __future__ import annotations

import argparse
import io
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

from benchmarks.pages import clicks
from benchmarks.pages.stage import PHONE, chromium, entered, opened, served, visits
from benchmarks.service.servers import ROOT
from evaluation.bars import Bars
from evaluation.service.looking import settled

FOLDER = ROOT / "docs" / "screens"
SCREEN = (1280, 800)
MOST_BYTES, MOST_IN_ALL = 120_000, 1_500_000
QUALITIES = (88, 80, 72, 64, 50)
"""Of WebP, tried in this order until a picture is small enough."""
STILL_MS = 1_000
"""What glides into its place has done so."""


@dataclass(frozen=True)
class Shot:
    """A picture: the name of its file, the address, what it shows in words, and what is done before it is taken."""

    name: str
    path: str
    alt: str
    role: str = "student"
    phone: bool = False
    before: Callable[[Any], None] | None = None
    page: str = ""
    """The page that must be there for the picture to be made, where that is not the one in the path."""

    @property
    def needs(self) -> str:
        """Name of the page that is shown."""
        return self.page or self.path.lstrip("/").partition("?")[0]


def _read(page: Any) -> None:
    """The newest reading of a text from the history, at its syllables."""
    page.locator(".st-key-speaking_history a").first.click()
    page.get_by_text("Sounds and tones").first.wait_for()
    settled(page)
    wrong = page.locator("[aria-label*='misread (Tone)']")
    if wrong.count():
        wrong.first.click()
        settled(page)
    _up(page, page.locator("[aria-label*='misread'], [aria-label*=': right']").first)


def _review(page: Any) -> None:
    """An essay with an error or two, and its review."""
    review = page.get_by_role("button", name=clicks.REVIEW)
    review.wait_for()
    settled(page)
    page.get_by_test_id("stMain").locator("textarea:visible").first.fill(clicks.ESSAY)
    review.click()
    marked = page.get_by_role("group", name="The marked essay")
    marked.wait_for()
    settled(page)
    if page.locator(".error").count():
        page.locator(".error").first.click()
        settled(page)
    _up(page, marked)


def _answer(page: Any) -> None:
    """A card whose answer was wrong, or not known."""
    start, card = page.get_by_role("button", name="Start", exact=True), page.locator(".exercise")
    start.or_(card).first.wait_for()
    if not card.count():
        start.click()
    card.wait_for()
    page.get_by_role("button", name="I don't know").click()
    page.locator(".verdict").wait_for()


def _up(page: Any, locator: Any) -> None:
    """Scroll so that something stands near the top, below the bar of the page."""
    locator.evaluate("element => element.scrollIntoView({ block: 'start' })")
    page.mouse.move(640, 400)
    page.mouse.wheel(0, -110)
    page.wait_for_timeout(STILL_MS)


SHOTS = (
    Shot("today", "/today", "Today: one large card to go on with, and below it what the teacher gave"),
    Shot("reading", "/speaking_history", "A text read aloud: the pitch of a syllable beside its tone, and what was heard", before=_read),
    Shot("map", "/knowledge_map", "The knowledge map: what is known, what is next, in the order of learning"),
    Shot("essay", "/writing", "An essay reviewed: the marks in the text and what one of them means", before=_review),
    Shot("road", "/road", "The road: units of a level with a can-do goal each, and how far each is done"),
    Shot("unit", "/road?unit=u1-03", "A unit of the road: its goal and its steps, each with the minutes that it takes"),
    Shot("portrait", "/portrait", "The portrait: a radar of abilities with what stands behind each number"),
    Shot("words", "/my_words", "My words: the deck of words that were looked up"),
    Shot("settings", "/settings", "Settings: languages, pinyin, sound, the daily goal, privacy"),
    Shot("class", "/class_inbox", "A teacher's first page: who needs what in the class", role="teacher"),
    Shot("class-map", "/class_map", "The knowledge map of a class: which points how many students know", role="teacher"),
    Shot("marking", "/marking", "The marking desk of a teacher", role="teacher"),
    Shot("today-phone-dark", "/today", "Today on a phone, in dark", phone=True),
    Shot("road-phone-dark", "/road", "The road on a phone, in dark", phone=True),
    Shot("map-phone-dark", "/knowledge_map", "The knowledge map on a phone, in dark", phone=True),
    Shot("card", "/practice", "A card of a round with its answer explained", before=_answer),
)  # fmt: skip
"""The first four stand in the README of the project. What leaves something behind, as an open round does, comes last."""
INDEX = """# What the pages look like

Made by `uv run python -m benchmarks screens` from the demo class and its simulated year; nobody in it is a real person.
Pages at 1280 x 800, on a phone at 390 x 780.
"""


def run(arguments: Sequence[str] = ()) -> int:
    """Make the pictures; how many are missing or too large."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks screens", description=__doc__)
    parser.add_argument("--database", type=Path, help="SQLite file of a demo with its class; it is copied")
    parser.add_argument("--only", default="", help="names of pictures; the others stay as they are")
    given = parser.parse_args(arguments)
    wanted = [name for name in given.only.split(",") if name]
    there = {visit.name for role in ("student", "teacher") for visit in visits(role)}
    shots = [shot for shot in SHOTS if shot.needs in there]
    bars, failed = Bars(), []
    with tempfile.TemporaryDirectory() as name:
        made = Path(name)
        with served(history=True, source=given.database) as server, chromium() as browser:
            for shot in shots:
                if wanted and shot.name not in wanted:
                    continue
                try:
                    _take(shot, browser, server.address, made)
                except Exception as error:  # the other pictures are made all the same
                    failed.append(shot.name)
                    print(f"    {shot.name}: {str(error)[:300]}")
        _put(made, shots, keep_others=bool(wanted or failed))
    files = sorted(FOLDER.glob("*.webp"))
    bars.equal("pictures that could not be made", failed, [])
    largest = max((file.stat().st_size for file in files), default=0)
    bars.at_most("bytes of the largest picture", largest, MOST_BYTES)
    bars.at_most(f"bytes of all {len(files)}", sum(file.stat().st_size for file in files), MOST_IN_ALL)
    return bars.failed


def _take(shot: Shot, browser: Any, address: str, folder: Path) -> None:
    size = PHONE if shot.phone else SCREEN
    with entered(browser, address, shot.role, size=size, scheme="dark" if shot.phone else "light") as page:
        opened(page, f"{address}{shot.path}")
        if shot.before is not None:
            shot.before(page)
        settled(page)
        page.wait_for_timeout(STILL_MS)
        written = _small(page.screenshot())
    (folder / f"{shot.name}.webp").write_bytes(written)
    print(f"    {shot.name}: {len(written) / 1000:.0f} kB", flush=True)


def _small(png: bytes) -> bytes:
    """A PNG as WebP, of the best quality that keeps it small."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    written = b""
    for quality in QUALITIES:
        file = io.BytesIO()
        image.save(file, "WEBP", quality=quality, method=6)
        written = file.getvalue()
        if len(written) <= MOST_BYTES:
            break
    return written


def _put(made: Path, shots: Sequence[Shot], *, keep_others: bool) -> None:
    """Replace what lies in docs/screens, and write the table of it."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    if not keep_others:
        for file in FOLDER.glob("*.webp"):
            file.unlink()
    for file in made.glob("*.webp"):
        (FOLDER / file.name).write_bytes(file.read_bytes())
    rows = [
        f"## {shot.name}\n\n![{shot.alt}]({shot.name}.webp)\n"
        for shot in shots
        if (FOLDER / f"{shot.name}.webp").exists()
    ]
    (FOLDER / "README.md").write_text("\n".join([INDEX, *rows]), encoding="utf-8")
