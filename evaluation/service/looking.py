"""Looking at a real page: wait until it is at rest, what a marker became in it, where its requests went."""

from __future__ import annotations

import time
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Locator, Page, Request, Response, Route

from evaluation.service.marked import HOST

OWN_HOSTS = {"127.0.0.1", "localhost"}
MADE_OF_MARKERS = (
    f"img[src*='{HOST}']",
    # A link that a teacher gave is one; addresses of our own pages name students by their ids.
    f"a[href^='http'][href*='{HOST}']:not([href^='https://{HOST}/tea']):not([href^='http://127.0.0.1'])",
    "a[href^='mailto']",
    "a[href^='javascript']",
    ".katex",
    "img[alt='p']",
    "[aria-label='face icon']",
    ".stMarkdownColoredText:text-is('r')",
)
"""Elements that only markup makes of `evaluation.service.marked.MARK`; playwright looks into the roots of components too."""
LEFT_OVER = (":color[", "\\[", "\\<", "😄")
"""What a reader never sees: traces of escaping, and an emoji that nobody typed."""
PATIENCE_SECONDS = 60.0
"""Passed only by what never comes: a busy machine took more than 20 seconds for the diagrams of a report."""
STEP_MS = 50
STILL_MS = 100
"""What is the same after so long is taken to be at rest."""
AT_REST = """() => {
    if (!document.querySelector("[data-testid=stApp][data-test-script-state=notRunning]")) return null;
    if (document.querySelector("[data-testid=stSkeleton], [data-testid=stSpinner]")) return null;
    if (document.fonts.status !== "loaded") return null;
    let size = 0;
    const moves = (animation) =>
        animation.playState === "running" && animation.effect?.getComputedTiming().endTime < Infinity;
    const still = (root) => {
        if (root.getAnimations().some(moves)) return false;
        for (const element of root.querySelectorAll("*")) {
            size += 1 + element.attributes.length;
            if (element.shadowRoot && !still(element.shadowRoot)) return false;
        }
        return true;
    };
    return still(document) ? `${size} ${document.body.innerText.length} ${document.body.scrollHeight}` : null;
}"""
"""How much a page holds, and null while its script runs or something fades, glides or is still to be drawn."""


class Watch:
    """Ends every request to another host and remembers it."""

    def __init__(self, page: Page) -> None:
        self.strangers: list[str] = []
        page.route("**/*", self._let_through)

    def _let_through(self, route: Route) -> None:
        if urlsplit(route.request.url).hostname in OWN_HOSTS:
            route.continue_()
        else:
            self.strangers.append(route.request.url)
            route.abort()


class Traffic:
    """What a page asks for from now on: addresses asked for, and how many requests wait for their answer."""

    def __init__(self, page: Page) -> None:
        self.asked: list[str] = []
        self._page = page
        self._open: set[Request] = set()
        page.on("request", self._begun)
        page.on("response", self._answered)
        page.on("requestfinished", self._ended)
        page.on("requestfailed", self._ended)

    def _begun(self, request: Request) -> None:
        self.asked.append(request.url)
        self._open.add(request)

    def _answered(self, answer: Response) -> None:
        """Of what a script fetches it may read the status alone, as Streamlit does of downloads: such a request never finishes."""
        if answer.request.resource_type == "fetch":
            self._open.discard(answer.request)

    def _ended(self, request: Request) -> None:
        self._open.discard(request)

    def settled(self) -> None:
        """Wait until the page is at rest and has an answer to all that it asked for."""
        settled(self._page)
        until(self._page, lambda: not self._open, lambda: f"no answer yet from {[each.url for each in self._open]}")
        settled(self._page)  # what came last may have drawn something


def until(page: Page, holds: str | Callable[[], object], seen: Callable[[], str] = str) -> None:
    """Wait for an expression, or a function here, to be true; the page's policy forbids what `wait_for_function` does. An error tells
    what is `seen`."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (page.evaluate(holds) if isinstance(holds, str) else holds()):
        if time.monotonic() > deadline:
            raise AssertionError(f"{holds} did not come true within {PATIENCE_SECONDS:.0f} s: {seen()}")
        page.wait_for_timeout(STEP_MS)


def until_still(page: Page, seen: Callable[[], object]) -> None:
    """Wait until what is seen, but for None, is seen again a moment later."""
    deadline, before = time.monotonic() + PATIENCE_SECONDS, None
    while (now := seen()) is None or now != before:
        if time.monotonic() > deadline:
            raise AssertionError(
                f"The page did not come to rest within {PATIENCE_SECONDS:.0f} s: {before} became {now}"
            )
        before = now
        page.wait_for_timeout(STILL_MS)


def settled(page: Page) -> None:
    """Wait until the page was drawn, its script is at rest and nothing on it moves."""
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
    until_still(page, lambda: page.evaluate(AT_REST))


def in_its_place(locator: Locator) -> None:
    """Wait until an element stands still, and so what lies on it or beside it."""
    locator.wait_for()
    until_still(locator.page, locator.bounding_box)


def faults(page: Page) -> list[str]:
    """Elements made of a marker, and traces of its escaping."""
    made = [selector for selector in MADE_OF_MARKERS if page.locator(selector).count()]
    seen = page.locator("[data-testid=stApp]").inner_text()
    return [*made, *(f"{trace} in the text" for trace in LEFT_OVER if trace in seen)]
