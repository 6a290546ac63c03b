"""What axe-core says of a page, its rules about colours once more in dark."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from evaluation.service.looking import settled, until

GRAVE_IMPACTS = ("serious", "critical")
RULES_OF_STREAMLIT = {
    "scrollable-region-focusable",  # Streamlit's main area
    "aria-allowed-attr",  # Streamlit's side bar carries aria-expanded on a section
}
"""What is Streamlit's own and cannot be mended here."""
CONTRAST_RULES = ("color-contrast",)
NOTHING_FADES = (
    "() => !document.getAnimations().some(each => each instanceof CSSTransition && each.playState === 'running')"
)
"""What is drawn anew fades in: measured meanwhile, its contrast is too low."""
PAPER = "getComputedStyle(document.querySelector('.stApp')).backgroundColor"
DARK = "rgb(20, 24, 29)"
"""The paper of the dark scheme."""


def grave_faults(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """What axe calls serious or critical, by these rules alone or by all."""
    settled(page)
    page.wait_for_function(NOTHING_FADES)
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    violations: list[dict[str, Any]] = Axe().run(page, options=options).response["violations"]
    return [
        f"{rule['id']}: {node['target']} {node.get('failureSummary', '')[:200]}"
        for rule in violations
        if rule["impact"] in GRAVE_IMPACTS and rule["id"] not in RULES_OF_STREAMLIT
        for node in rule["nodes"]
    ]


def grave_faults_in_both(page: Page) -> dict[str, list[str]]:
    """In light, and in dark what rules about colours find: others cannot tell another thing there. The page is left in light."""
    page.emulate_media(color_scheme="light")
    in_light = grave_faults(page)
    page.emulate_media(color_scheme="dark")
    until(page, f"{PAPER} === {DARK!r}")
    in_dark = grave_faults(page, CONTRAST_RULES)
    page.emulate_media(color_scheme="light")
    until(page, f"{PAPER} !== {DARK!r}")
    return {scheme: faults for scheme, faults in (("light", in_light), ("dark", in_dark)) if faults}
