"""Looking at a real page: wait until it is at rest, what a marker became in it, where its requests went."""

from __future__ import annotations

from urllib.parse import urlsplit

from playwright.sync_api import Page, Route

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


def until(page: Page, holds: str) -> None:
    """Wait for an expression; the page's policy forbids what `wait_for_function` does."""
    for _ in range(400):
        if page.evaluate(holds):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"{holds} did not come true within 20 s")


def settled(page: Page) -> None:
    """Wait until the page was drawn and its script is at rest."""
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
    until(page, "() => !document.querySelector('[data-testid=stSkeleton], [data-testid=stSpinner]')")


def faults(page: Page) -> list[str]:
    """Elements made of a marker, and traces of its escaping."""
    made = [selector for selector in MADE_OF_MARKERS if page.locator(selector).count()]
    seen = page.locator("[data-testid=stApp]").inner_text()
    return [*made, *(f"{trace} in the text" for trace in LEFT_OVER if trace in seen)]
