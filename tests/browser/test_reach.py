"""What is told of a page's keys and of its width, on pages whose faults were planted."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from evaluation.service.reach import reach, sideways

pytestmark = pytest.mark.browser

WITH_FAULTS = """<!doctype html><title>Planted</title>
<button>First</button><a href="#here">A link</a><input aria-label="A field"><button disabled>Off</button><button hidden>Unseen</button>
<fieldset><label><input type="radio" name="level" checked>1</label><label><input type="radio" name="level">2</label></fieldset>
<div role="tablist"><button role="tab">One</button><button role="tab" tabindex="-1">Other</button></div>
<button tabindex="-1">Out of reach</button><div role="button">A button in name only</div>
<div id="island"></div>
<script>
  document.querySelector("#island").attachShadow({ mode: "open" }).innerHTML =
    '<button>Within</button><button>Within too</button><button tabindex="-1">Out of reach within</button>';
</script>"""


def test_tab_is_followed_into_shadow_roots_and_what_it_misses_is_named(page: Page) -> None:
    page.set_content(WITH_FAULTS)
    looked = reach(page)
    assert [missed.split("'")[1] for missed in looked.missed] == [
        "Out of reach",
        "A button in name only",
        "Out of reach within",
    ]
    assert looked.count == 12


@pytest.mark.parametrize(("width", "found"), [("100%", 0), ("500px", 1)])
def test_a_page_that_is_wider_than_a_phone_is_told_with_what_stands_out(page: Page, width: str, found: int) -> None:
    page.set_viewport_size({"width": 390, "height": 780})
    page.set_content(f'<!doctype html><body style="margin:0"><div class="sheet" style="width:{width}">一</div>')
    wide = sideways(page)
    assert bool(wide) == bool(found)
    assert (wide[-1:] == ["div.sheet ends at 500"]) == bool(found)


def test_a_table_that_scrolls_within_itself_is_no_fault(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 780})
    page.set_content('<!doctype html><div style="overflow-x:auto"><div style="width:900px">一</div></div>')
    assert sideways(page) == []
