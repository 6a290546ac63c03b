"""The presenter's story, worked out on a sample class that lives in memory: one student reads, practises and writes, the class gets a lesson.

What the students say, answer and write is fixed here. What it comes to is computed: readings and essays are evaluated, answers marked, the
map, the plan of the next day and the advice to the teacher made by the same calls as for any class.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from itertools import pairwise

from core.access.demo import ensure_demo
from core.answers.wire import AnswerItem, SubmitRequest
from core.api.assignments import AssignRequest, LessonWork
from core.api.core import Core
from core.api.presenting import (
    Answered,
    Chapter,
    EssayTold,
    LessonTold,
    PracticeTold,
    ReadingTold,
    ReturnTold,
    Story,
)
from core.demo.year import SteppedClock
from core.essays.wire import EssayRequest
from core.knowledge.wire import PointDetail
from core.learning.days import day_of, day_start
from core.records.access import PERMISSIONS, Caller
from core.records.classes import SchoolClass
from core.records.items import Item
from core.records.students import Student
from core.speech.upload import SpeechUpload
from core.speech.wire import SyllableJudged
from core.tables.words.tone_pairs import TonePair
from core.wire import Language

CLASS_ID, CLASS_NAME = "sample", "样例班 · Sample class"
STUDENTS = tuple(f"sample-{number}" for number in range(1, 9))
MAIN = STUDENTS[0]
WRITING_POINT, PRACTISED_POINT = "【一38】", "【一16】"
"""The 比 sentence, which the class has not understood and the essay gets wrong; 在 before a place, which the student practises."""
WEAK = 5
"""How many of the class have not understood the 比 sentence."""
ANSWERS = 5
"""To each point."""
DAYS_BEFORE = 3
READING = "老师在学校工作。"
"""What the recording in the data says, with 学 in the fourth tone."""
ESSAY = (
    "我的周末很有意思。星期六早上我七点起床，然后去公园跑步。我比我哥哥很高，所以我喜欢打篮球。"
    "下午我跟朋友见面，我们一起看了一个电影。星期天我在家休息，学习中文。我觉得中文很难，但是我很喜欢它。"
)
TYPED_WRONG = "很吗"
SEED = 2026
MORNING, EVENING = timedelta(hours=8), timedelta(hours=18)
SECONDS_PER_ANSWER = 12
DUE_IN = timedelta(days=3)


def tell_story(core: Core, clock: SteppedClock, *, language: Language, began: Callable[[Chapter], None]) -> Story:
    """The story of a sample class in `core`, whose store must be empty; `clock` is its clock and stands at the present."""
    began("class")
    stage = _Stage(core, clock, language)
    stage.make_class()
    began("reading")
    reading = stage.reading()
    began("practice")
    practice = stage.practice()
    began("essay")
    essay = stage.essay()
    began("tomorrow")
    returns = stage.tomorrow(essay)
    began("lesson")
    return Story(language, reading, practice, essay, returns, stage.lesson())


class _Stage:
    """The sample class and its two days."""

    def __init__(self, core: Core, clock: SteppedClock, language: Language) -> None:
        self._core = core
        self._clock = clock
        self._today = day_of(clock.now())
        organisation = ensure_demo(core.store, clock, core.identifiers)
        assert organisation is not None, "the store of a story is empty"
        self._organisation_id = organisation.organisation_id
        self._teacher = next(
            account for account in core.store.accounts(self._organisation_id) if account.role == "teacher"
        )
        self._caller = Caller(
            self._organisation_id, frozenset(PERMISSIONS), language, class_id=CLASS_ID, students=frozenset(STUDENTS)
        )

    def make_class(self) -> None:
        """Eight students who know what the two points of the story rest on, and most of whom have not understood the 比 sentence."""
        self._go_to(-DAYS_BEFORE, MORNING)
        store, organisation_id, now = self._core.store, self._organisation_id, self._clock.now()
        for number, student_id in enumerate(STUDENTS, start=1):
            name = f"样例学生 {number} · Sample student {number}"
            store.put_student(Student(organisation_id, student_id, name, None, now))
        store.put_class(SchoolClass(organisation_id, CLASS_ID, CLASS_NAME, now))
        store.change_members(organisation_id, CLASS_ID, added=STUDENTS, at=now)
        store.change_teachers(organisation_id, CLASS_ID, added=[self._teacher.account_id])
        known = {
            line.point_id: None
            for point in (WRITING_POINT, PRACTISED_POINT)
            for line in self._point(point).prerequisites
        }
        for point in known:
            items = self._items(point)
            for student_id in STUDENTS:
                self._answer(student_id, items, right=len(items))
        items = self._items(WRITING_POINT)
        for number, student_id in enumerate(STUDENTS):
            self._answer(student_id, items, right=1 if number < WEAK else len(items))
        self._answer(MAIN, self._items(PRACTISED_POINT)[:3], right=1)

    def reading(self) -> ReadingTold | None:
        """The synthetic reading, evaluated and stored; None where no tone was called wrong or no pair with it was judged."""
        self._go_to(0, MORNING)
        sound = self._core.tables.story_reading
        upload = SpeechUpload(sound, filename="sample.wav", text=READING, student_id=MAIN)
        report = self._core.speech.evaluate(upload, self._caller)
        wrong = next(
            (
                number
                for number, syllable in enumerate(report.syllables)
                if syllable.tone is not None and syllable.tone.verdict == "wrong"
            ),
            None,
        )
        if wrong is None:
            return None
        cells = self._core.speaking.tone_pairs(MAIN, self._caller)
        pairs = pairs_around(report.syllables, wrong)
        cell = next((cell for pair in pairs for cell in cells if cell.said == pair and cell.right < cell.n), None)
        if cell is None:
            return None
        drill = self._core.speaking.drill(cells, seed=SEED, pair=(cell.first, cell.second))
        return ReadingTold(sound, report, wrong, cell, drill)

    def practice(self) -> PracticeTold:
        """Five right answers on a point of which most was wrong before."""
        before = self._point(PRACTISED_POINT)
        items = self._items(PRACTISED_POINT)
        marked = self._answer(MAIN, items, right=len(items))
        answers = tuple(Answered(item, right) for item, right in zip(items, marked, strict=True))
        return PracticeTold(before, self._point(PRACTISED_POINT), answers)

    def essay(self) -> EssayTold | None:
        """The essay, evaluated and stored; None where the engine does not find the error in it."""
        self._go_to(0, EVENING)
        request = EssayRequest(student_id=MAIN, essay_content=ESSAY, hsk_level="2")
        report = self._core.essays.evaluate(request, self._caller).payload
        edit = next((edit for edit in report.edits if edit.point == WRITING_POINT), None)
        if edit is None:
            return None
        return EssayTold(report, edit, self._core.tables.points.short_name(edit.point).get(self._language))

    def tomorrow(self, essay: EssayTold | None) -> ReturnTold | None:
        """The questions of the next day's plan that the error brought; None where it brought none."""
        self._go_to(1, MORNING)
        if essay is None:
            return None
        source = essay.report.evaluation_id
        plan = self._core.plan.day(MAIN, day_of(self._clock.now()), self._caller)
        brought = [
            (recommendation, question)
            for recommendation in plan.recommendations
            for question in recommendation.questions
            if question.kind == "item" and any(piece.startswith(source) for piece in question.evidence)
        ]
        if not brought:
            return None
        recommendation, question = brought[0]
        (item,) = self._core.store.items(self._organisation_id, [question.question_id]).values()
        return ReturnTold(day_of(self._clock.now()), recommendation, question, item, len(brought))

    def lesson(self) -> LessonTold | None:
        """The students of the class who need the same point, and a lesson on it, given to them; None where there is no such group."""
        shown = self._core.knowledge.class_map(self._caller)
        group = next((group for group in shown.groups if group.point_id == WRITING_POINT), None)
        if group is None:
            return None
        column = next(place for place, point in enumerate(shown.points) if point.point_id == group.point_id)
        lesson = self._core.giving.lessons(group.point_id)[0]
        request = AssignRequest(
            title=lesson.title.get(self._language)[:60],
            due=day_of(self._clock.now() + DUE_IN),
            work=LessonWork(lesson_id=lesson.resource_id),
            student_ids=tuple(group.students),
            point_id=group.point_id,
        )
        given = self._core.assignments.assign(request, self._caller, by=self._teacher.account_id)
        progress = self._core.assignments.progress(given.assignment_id, self._caller)
        return LessonTold(group, tuple(shown.students), column, lesson, progress)

    @property
    def _language(self) -> Language:
        assert self._caller.language is not None
        return self._caller.language

    def _go_to(self, days: int, hours: timedelta) -> None:
        self._clock.moment = day_start(self._today + timedelta(days=days)) + hours

    def _items(self, point: str) -> list[Item]:
        """Items on a point that none of the class has seen."""
        chosen = self._core.giving.set_for(point, STUDENTS, ANSWERS, self._caller, seed=SEED)
        return [each.item for each in chosen.items]

    def _answer(self, student_id: str, items: Sequence[Item], *, right: int) -> list[bool]:
        """Answer the first `right` items with their key, the others wrongly. Returns how each was marked."""
        answers = [
            AnswerItem(
                question_id=item.id,
                answer=item.key if place < right else _wrong(item),
                time_spent=SECONDS_PER_ANSWER,
            )
            for place, item in enumerate(items)
        ]
        request = SubmitRequest(student_id=student_id, answers=answers)
        return [detail.is_correct for detail in self._core.answers.submit(request, self._caller).payload.details]

    def _point(self, point: str) -> PointDetail:
        self._core.knowledge.take_in_evidence(MAIN, self._caller)
        return self._core.knowledge.detail(MAIN, point, self._caller)


def pairs_around(syllables: Sequence[SyllableJudged], number: int) -> list[TonePair]:
    """The pairs of tones, as they are spoken, that a syllable makes with its neighbours: those within its word first, for the word is what
    the drill is told of."""
    neighbours = [pair for pair in pairwise(syllables) if syllables[number] in pair]
    neighbours.sort(key=lambda pair: pair[0].word != pair[1].word)
    return [
        (first.tone.expected, second.tone.expected)
        for first, second in neighbours
        if first.tone is not None and second.tone is not None
    ]


def _wrong(item: Item) -> str:
    """Another option; the parts of the key turned round; for what is typed a word that fits nowhere here."""
    if item.answer_kind == "choice":
        return next(option.id for option in item.options if option.id != item.key)
    if item.answer_kind in ("order", "pairs"):
        return ",".join(reversed(item.key.split(",")))
    return TYPED_WRONG
