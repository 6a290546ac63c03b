"""What axe-core says of a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from evaluation.service.looking import settled

GRAVE_IMPACTS = ("serious", "critical")
RULES_OF_STREAMLIT = {
    "scrollable-region-focusable",  # Streamlit's main area
    "aria-allowed-attr",  # Streamlit's side bar carries aria-expanded on a section
}
CONTRAST_RULES = ("color-contrast",)


def grave_faults(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """What axe calls serious or critical, by these rules alone or by all."""
    settled(page)
    options = {"runOnly": {"type": "rule", "values": list(rules)}} if rules else None
    violations: list[dict[str, Any]] = Axe().run(page, options=options).response["violations"]
    return [
        f"{rule['id']}: {node['target']} {node.get('failureSummary', '')[:200]}"
        for rule in violations
        if rule["impact"] in GRAVE_IMPACTS and rule["id"] not in RULES_OF_STREAMLIT
        for node in rule["nodes"]
    ]
