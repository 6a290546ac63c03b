"""The prompts as they are sent, compared with the reviewed ones (`tests/essays/prompts`).

After a change of data/essay_prompts: read the new text, then `uv run python -m tests.essays.test_prompting` writes it down.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from core.essays.prompting import correction_messages, correction_version, messages
from core.tables import shipped_tables

FOLDER = Path(__file__).resolve().parent / "prompts"
FRAMEWORKS = ("RASNC", "RACAPE")


def rendered(framework: str) -> str:
    conversation = messages(
        shipped_tables().essay_prompts[framework], title="我的家", essay="我家有三口人。\n“他说”[B]→\\", hsk_level=2
    )
    return written_down(conversation)


def written_down(conversation: list[dict[str, str]]) -> str:
    return "".join(f"--- {message['role']}\n{message['content']}\n" for message in conversation)


def rendered_correction() -> str:
    asked = correction_messages("我家有三口人。“他说”[B]→\\", before="我叫安娜。")
    return f"{written_down(asked)}--- version {correction_version()}\n"


@pytest.mark.parametrize("framework", FRAMEWORKS)
def test_a_prompt_is_as_it_was_reviewed(framework: str) -> None:
    assert rendered(framework) == (FOLDER / f"{framework}.txt").read_text(encoding="utf-8")


def test_the_question_about_a_passage_is_as_it_was_reviewed_and_a_change_has_a_new_version() -> None:
    """With another version nothing that was measured before holds, and `wenlu model` measures anew."""
    assert rendered_correction() == (FOLDER / "correction.txt").read_text(encoding="utf-8")


def test_the_frames_have_the_elements_that_their_names_stand_for() -> None:
    prompts = shipped_tables().essay_prompts
    assert [element.name for element in prompts["RASNC"].element] == ["Role", "Action", "Step", "Norm", "Clarification"]
    assert [element.name for element in prompts["RACAPE"].element] == [
        "Role", "Action", "Context", "Audience", "Purpose", "Expectation",
    ]  # fmt: skip


def test_each_frame_orders_every_part_of_the_feedback_once() -> None:
    for prompt in shipped_tables().essay_prompts.values():
        assert sorted(prompt.order) == ["discourse", "explanation", "marks", "sentence", "suggestion", "word"]


if __name__ == "__main__":
    for framework in FRAMEWORKS:
        (FOLDER / f"{framework}.txt").write_text(rendered(framework), encoding="utf-8")
    (FOLDER / "correction.txt").write_text(rendered_correction(), encoding="utf-8")
