"""Students at work at the same time in one server process: every kind of task once, then for some minutes; errors, and how memory grows."""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from benchmarks.pages import clicks
from benchmarks.pages.stage import PATIENCE_MS, PHONE, Options, Served, chromium_path, served, visits
from benchmarks.pages.times import DRAWN
from benchmarks.service.pages import FLAGS
from core.records.students import Student
from core.settings import Settings
from core.wiring import build_core
from evaluation.bars import Bars

GROWTH = 0.10
THINKING_SECONDS = (2.0, 5.0)
"""Between two tasks, drawn evenly."""
CARDS = 3
SLIDES = 2
MOST_TOLD = 12
STATE = """() => `script ${document.querySelector("[data-testid=stApp]")?.dataset.testScriptState ?? "not begun"}, ` +
    `connection ${document.querySelector("[data-testid=stApp]")?.dataset.testConnectionState}, ` +
    `headings ${document.querySelectorAll("[data-testid=stMain] h1, [data-testid=stMain] h2").length}, ` +
    `waiting ${document.querySelectorAll("[data-testid=stSkeleton], [data-testid=stSpinner]").length}, ` +
    `told ${[...document.querySelectorAll("[role=alert]")].map((each) => each.innerText).join(" ")}`"""
FAILURE = "[class*=st-key-calm_]"
"""What a page shows in place of what failed."""
PASSWORD = "reads and writes every day"
SCHOOL = "A school with many students"
Task = Callable[["Learner"], Awaitable[None]]


class Learner:
    """A student's browser."""

    def __init__(self, number: int, page: Any, address: str, voice: Path) -> None:
        self.page = page
        self.address = address
        self.voice = voice
        self.rng = random.Random(number)
        self.faults: list[str] = []
        self.refused: list[str] = []
        """Answers with 4xx: no fault by themselves, and told beside one."""
        page.on("pageerror", lambda error: self.faults.append(f"script: {str(error)[:150]}"))
        page.on("response", self._note)

    def _note(self, answer: Any) -> None:
        if answer.status >= 500:
            self.faults.append(f"{answer.status} {answer.url[:150]}")
        elif answer.status >= 400:
            self.refused.append(f"{answer.status} {answer.url[:150]}")

    async def open(self, path: str) -> None:
        """Go to a page and wait until it is drawn."""
        await self.page.goto(f"{self.address}{path}")
        await self.page.wait_for_function(DRAWN)

    async def do(self, name: str, task: Task) -> None:
        """A task; what goes wrong is noted."""
        self.refused.clear()
        try:
            await task(self)
            if await self.page.locator(FAILURE).count():
                self.faults.append(f"{name}: the page failed")
        except Exception as error:  # whatever it is, it is counted, and the others go on
            self.faults.append(
                f"{name}: {type(error).__name__} {str(error)[:200]} {await self._state()}, refused {self.refused}"
            )

    async def _state(self) -> str:
        """What the page is doing: a script that runs and a page that hangs are told apart."""
        with suppress(Exception):
            return str(await self.page.evaluate(STATE))
        return "the page does not answer"


def _looks_at(path: str) -> Task:
    async def look(learner: Learner) -> None:
        await learner.open(path)

    return look


async def _practise(learner: Learner) -> None:
    page = learner.page
    await learner.open("/practice")
    start, card = page.get_by_role("button", name="Start", exact=True), page.locator(".exercise")
    await start.or_(card).first.wait_for()
    if not await card.count():
        await start.click()
    for _ in range(CARDS):
        unknown, again = (
            page.get_by_role("button", name="I don't know"),
            page.get_by_role("button", name="Another round"),
        )
        await unknown.or_(again).first.wait_for()
        if await again.count():
            return
        await unknown.click()
        await page.locator(".verdict").wait_for()
        await page.locator(".bar .primary").click()


async def _lesson(learner: Learner) -> None:
    await learner.open("/lessons")
    await learner.open("/road?unit=u1-01")
    await learner.open(next(visit.path for visit in visits("student") if visit.name == "lesson"))
    for _ in range(SLIDES):
        onward = learner.page.get_by_role("button", name="Next", exact=True)
        if await onward.count():
            await onward.first.click()


async def _write(learner: Learner) -> None:
    page = learner.page
    await learner.open("/writing")
    review = page.get_by_role("button", name=clicks.REVIEW)
    await review.wait_for()
    await (
        page.get_by_test_id("stMain")
        .locator("textarea:visible")
        .first.fill(f"{clicks.ESSAY}我走了{learner.rng.randrange(2, 90)}分钟。")
    )
    await review.click()
    await page.get_by_role("group", name="The marked essay").wait_for()


