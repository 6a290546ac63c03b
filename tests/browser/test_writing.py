"""The writing desk in a real browser: what is typed is kept, and typing is not disturbed by it."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Enter

STUDENT = "Enter as a student"


def test_a_text_is_kept_while_it_is_written_and_survives_a_refresh(enter: Enter) -> None:
    page = enter("/writing?resource=essay_e1-01", STUDENT)
    editor = page.get_by_label("Your text", exact=True)
    editor.press_sequentially("我家有四口人。")
    expect(page.get_by_role("status").get_by_text("Kept", exact=True)).to_be_visible()
    page.get_by_role("button", name="爸爸").click()
    expect(page.get_by_text("8 characters · asked for: 30–60 · 22 more to go")).to_be_visible()
    expect(page.get_by_role("status").get_by_text("Kept", exact=True)).to_be_visible()
    page.reload()
    expect(page.get_by_label("Your text", exact=True)).to_have_value("我家有四口人。爸爸")


def test_typing_goes_on_undisturbed_while_the_text_is_kept(enter: Enter) -> None:
    page = enter("/writing?resource=essay_e2-01", STUDENT)
    editor = page.get_by_label("Your text", exact=True)
    sentence = "春天来了，天气越来越暖和。" * 3
    editor.press_sequentially(sentence, delay=120)
    expect(editor).to_have_value(sentence)
    expect(editor).to_be_focused()
    expect(page.get_by_role("status").get_by_text("Kept", exact=True)).to_be_visible()
