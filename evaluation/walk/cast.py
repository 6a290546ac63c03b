"""The twelve students of the walk: what each of them did in three months, done through the service as a browser or a caller would."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from unittest.mock import patch

from core import wiring
from core.answers.wire import AnswerItem, StartPractice, SubmitRequest
from core.api.core import Core
from core.demo.year import wrong_answer
from core.errors import WenluError
from core.essays.wire import EssayRequest
from core.jobs import nightly
from core.plan.wire import DailyRequest, PlanSettings, SlotChoice
from core.portrait.wire import Behavior, FirstPortraitRequest, Questionnaire, TestResults, UpdatePortraitRequest
from core.questions.bank import ItemBank
from core.records.access import PERMISSIONS, Account, Caller, Organisation
from core.records.items import Item
from core.records.students import Student
from core.speech.upload import SpeechUpload
from core.wire import BANDS, Topic
from evaluation.essays.fakes import ListedErrors
from evaluation.service.clock import CountingIdentifiers, StoppedClock
from evaluation.speech.reports import TEACHER, UMBRELLA, Listener, wav

END = datetime(2026, 11, 25, 12, tzinfo=UTC)
"""A Wednesday evening in Shanghai: the walk is looked at then."""
DAYS = 90
NIGHT = timedelta(hours=18)
"""After midnight UTC+8 and 02:00: 18:00 UTC."""
WEEKDAY_LOOKED_AT = 4
"""Of a walk's week: a weekday, so that a plan has all its slots."""
PASSWORD = "walks through three months"
SEED = 1917
ERRORS = ListedErrors(
    {"见面他": ("跟他见面", "S"), "一本猫": ("一只猫", "W"), "高心": ("高兴", "B")},
    points={"见面他": "【三05】", "一本猫": "【一17】"},
)
"""The corrector of essays: what the shipped ones find is measured elsewhere."""
ESSAYS = (
    "昨天下午我去图书馆见面他。我们一起看书，一起喝茶。图书馆里有很多人，可是很安静。回家的时候我很高心。",
    "我家有一本猫，它叫小白。小白每天早上六点叫我起床。因为它饿了，所以我先给它吃东西，然后才吃早饭。",
    "周末我常常跟朋友去公园。公园里的花都开了，孩子们在草地上跑来跑去。我们坐在树下聊天，觉得很舒服。",
)
SENTENCES = (UMBRELLA, TEACHER)


@dataclass(frozen=True)
class Kind:
    """A kind of student."""

    name: str
    what: str
    begin: Callable[[Walker], None]
    """What was done on the first day."""
    day: Callable[[Walker, int], None]
    """What was done on a day, counted from 1 to `DAYS`."""