async def _read(learner: Learner) -> None:
    page = learner.page
    await learner.open("/speaking")
    await page.get_by_role("button", name="Read aloud").first.click()
    # The page stands already, with the recorder of another sentence: what is given to that one goes with it.
    await page.locator(".st-key-speaking_back").wait_for()
    await page.wait_for_function(DRAWN)
    await page.get_by_text("Or choose a file").click()
    await page.locator("[class*=st-key-speaking_file_]").locator("button").first.wait_for()
    await page.locator("[class*=st-key-speaking_file_] input[type=file]").set_input_files(learner.voice)
    await page.locator("[class*=st-key-speaking_heard_]").wait_for()


TASKS: dict[str, Task] = {
    "Today": _looks_at("/today"),
    "cards": _practise,
    "a lesson": _lesson,
    "an essay": _write,
    "a reading": _read,
    "the map": _looks_at("/knowledge_map"),
    "the road": _looks_at("/road"),
    "the portrait": _looks_at("/portrait"),
    "the report": _looks_at("/report"),
    "grammar": _looks_at("/points"),
}


def run(options: Options, bars: Bars) -> None:
    """Print errors and growth of memory against their bars."""
    cookies: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        voice = Path(folder) / "voice.wav"
        clicks.write_voice(voice)
        with served(history=False, prepare=lambda file: cookies.extend(_enrolled(file, options.students))) as server:
            asyncio.run(_driven(options, server, cookies, voice, bars))


def _enrolled(database: Path, count: int) -> list[str]:
    """Accounts of so many students; returns their sign-in cookies."""
    core = build_core(Settings(database_url=f"sqlite:///{database}"))
    school, cookies = core.access.organisation(SCHOOL, tier="enterprise"), []
    for number in range(count):
        account = core.access.new_account(school, "student", username=f"student{number:02d}", password=PASSWORD)
        assert account.student_id is not None
        core.store.put_student(
            Student(account.organisation_id, account.student_id, account.display_name, None, account.created_at)
        )
        cookies.append(core.access.open_signin(account))
    core.store.close()
    return cookies


async def _driven(options: Options, server: Served, cookies: list[str], voice: Path, bars: Bars) -> None:
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=list(FLAGS))
        learners = [
            await _learner(browser, number, server, cookies[number], voice) for number in range(options.students)
        ]
        done: Counter[str] = Counter()
        began = time.monotonic()
        await asyncio.gather(*(_once(learner, done) for learner in learners))
        once, rss = time.monotonic() - began, _resident_mib(server.pid)
        print(f"    {len(learners)} students did each of {len(TASKS)} tasks once in {once:.0f} s; {rss:.0f} MiB")
        deadline = time.monotonic() + 60 * options.minutes
        busy = _processor_seconds(server.pid)
        began = time.monotonic()
        await asyncio.gather(*(_until(learner, deadline, done) for learner in learners))
        busy, taken = _processor_seconds(server.pid) - busy, time.monotonic() - began
        print(
            f"    the server computed {busy:.0f} s of these {taken:.0f} s; the rest of {os.cpu_count()} cores is the browsers'"
        )
        end = _resident_mib(server.pid)
        await browser.close()
    faults = [fault for learner in learners for fault in learner.faults] + server.faults()
    for fault in faults[:MOST_TOLD]:
        print(f"    {' '.join(fault.split())}")
    told = ", ".join(f"{name} {count}" for name, count in done.most_common())
    print(f"    {done.total()} tasks, {options.minutes:g} minutes after the first round: {told}; {end:.0f} MiB")
    bars.equal(f"errors of {len(learners)} students", len(faults), 0)
    bars.at_most(f"growth of memory in {options.minutes:g} minutes, share", end / rss - 1, GROWTH)


async def _learner(browser: Any, number: int, server: Served, cookie: str, voice: Path) -> Learner:
    width, height = (
        PHONE  # small and without motion: twenty browsers that draw by software take nine tenths of the machine
    )
    context = await browser.new_context(
        viewport={"width": width, "height": height}, locale="en-GB", reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE_MS)
    await context.add_cookies([{"name": "wenlu_signin", "value": cookie, "url": server.address}])
    return Learner(number, await context.new_page(), server.address, voice)


async def _once(learner: Learner, done: Counter[str]) -> None:
    names = list(TASKS)
    learner.rng.shuffle(names)  # not all at the same thing
    for name in names:
        await _do_and_think(learner, name, done)


async def _until(learner: Learner, deadline: float, done: Counter[str]) -> None:
    while time.monotonic() < deadline:
        await _do_and_think(learner, learner.rng.choice(list(TASKS)), done)


async def _do_and_think(learner: Learner, name: str, done: Counter[str]) -> None:
    await learner.do(name, TASKS[name])
    done[name] += 1
    await asyncio.sleep(learner.rng.uniform(*THINKING_SECONDS))


def _processor_seconds(pid: int) -> float:
    """Seconds that a process computed so far (Linux)."""
    times = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(times[11]) + int(times[12])) / os.sysconf("SC_CLK_TCK")


def _resident_mib(pid: int) -> float:
    """Memory that a process holds (Linux)."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:"))
