"""axe-core on a card of each kind, before and after its answer: nothing serious. Every page: `test_every_page.py`."""

from __future__ import annotations

import pytest

from evaluation.service.accessibility import grave_faults
from tests.browser.conftest import Enter
from tests.browser.test_journeys import STUDENT, answer_card

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("way", ["Choose", "Fill in", "Match", "Put in order"])
def test_a_card_has_no_grave_faults_before_and_after_the_answer(enter: Enter, way: str) -> None:
    page = enter("/practice", STUDENT)
    page.get_by_role("button", name=way, exact=True).click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("button", name="I don't know").wait_for()
    assert grave_faults(page) == []
    answer_card(page)
    assert grave_faults(page) == []
