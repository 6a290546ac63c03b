"""From opening the address: clicks and seconds to the first answered card, to a scored reading, to a reviewed essay.

Each way is gone by a new student through the demo door. A click is a click, that of the door among them; typed text is not counted. The seconds
are the machine's: nobody reads here.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.pages.stage import DESK, PATIENCE_MS, Options, Served
from benchmarks.service.servers import ROOT
from core.demo.story import READING
from evaluation.bars import Bars
from evaluation.service.looking import settled

CARD_CLICKS, CARD_SECONDS = 3, 60.0
READING_CLICKS, ESSAY_CLICKS = 4, 3
SPOKEN_SECONDS = 4
STORY = ROOT / "data" / "story_reading.wav"
"""`READING`, said by the project's own voice."""
ESSAY = "昨天下午我去图书馆见面他。我们一起看书，一起喝茶。图书馆里有很多人，可是很安静。回家的时候我很高兴。"
MOST_SLIDES = 12
GO_ON = re.compile(r"^(Continue|Start)\b")
REVIEW = re.compile(r"^Review my ")


class Way:
    """A page on its way, and the clicks so far."""

    def __init__(self, page: Any, address: str) -> None:
        self.page = page
        self.clicks: list[str] = []
        self._began = time.perf_counter()
        page.goto(address)

    def click(self, locator: Any, name: str) -> None:
        """One click."""
        locator.click()
        self.clicks.append(name)

    @property
    def seconds(self) -> float:
        """Since the address was opened."""
        return time.perf_counter() - self._began


def write_voice(file: Path) -> None:
    """The sound that the microphone hears: `READING`, as the presenter's story has it."""
    file.write_bytes(STORY.read_bytes())


def clicks(_: Options, browser: Any, served: Served, bars: Bars) -> None:
    """Go the three ways, each in a browser that was never here."""
    ways: tuple[tuple[str, Callable[[Way], None], int, float | None], ...] = (
        ("first answered card", _to_card, CARD_CLICKS, CARD_SECONDS),
        ("scored reading", _to_reading, READING_CLICKS, None),
        ("reviewed essay, and the text", _to_essay, ESSAY_CLICKS, None),
    )
    _try_card_at_the_gate(browser, served)
    for name, follow, most, seconds in ways:
        context = _new_context(browser)
        way = Way(context.new_page(), served.address)
        try:
            follow(way)
        except Exception as error:  # a way that ends is a finding
            bars.check(f"clicks to a {name}", f"lost after {way.clicks}: {str(error)[:200]}", False, f"at most {most}")
        else:
            print(f"    {name}: {' -> '.join(way.clicks)} ({way.seconds:.1f} s)")
            bars.at_most(f"clicks to a {name}", len(way.clicks), most)
            if seconds is not None:
                bars.at_most(f"seconds to a {name}", way.seconds, seconds)
        context.close()


def _new_context(browser: Any) -> Any:
    width, height = DESK
    context = browser.new_context(
        viewport={"width": width, "height": height}, locale="en-GB", permissions=["microphone"]
    )
    context.set_default_timeout(PATIENCE_MS)
    return context


def _try_card_at_the_gate(browser: Any, served: Served) -> None:
    """Told beside the bar: a card before signing in, where the gate has one."""
    context = _new_context(browser)
    way = Way(context.new_page(), served.address)
    way.page.locator(".gate-person").first.wait_for()
    settled(way.page)
    option = way.page.locator("button.choose")
    if option.count():
        way.click(option.first, "an option")
        way.page.locator(".verdict").wait_for()
        print(f"    a card at the gate, before signing in: {len(way.clicks)} click, {way.seconds:.1f} s")
    context.close()


def _enter(way: Way) -> None:
    way.click(way.page.locator(".gate-person").first, "the door")
    way.page.locator("h1").first.wait_for()


def _open_place(way: Way, name: str) -> None:
    way.click(way.page.get_by_test_id("stSidebar").get_by_role("link", name=name), name)


def _to_card(way: Way) -> None:
    _enter(way)
    way.click(way.page.get_by_test_id("stMain").get_by_role("button", name=GO_ON).first, "Start")
    card = way.page.locator(".exercise")
    way.page.locator(".exercise, .lesson, .player").first.wait_for()
    onward = way.page.get_by_role("button", name="Next", exact=True)
    for _ in range(MOST_SLIDES):  # a step of the road may begin with a lesson's slides
        if card.count():
            break
        way.click(onward, "Next")
        settled(way.page)
    card.wait_for()
    _answer(way, card)
    way.page.locator(".verdict").first.wait_for()


def _answer(way: Way, card: Any) -> None:
    """Answer the card as its kind is answered by mouse."""
    if card.locator("label.option").count():
        way.click(card.locator("label.option").first, "an option")
    elif card.locator(".pool .piece").count():
        while card.locator(".pool .piece").count():
            way.click(card.locator(".pool .piece").first, "a piece")
    elif card.locator(".typed").count():
        card.locator(".typed").fill("你好")
    check = way.page.get_by_role("button", name="Check")
    check.or_(way.page.locator(".verdict")).first.wait_for()
    if not way.page.locator(".verdict").count() and card.get_attribute("aria-busy") != "true":
        way.click(check, "Check")


def _to_reading(way: Way) -> None:
    _enter(way)
    _open_place(way, "Speak")
    record = way.page.get_by_role("button", name="Record", exact=True)
    choose = way.page.get_by_role("button", name="Read aloud").first
    record.or_(choose).first.wait_for()
    if not record.count():
        way.click(choose, "Read aloud")
    _put_what_is_said(way.page)
    way.click(record, "Record")
    way.page.get_by_role("timer").get_by_text(f"0:0{SPOKEN_SECONDS}").wait_for()
    stop = way.page.get_by_role("button", name="Stop", exact=True)
    if stop.count():
        way.click(stop, "Stop")
    send = way.page.get_by_role("button", name=re.compile("^Send"))
    result = way.page.locator("[class*=st-key-speaking_heard_]")
    send.or_(result).first.wait_for()
    if not result.count() and not way.page.locator(".send.goes").count():  # a good recording goes by itself
        way.click(send, "Send")
    result.wait_for()
    scored = way.page.get_by_text("Sounds and tones").first
    refused = way.page.get_by_text("The text and your recording are kept").first
    scored.or_(refused).first.wait_for()
    if not scored.count():
        raise RuntimeError(f"The reading was not scored: {result.inner_text()}")


def _put_what_is_said(page: Any) -> None:
    """Put the sentence that the microphone will say in place of the one offered. A student says the one offered: these clicks are not counted."""
    page.get_by_role("tab", name="Your own text").click()
    page.get_by_role("textbox", name=re.compile("^Chinese text")).fill(READING)
    page.get_by_role("button", name="Read this").click()
    page.get_by_role("button", name="All texts").wait_for()
    settled(page)


def _to_essay(way: Way) -> None:
    _enter(way)
    _open_place(way, "Write")
    review = way.page.get_by_role("button", name=REVIEW)
    way.page.locator("h1").first.wait_for()
    review.wait_for()
    settled(way.page)
    way.page.get_by_test_id("stMain").locator("textarea:visible").first.fill(ESSAY)
    way.click(review, "Review")
    way.page.get_by_role("group", name="The marked essay").wait_for()
