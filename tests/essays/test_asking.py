"""Which questions a language model is asked about an essay: by passage, side by side, each once."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import pytest

from core.essays.language_model import asking
from core.essays.language_model.asking import REMEMBERED_SECONDS, Asking, Key, Question
from core.essays.language_model.passages import LONGEST_CONTEXT, LONGEST_PASSAGE, passages
from core.essays.language_model.policy import Policy
from core.essays.language_model.reviewer import LanguageModelReviewer
from core.essays.reviewing import Review
from core.tables import shipped_tables
from evaluation.essays.fakes import request
from evaluation.service.clock import StoppedClock
from tests.plan.planning import CALLER, school

SENTENCE = "我昨天和朋友一起去公园看花了。"
NOTHING = '{"edits": []}'


@dataclass
class Listening:
    """A chat that notes what it is asked."""

    reply: Callable[[str], str | None] = lambda _: NOTHING
    name: str = "teacher"
    seconds: float = 0.0
    asked: list[str] = field(default_factory=list)
    at_once: int = 0
    most_at_once: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def answer(self, messages: Sequence[dict[str, str]], schema: dict[str, Any], *, sample: int = 0) -> str | None:
        content = json.loads(messages[1]["content"])
        text = content.get("text", "")
        with self.lock:
            self.at_once += 1
            self.most_at_once = max(self.most_at_once, self.at_once)
            if text:
                self.asked.append(text)
        time.sleep(self.seconds)
        with self.lock:
            self.at_once -= 1
        return self.reply(text) if text else "{}"


def reviewed(reviewer: LanguageModelReviewer, essay: str, **fields: str) -> Review:
    asked = reviewer.ask(request(essay, **fields), shipped_tables().essay_prompts["RASNC"])
    asked.wait(20)
    return asked.review(lambda *_: False)


def test_passages_are_whole_sentences_of_one_paragraph_and_give_the_essay_back() -> None:
    essay = f"我的朋友\r\n{SENTENCE * 40}\n\n……\n他说：“我很好。”所以我很高兴！\n"
    found = passages(essay)
    assert all(essay[each.start : each.end] == each.text and "\n" not in each.text for each in found)
    assert all(len(each.text) <= LONGEST_PASSAGE and len(each.before) <= LONGEST_CONTEXT for each in found)
    assert [each.text for each in found][::4] == ["我的朋友", found[-1].text]
    assert found[-1].text == "他说：“我很好。”所以我很高兴！"
    assert found[2].before.endswith(SENTENCE)


def test_a_repeated_review_asks_nothing_and_a_second_draft_what_has_changed() -> None:
    chat = Listening()
    reviewer = LanguageModelReviewer(chat)
    essay = "\n".join([f"第{number}段。{SENTENCE}" for number in "一二三四五"])
    first, again = reviewed(reviewer, essay), reviewed(reviewer, essay)
    assert (first, again, len(chat.asked)) == (Review(passages=5, answered=5), first, 5)
    reviewed(reviewer, essay.replace("第三段", "第三个段"))
    assert chat.asked[5:] == [f"第三个段。{SENTENCE}"]


def test_another_student_and_another_sample_are_asked_about_anew() -> None:
    chat = Listening()
    reviewer = LanguageModelReviewer(chat, policy=Policy(samples=3))
    reviewed(reviewer, SENTENCE)
    assert len(chat.asked) == 3
    reviewed(reviewer, SENTENCE, student_id="s2")
    assert len(chat.asked) == 6


def test_questions_run_side_by_side_within_a_bound() -> None:
    chat = Listening(seconds=0.05)
    reviewed(LanguageModelReviewer(chat, at_once=3), "\n".join(f"第{number}段。{SENTENCE}" for number in range(8)))
    assert (len(chat.asked), chat.most_at_once) == (8, 3)


def test_a_question_that_is_under_way_is_not_asked_again() -> None:
    chat = Listening(seconds=0.1)
    reviewer = LanguageModelReviewer(chat)
    first = reviewer.ask(request(SENTENCE), shipped_tables().essay_prompts["RASNC"])
    assert reviewed(reviewer, SENTENCE).answered == 1
    assert (len(chat.asked), first.progress()) == (1, (2, 2))


def test_a_passage_without_an_answer_leaves_the_others_and_is_asked_again() -> None:
    chat = Listening(reply=lambda text: None if "第二" in text else NOTHING)
    reviewer = LanguageModelReviewer(chat)
    essay = f"第一段。{SENTENCE}\n第二段。{SENTENCE}"
    review = reviewed(reviewer, essay)
    assert (review.answered, review.passages, review.waiting) == (1, 2, False)
    assert reviewer.engine("wenlu-essay 1", review) == "wenlu-essay 1 + teacher (1 of 2 passages)"
    reviewed(reviewer, essay)
    assert [text[:3] for text in chat.asked].count("第二段") == 2


def test_an_essay_waits_no_longer_than_it_is_told_and_the_answers_are_there_later() -> None:
    chat = Listening(seconds=0.4)
    reviewer = LanguageModelReviewer(chat)
    asked = reviewer.ask(request(SENTENCE), shipped_tables().essay_prompts["RASNC"])
    asked.wait(0.01)
    early = asked.review(lambda *_: False)
    assert (early.answered, early.waiting) == (0, True)
    assert reviewer.engine("e", early) == "e (teacher has not answered yet)"
    asked.wait(5)
    assert reviewed(reviewer, SENTENCE).answered == 1
    assert len(chat.asked) == 1


# -- what is remembered --------------------------------------------------------------------------------------


def question(student: str, text: str) -> Question:
    return Question(
        Key.of(student, text),
        [{"role": "system", "content": ""}, {"role": "user", "content": json.dumps({"text": text})}],
        {},
        lambda answer: answer,
    )


def test_nothing_of_a_student_is_remembered_after_an_erasure() -> None:
    chat = Listening()
    asked = Asking(chat, at_once=1)
    for student in ("s1", "s2"):
        assert asked.ask(question(student, SENTENCE)).result(5) == NOTHING
    asked.forget("s1")
    assert asked.remembered() == 1
    asked.ask(question("s2", SENTENCE))
    assert len(chat.asked) == 2
    asked.ask(question("s1", SENTENCE)).result(5)
    assert len(chat.asked) == 3


def test_an_answer_that_comes_after_the_erasure_is_not_remembered() -> None:
    asked = Asking(Listening(seconds=0.1), at_once=1)
    under_way = asked.ask(question("s1", SENTENCE))
    asked.forget("s1")
    under_way.result(5)
    assert asked.remembered() == 0
    assert asked.ask(question("s1", SENTENCE)).result(5) == NOTHING
    assert asked.remembered() == 1


def test_answers_are_remembered_for_an_hour_and_in_number(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = [0.0]
    asked = Asking(Listening(), at_once=1, now=lambda: seconds[0])
    monkeypatch.setattr(asking, "MOST_REMEMBERED", 3)
    for number in range(6):
        asked.ask(question("s1", str(number))).result(5)
    assert asked.remembered() == 3
    seconds[0] = REMEMBERED_SECONDS + 1
    assert asked.remembered() == 0


def test_keys_hold_nothing_that_anybody_wrote() -> None:
    key = Key.of("安娜", "teacher", SENTENCE)
    assert all(part.isascii() and len(part) == 32 for part in key)


def test_more_questions_than_have_room_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "MOST_WAITING", 2)
    asked = Asking(Listening(seconds=0.2), at_once=1)
    futures = [asked.ask(question("s1", str(number))) for number in range(9)]
    assert [future.result(5) for future in futures].count(None) >= 6


def test_erasing_a_student_or_an_essay_drops_what_is_remembered() -> None:
    core = school(StoppedClock(datetime(2026, 11, 24, tzinfo=UTC)), "s1")
    chat = Listening()
    core.essays.evaluator.reviewer = LanguageModelReviewer(chat)
    core.essays.evaluate(request(SENTENCE), CALLER)
    report = core.essays.evaluate(request(SENTENCE), CALLER).payload
    assert len(chat.asked) == 1
    core.essays.forget("s1", report.evaluation_id, CALLER)
    core.essays.evaluate(request(SENTENCE), CALLER)
    assert len(chat.asked) == 2
    core.student_data.erase("s1", CALLER)
    core.essays.evaluate(request(SENTENCE), CALLER)
    assert len(chat.asked) == 3
