"""What a component was given last is what stands there, in whatever order the browser calls its script."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page

from pages.parts.components import asset

pytestmark = pytest.mark.browser

CALLS = """async () => {
  const source = `const calls = (window.calls = []); function render({ data }) { calls.push(data.name); return () => calls.push("end of " + data.name); }\\n` + SCRIPT;
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const { default: draw } = await import(url);
  const one = document.createElement("div"), other = document.createElement("div");
  const given = [[one, "first", 1], [one, "third", 3], [one, "second", 2], [one, "third again", 3], [other, "its own", 1]];
  const ends = given.map(([parentElement, name, drawn]) => draw({ parentElement, data: { name, drawn } }));
  for (const end of ends) end?.();
}"""


def test_what_was_given_before_is_neither_drawn_over_what_is_newer_nor_ends_it(page: Page) -> None:
    page.evaluate(CALLS.replace("SCRIPT", json.dumps(asset("shell/newest.js"))))
    drawn = ["first", "third", "third again", "its own"]
    assert page.evaluate("window.calls") == [*drawn, "end of third again", "end of its own"]