class Walker:
    """A student of the walk and the ways to act."""

    def __init__(self, core: Core, account: Account, caller: Caller) -> None:
        self.core = core
        self.account = account
        self.caller = caller
        self.student_id = account.student_id or ""
        self.rng = random.Random(f"{SEED}{self.student_id}")

    def ask(self, ability: Mapping[int, float], *, count: int = 8, topics: Sequence[Topic] = ()) -> None:
        """A round of practice as a browser plays it. `ability`: the chance of a right answer by standard level."""
        request = StartPractice(student_id=self.student_id, topics=list(topics), count=count)
        view = self.core.practice.start(request, self.caller)
        for card in view.cards:
            self._answer_card(view.session_id, card.item, ability)

    def _answer_card(self, session_id: str, item: Item, ability: Mapping[int, float]) -> None:
        given = self._given(item, ability)
        self.core.practice.answer(self.student_id, session_id, given, self.caller)

    def _given(self, item: Item, ability: Mapping[int, float]) -> AnswerItem:
        chance = ability.get(item.standard_level, 0.25)
        roll = self.rng.random()
        answer = item.key if roll < chance else self._wrong(item)
        return AnswerItem(question_id=item.id, answer=answer, time_spent=self.rng.randrange(5, 40))

    def _wrong(self, item: Item) -> str:
        if self.rng.random() < 0.15:
            return ""  # "I don't know"
        return wrong_answer(item, self.rng) if item.answer_kind in ("choice", "order") else "不知道"

    def submit(self, ability: Mapping[int, float], *, topic: Topic, level: int, count: int = 6) -> None:
        """Answers sent by a caller of the API to questions that it drew."""
        band = next(name for name, (lowest, highest) in BANDS.items() if lowest <= level <= highest)
        items = self.core.bank.items("multiple_choice", topic, band)
        drawn = self.rng.sample([item for item in items if item.standard_level == level], count)
        now = self.core.clock.now()
        self.core.store.issue_items(
            drawn,
            organisation_id=self.caller.organisation_id,
            student_id=None,
            at=now,
            not_since=now,
            call=None,
            reply=None,
        )
        answers = [self._given(item, ability) for item in drawn]
        self.core.answers.submit(SubmitRequest(student_id=self.student_id, answers=answers), self.caller)

    def place(self, ability: Mapping[int, float], questionnaire: Questionnaire | None = None) -> None:
        """The placement test to its end."""
        state = self.core.placement.start(self.student_id, self.caller, questionnaire=questionnaire)
        while state.next is not None:
            item = state.next.item
            answer = self._given(item, ability).answer or None
            state = self.core.placement.answer(self.student_id, state.placement_id, item.id, answer, self.caller)

    def fill_in(self, goal: str, duration: str, score: int) -> None:
        """The questionnaire with the four scores of a first test."""
        request = FirstPortraitRequest(
            student_id=self.student_id,
            questionnaire=Questionnaire(learning_goals=[goal], native_language="English", learning_duration=duration),
            test_results=TestResults(
                listen_ability=score, speak_ability=score, read_ability=score, write_ability=score
            ),
        )
        self.core.portrait.first(request, self.caller)

    def write(self, number: int) -> None:
        """An essay."""
        request = EssayRequest(student_id=self.student_id, essay_content=ESSAYS[number % len(ESSAYS)], hsk_level="3")
        self.core.essays.evaluate(request, self.caller)

    def read_aloud(self, number: int) -> None:
        """A sentence."""
        upload = SpeechUpload(wav(2.0), "reading.wav", SENTENCES[number % len(SENTENCES)], self.student_id)
        self.core.speech.evaluate(upload, self.caller)

    def behave(self, *behaviours: tuple[str, str, float, float | None]) -> None:
        """What a school's platform reports: indicator, kind, value, most."""
        now = self.core.clock.now()
        sent = [
            Behavior.model_validate(
                {"indicator": name, "kind": kind, "value": value, "max": most, "occurred_at": now.isoformat()}
            )
            for name, kind, value, most in behaviours
        ]
        self.core.portrait.update(UpdatePortraitRequest(student_id=self.student_id, behaviors=sent), self.caller)

    def choose_minutes(self, minutes: int) -> None:
        """The student's own time: so many minutes each morning and evening, and at the weekend."""
        choice = SlotChoice(minutes=minutes)
        off = SlotChoice(on=False)
        settings = PlanSettings(morning=choice, noon=off, evening=choice, night=off, weekend=choice)
        self.core.plan.set_settings(self.student_id, settings, self.caller)

    def follow_plan(self, ability: Mapping[int, float], *, most: int = 3) -> None:
        """Some of what the day's plan holds: rounds of its questions, lessons played to the end."""
        day = self.core.plan.daily(DailyRequest(student_id=self.student_id), self.caller)
        for line in [line for line in day.recommendations if not line.done][:most]:
            today = self.core.clock.now() + timedelta(hours=8)
            try:
                if line.resource_type == "question":
                    view = self.core.plan.start(self.student_id, line.resource_id, today.date(), self.caller)
                    for card in view.cards:
                        if card.detail is None:
                            self._answer_card(view.session_id, card.item, ability)
                else:
                    self.core.plan.finish(self.student_id, line.resource_id, round(60 * line.minutes), self.caller)
            except WenluError:
                continue  # a sentence to read aloud or an essay title, which is no round of cards


def chances(level: int, *, at: float = 0.78, below: float = 0.93, above: float = 0.35) -> dict[int, float]:
    """Chances of a right answer by standard level for a student of a level."""
    return {each: below if each < level else at if each == level else above for each in range(1, 8)}


def _nothing(walker: Walker, *_: int) -> None:
    pass


def _every(days: int, act: Callable[[Walker, int], None]) -> Callable[[Walker, int], None]:
    return lambda walker, day: act(walker, day) if day % days == 0 else None


def _once(day_of_act: int, act: Callable[[Walker], None]) -> Callable[[Walker, int], None]:
    return lambda walker, day: act(walker) if day == day_of_act else None


def _begin_all_round(walker: Walker) -> None:
    walker.choose_minutes(20)
    told = Questionnaire(learning_goals=["HSK4"], native_language="English", learning_duration="1年")
    walker.place(chances(3), told)


