"""Readings through the core: portrait, map, plan, experience, history, privacy."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from core.api.core import Core
from core.api.speech import SpeechUpload
from core.errors import BadParameter, MissingParameter, NotFound
from core.learning.days import day_of
from core.portrait.wire import Portrait, PortraitPath, UpdatePortraitRequest
from core.records.access import Caller
from evaluation.service.clock import StoppedClock
from tests.plan.planning import CALLER, SCHOOL, plan_of, school
from tests.speech.made_reports import RAW, FakeEvaluator, report, spoken_syllables

TEXT = "你好，老师！我喜欢下雨，你呢？"
PINYIN = "ní-hǎo lǎo-shī wǒ xǐ-huan xià yǔ nǐ ne"
OTHER = Caller("other", CALLER.permissions, "en")


@pytest.fixture
def core(clock: StoppedClock) -> Core:
    made = school(clock, "s1", "s2")
    made.speech.evaluator = FakeEvaluator()
    return made


def read(core: Core, text: str = TEXT, student: str | None = "s1", *, throughout: bool = False, **changed: Any) -> str:
    """A reading of the text, perfect but for `changed` in its third syllable, or in all of them; its id."""
    assert isinstance(core.speech.evaluator, FakeEvaluator)
    if text == TEXT:
        syllables = spoken_syllables(TEXT, PINYIN)
        for place in range(len(syllables)) if throughout else (2,):
            syllables[place] = replace(syllables[place], **changed)
        values = {"pronunciation_time_ratio": 0.9, "average_flow_length": 11.0}
        core.speech.evaluator.prepared[TEXT] = report(TEXT, syllables, values=values)  # type: ignore[arg-type]
    made = core.speech.evaluate(SpeechUpload(RAW, "a.wav", text, student), CALLER)
    return made.evaluation_id or ""


def portrait(core: Core) -> Portrait:
    """After an update."""
    core.portrait.update(UpdatePortraitRequest(student_id="s1"), CALLER)
    return core.portrait.stored(PortraitPath(student_id="s1"), CALLER)


def test_a_page_hears_of_a_text_or_recording_that_cannot_be(core: Core) -> None:
    with pytest.raises(BadParameter, match="text: has no Chinese character"):
        read(core, "Hello")
    with pytest.raises(BadParameter, match="file: is empty"):
        core.speech.evaluate(SpeechUpload(b"", "a.wav", TEXT))
    with pytest.raises(MissingParameter, match="file: Field required"):
        core.speech.evaluate(SpeechUpload(None, "a.wav", TEXT))  # type: ignore[arg-type]


def test_readings_move_the_speaking_of_the_portrait_and_bad_ones_move_it_down(core: Core, clock: StoppedClock) -> None:
    before = portrait(core)
    assert before.current_portrait.language_ability.speak == 0.0
    for _ in range(4):
        read(core)
    good = portrait(core).current_portrait.language_ability.speak
    clock.advance(timedelta(days=1))
    for _ in range(6):
        read(core, throughout=True, tone="wrong", initial="wrong", final="wrong")
    bad = portrait(core).current_portrait.language_ability.speak
    assert good > 65
    assert bad < good


def test_a_figure_of_the_portrait_opens_to_its_readings(core: Core) -> None:
    evaluation_id = read(core)
    portrait(core)
    told = core.portrait.why("s1", "D19", CALLER)
    assert [(line.source, line.what) for line in told.lines] == [
        (f"{evaluation_id}#D19", "Tone accuracy (a reading aloud, scored)")
    ]


def test_words_that_are_knowledge_points_move_on_the_map_without_counting_as_attempts(core: Core) -> None:
    read(core, "她来了。")
    core.portrait.update(UpdatePortraitRequest(student_id="s1"), CALLER)
    point = next(row.id for row in core.tables.points.rows if row.kind == "word" and row.name == "她")
    pieces = [piece for piece in core.store.evidence_of(SCHOOL, "s1") if piece.target == point]
    assert [(piece.outcome, piece.weight < 1) for piece in pieces] == [(1.0, True)]
    detail = core.knowledge.detail("s1", point, CALLER)
    assert [line.kind for line in detail.evidence] == ["read_aloud"]


def test_a_misread_tone_is_in_the_next_plan_with_its_reason(core: Core, clock: StoppedClock) -> None:
    read(core, tone="wrong")
    clock.advance(timedelta(hours=22))
    urgent = [q for entry in plan_of(core).recommendations for q in entry.questions if q.why == "urgent"]
    assert {q.target for q in urgent} == {"3-1"}
    assert urgent[0].reason == "You misread tone 3 before tone 1 once on Tuesday; it comes back within two days."
    assert urgent[0].evidence == ["spe" + urgent[0].evidence[0][3:]]
    assert urgent[0].evidence[0].endswith("#2")


def test_a_misread_sound_brings_its_word_back(core: Core, clock: StoppedClock) -> None:
    read(core, initial="wrong", heard="n")
    clock.advance(timedelta(hours=22))
    urgent = {q.target for entry in plan_of(core).recommendations for q in entry.questions if q.why == "urgent"}
    assert urgent == {"老师"}


def test_what_cannot_be_judged_is_not_in_the_plan(core: Core, clock: StoppedClock) -> None:
    read(core, tone="unsure", initial="unsure")
    clock.advance(timedelta(hours=22))
    assert not [q for entry in plan_of(core).recommendations for q in entry.questions if q.why == "urgent"]


def planned(core: Core) -> str:
    """A sentence of today's plan to be read aloud."""
    plan = plan_of(core)
    return next(
        q.question_id for entry in plan.recommendations for q in entry.questions if q.question_id.startswith("say_")
    )


def done(core: Core) -> list[str]:
    """What is noted as done today."""
    today = day_of(core.clock.now())
    return [row.resource_id for row in core.store.completions_between(SCHOOL, ["s1"], today, today)]


def test_a_scored_reading_finishes_the_sentence_of_the_plan_and_a_bare_start_of_it_does_not(core: Core) -> None:
    task = planned(core)
    text = core.plan.spoken_sentences.by_id[task].text
    assert isinstance(core.speech.evaluator, FakeEvaluator)
    perfect = core.speech.evaluator.evaluate(RAW, filename="a.wav", text=text)
    left_out = [each.model_copy(update={"status": "omitted", "verdict": "omitted"}) for each in perfect.syllables]
    bare = {"syllables": left_out, "omitted": list(range(len(left_out)))}
    core.speech.evaluator.prepared[text] = perfect.model_copy(update=bare)
    read(core, text)
    assert done(core) == []
    core.speech.evaluator.prepared.clear()
    read(core, text)
    assert task in done(core)


def test_experience_is_earned_once_a_day_and_sentence_however_it_is_finished(core: Core, clock: StoppedClock) -> None:
    task = planned(core)
    for _ in range(3):
        read(core, core.plan.spoken_sentences.by_id[task].text)
    core.plan.finish("s1", task, 10, CALLER)
    assert portrait(core).level_labels.star_exp == 5
    read(core)
    read(core)
    clock.advance(timedelta(days=1))
    read(core)
    assert portrait(core).level_labels.star_exp == 15


def test_the_history_has_every_score_and_the_same_sentence_stands_then_and_now(core: Core, clock: StoppedClock) -> None:
    first = read(core)
    clock.advance(timedelta(days=3))
    read(core, "今天下雨。")
    clock.advance(timedelta(minutes=1))
    second = read(core, tone="wrong")
    lines = core.speech.history("s1", CALLER)
    assert [line.text for line in lines] == [TEXT, "今天下雨。", TEXT]
    assert (len(lines[0].scores.scores), lines[0].scores.total_score, lines[0].has_recording) == (11, 80.0, False)
    then, now = core.speech.same_sentence("s1", "你好 老師 我喜歡下雨 你呢", CALLER)
    assert (then.evaluation_id, now.evaluation_id) == (first, second)
    assert (then.read_at, now.read_at) == ("2026-11-24T02:00:00Z", "2026-11-27T02:01:00Z")
    assert core.speech.spoken_syllables("s1", CALLER)[0].syllables == now.report.syllables
    assert core.speech.history("s2", CALLER) == core.speech.history("s1", OTHER) == []


def test_a_reading_opens_for_its_student_and_teacher_only(core: Core) -> None:
    made = read(core)
    assert core.speech.report(made, CALLER).report.text == TEXT
    assert core.speech.report(made, CALLER, student_id="s1").student_id == "s1"
    for caller, student in ((CALLER, "s2"), (OTHER, None)):
        with pytest.raises(NotFound, match=f"no reading '{made}'"):
            core.speech.report(made, caller, student_id=student)


def test_recordings_are_heard_again_where_they_are_kept(core: Core) -> None:
    with pytest.raises(NotFound, match="was not kept"):
        core.speech.kept_recording(read(core), CALLER)
    core.speech.keeps_recordings = True
    made = read(core)
    assert core.speech.kept_recording(made, CALLER, student_id="s1").sound == RAW
    assert core.speech.report(made, CALLER).has_recording
    with pytest.raises(NotFound, match="no reading"):
        core.speech.kept_recording(made, CALLER, student_id="s2")


def test_a_reading_is_forgotten_and_its_evidence_stays(core: Core) -> None:
    made = read(core)
    pieces = core.store.evidence_of(SCHOOL, "s1")
    with pytest.raises(NotFound, match="no reading"):
        core.speech.forget("s2", made, CALLER)
    core.speech.forget("s1", made, CALLER)
    assert core.speech.history("s1", CALLER) == []
    assert core.store.evidence_of(SCHOOL, "s1") == pieces


def test_erasing_a_student_leaves_nothing_of_the_voice(core: Core) -> None:
    core.speech.keeps_recordings = True
    made = read(core)
    removed = core.student_data.erase("s1", CALLER).counts
    assert (removed["speech_evaluation"], removed["speech_recording"]) == (1, 1)
    assert core.store.recording(SCHOOL, made) is None