def _all_round(walker: Walker, day: int) -> None:
    if day % 4 == 0:
        walker.follow_plan(chances(3))
    if day % 6 == 0:
        walker.ask(chances(3), count=6)
    if day % 15 == 0:
        walker.write(day // 15)
    if day % 5 == 0:
        walker.read_aloud(day // 5)
    if day % 14 == 0:
        walker.behave(("D58", "percentage", 7, 8), ("D59", "duration", 315, None), ("D68", "percentage", 3, 4))


def _came_back(walker: Walker, day: int) -> None:
    # The walk is three months long: this student stops after the first of them, and comes back on the day before the last.
    if (day <= 30 and day % 3 == 0) or day == DAYS - 1:
        walker.ask(chances(2))


KINDS: tuple[Kind, ...] = (
    Kind("new", "has an account and has done nothing", _nothing, _nothing),
    Kind("told", "filled in the questionnaire", lambda walker: walker.fill_in("HSK4", "2年", 70), _nothing),
    Kind("placed", "took the placement test", lambda walker: walker.place(chances(3)), _nothing),
    Kind("essays", "only writes essays", _nothing, _every(20, lambda walker, day: walker.write(day // 20))),
    Kind("speaker", "only reads aloud", _nothing, _every(6, lambda walker, day: walker.read_aloud(day // 6))),
    Kind(
        "ahead",
        "placed far ahead, practises hard questions",
        lambda walker: walker.place(chances(6)),
        _every(4, lambda walker, _: walker.ask(chances(6))),
    ),
    Kind(
        "steady",
        "a beginner who practises every other day",
        _nothing,
        _every(2, lambda walker, _: walker.ask(chances(1), count=6)),
    ),
    Kind("back", "stopped for two months and came back", _nothing, _came_back),
    Kind(
        "guesses",
        "answers at random",
        _nothing,
        _every(5, lambda walker, _: walker.ask(dict.fromkeys(range(1, 8), 0.25))),
    ),
    Kind(
        "listener",
        "practises listening alone",
        _nothing,
        _every(5, lambda walker, _: walker.ask(chances(2), topics=["listening"])),
    ),
    Kind(
        "called",
        "is known through the API alone",
        _nothing,
        _every(
            10,
            lambda walker, day: walker.submit(
                chances(2), topic=("vocabulary", "grammar", "reading")[day // 10 % 3], level=2
            ),
        ),
    ),
    Kind(
        "all round",
        "plan, rounds, essays, readings, lessons, a school's reports",
        _begin_all_round,
        _all_round,
    ),
)


@dataclass(frozen=True)
class Walk:
    """The service after three months."""

    core: Core
    clock: StoppedClock
    organisation: Organisation
    walkers: dict[str, Walker]
    teacher: Account


def walked(
    kinds: Sequence[Kind] = KINDS, *, bank: ItemBank | None = None, each_week: Callable[[Walker], None] | None = None
) -> Walk:
    """The service after three months of these students, at `END`; the nightly job has run after every day with work. `each_week` is called
    for every student on one morning a week."""
    clock = StoppedClock(END - timedelta(days=DAYS))
    core = wiring.in_memory_core(
        clock=clock, identifiers=CountingIdentifiers(), evaluator=Listener(), correctors=[ERRORS], bank=bank
    )
    organisation = core.access.organisation("Walk", tier="enterprise")
    walkers = {}
    for number, kind in enumerate(kinds, 1):
        account = core.access.people.new_account(
            organisation,
            "student",
            username=f"walk{number:02d}",
            password=PASSWORD,
            name=f"（模拟）{kind.name}",
            language="en",
        )
        student = Student(
            organisation.organisation_id, account.student_id or "", account.display_name, "en", clock.now()
        )
        core.store.put_student(student)  # as `wenlu accounts add` does
        caller = Caller(organisation.organisation_id, frozenset(PERMISSIONS), "en")
        walkers[kind.name] = Walker(core, account, caller)
    for day in range(DAYS + 1):
        clock.moment = END - timedelta(days=DAYS - day, minutes=30)
        for kind in kinds:
            walker = walkers[kind.name]
            if each_week is not None and day % 7 == WEEKDAY_LOOKED_AT:
                each_week(walker)
            with patch(
                "core.questions.service.secrets.randbelow", walker.rng.randrange
            ):  # every walk draws the same items
                (kind.begin(walker) if day == 0 else kind.day(walker, day))
        if day < DAYS and (day % 7 == 0 or day > DAYS - 3):
            clock.moment += NIGHT - timedelta(hours=11, minutes=30)
            for _ in nightly(core):
                pass
    clock.moment = END
    teacher = core.access.people.new_account(
        organisation, "teacher", username="walkteacher", password=PASSWORD, name="（模拟）Teacher", language="en"
    )
    return Walk(core, clock, organisation, walkers, teacher)
