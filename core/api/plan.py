"""The plan of the day: recommendations, schedule, settings, and what was done of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from functools import cached_property

from core.access.arguments import bounded
from core.answers import practice
from core.answers.wire import PracticeView
from core.api.calls import Calls
from core.api.knowledge import Knowledge
from core.api.questions import Questions
from core.errors import NotFound
from core.learning.days import day_of
from core.learning.prediction.predictor import Predictor
from core.learning.sums.record import record
from core.plan import service
from core.plan.assignments.assigning import seen
from core.plan.assignments.deadlines import is_open
from core.plan.assignments.own import played_too_early
from core.plan.assignments.progress import assignment_id_of
from core.plan.assignments.wire import LinkFields
from core.plan.assignments.writing import closed
from core.plan.calendar import calendar
from core.plan.day.filled_day import Stock
from core.plan.day.planner import Planner
from core.plan.day.standings import official_points
from core.plan.day.week import DayLine, week
from core.plan.done.closing import of_day
from core.plan.done.doing import done_of, played_by
from core.plan.done.finishing import finished
from core.plan.ids import ESSAY, LINK, SAY
from core.plan.lessons.links import link_resource, links_of
from core.plan.lessons.own import OWN_LESSON, draft_in, own_slides, resource_of_own
from core.plan.lessons.resources import Resource, ResourceCatalogue, resources_of
from core.plan.lessons.watching import Watching
from core.plan.model import DayPlan, Entry
from core.plan.service import PlanSources
from core.plan.tasks.spoken import SpokenSentences, spoken_of, tones_of
from core.plan.wire import DailyPlan, DailyRequest, PlanSettings, ScheduleRequest, SlotChoice
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.questions.bank import ItemBank
from core.questions.organisation_bank import draft_of_own_item
from core.questions.targets import ItemShelf, TargetIndex, index_of
from core.records.access import Caller
from core.records.own_lessons import OwnLesson
from core.records.plan import Assignment
from core.tables import Tables
from core.tables.content.lessons import EssayTitle, Slide
from core.wire import Bilingual

__all__ = ["DailyPlan", "DayLine", "Entry", "PlanSettings", "Resource", "SlotChoice"]

PLANNED_LATELY = timedelta(days=7)
"""Plans are made in advance only for students who had one within this time."""


@bounded
class Plans:
    """The plan of the day: recommendations, schedule, settings, and what was done of it."""

    def __init__(
        self,
        *,
        store: Store,
        clock: Clock,
        identifiers: Identifiers,
        tables: Tables,
        bank: ItemBank,
        predictor: Callable[[], Predictor],
        calls: Calls,
        questions: Questions,
        knowledge: Knowledge,
    ) -> None:
        self._store = store
        self._clock = clock
        self._identifiers = identifiers
        self._tables = tables
        self.bank = bank
        self._predictor = predictor
        self._calls = calls
        self._questions = questions
        self._knowledge = knowledge

    def daily(self, request: DailyRequest, caller: Caller) -> DailyPlan:
        """GET /recommendation/daily/{student_id}. The first request for today stores its plan, made with all evidence so far. Raises
        `NotFound`."""
        today = day_of(self._clock.now())
        wanted = request.date in (None, today.isoformat())
        if wanted and self._store.plan(caller.organisation_id, request.student_id, today) is None:
            self._knowledge.take_in_evidence(request.student_id, caller)
        language = self._calls.language(caller, request.student_id)
        plan, counted = service.daily(request, caller, language=language, sources=self.sources)
        if not counted:
            self._calls.count(caller)
        return plan

    def schedule(self, request: ScheduleRequest, caller: Caller) -> DailyPlan:
        """POST /recommendation/schedule. Raises `NotFound` or `BadParameter` without changing anything."""
        language = self._calls.language(caller, request.student_id)
        return service.schedule(request, caller, language=language, sources=self.sources)

    def day(self, student_id: str, day: date, caller: Caller) -> DailyPlan:
        """A day's plan; before today's is made, the student's map takes in all evidence so far."""
        return self.daily(DailyRequest(student_id=student_id, date=day.isoformat()), caller)

    def week(self, student_id: str, day: date, caller: Caller) -> list[DayLine]:
        """Monday to Sunday of the week that holds the day."""
        return week(student_id, day, caller, points=self._tables.points, sources=self.sources)

    def settings(self, student_id: str, caller: Caller) -> PlanSettings | None:
        """The student's settings of times and places; None before any choice."""
        return service.settings(student_id, caller, store=self._store)

    def set_settings(self, student_id: str, chosen: PlanSettings, caller: Caller) -> None:
        """Store the settings; today's slots in which nothing was begun or moved are made again."""
        service.set_settings(student_id, chosen, caller, sources=self.sources)

    def set_voice(self, student_id: str, voice: bool, caller: Caller) -> None:
        """Keep whether the student's browser has a Chinese voice; without one only what is recorded is planned to be heard, and today's
        slots in which nothing was begun or moved are made again. Raises `NotFound`."""
        self._need_student(student_id, caller)
        service.set_voice(student_id, voice, caller, sources=self.sources)

    def make_anew(self, student_id: str, caller: Caller) -> None:
        """Make today's slots in which nothing was begun or moved again, from what is known now."""
        self._knowledge.take_in_evidence(student_id, caller)
        service.make_anew(student_id, caller, sources=self.sources)

    def calendar(self, student_id: str, caller: Caller, *, days: int = 7) -> bytes:
        """Today and the days to come as a calendar file."""
        today = day_of(self._clock.now())
        plans = [
            service.current_plan(student_id, today + timedelta(days=number), caller, sources=self.sources).plan
            for number in range(days)
        ]
        return calendar(plans, self._calls.language(caller, student_id), now=self._clock.now())

    def start(self, student_id: str, resource_id: str, day: date, caller: Caller) -> PracticeView:
        """Start a round over an entry's questions that are not done yet, or resume the one that was begun. Raises `NotFound`."""
        current = service.current_plan(student_id, day, caller, sources=self.sources)
        entry = current.plan.entry(resource_id)
        tasks = [task for task in entry.tasks if task.kind == "item"] if entry else []
        if entry is None or not tasks:
            raise NotFound(f"There are no questions under {resource_id!r} in the plan of {day}.")
        row = self._open_assignment(student_id, resource_id, caller)
        remaining = [task.task_id for task in tasks if not current.done.task(entry, task)] or [
            task.task_id for task in tasks
        ]
        return practice.round_over(
            student_id,
            [task.task_id for task in tasks],
            remaining,
            caller,
            store=self._store,
            clock=self._clock,
            identifiers=self._identifiers,
            since=row.made_at if row else None,
        )

    def _open_assignment(self, student_id: str, resource_id: str, caller: Caller) -> Assignment | None:
        """The assignment behind an entry; None of what is none. Raises `BadRequest` for one that takes no late work any more: what was answered
        now would not count."""
        assignment_id = assignment_id_of(resource_id)
        row = self._store.assignment(caller.organisation_id, assignment_id) if assignment_id else None
        if row is not None and not is_open(row, student_id, self._clock.now()):
            raise closed()
        return row

    def finish(self, student_id: str, resource_id: str, seconds: int, caller: Caller) -> None:
        """Note that something was played, read or spoken to its end; a second time on a day it only counts for what was assigned since.
        Raises `NotFound`."""
        if self.resource(resource_id, caller) is None:
            raise NotFound(f"There is no resource {resource_id!r}.")
        self._need_student(student_id, caller)
        resource = self.lesson(resource_id, caller)
        organisation_id, now = caller.organisation_id, self._clock.now()
        done, evidence = finished(organisation_id, student_id, resource_id, seconds, resource, now)
        if not self._store.add_completion(done, evidence):
            for assigned_id in played_too_early(organisation_id, student_id, resource_id, now, store=self._store):
                self._store.add_completion(replace(done, resource_id=assigned_id))

    def played(self, student_id: str, caller: Caller) -> dict[str, date]:
        """What the student has played to its end, and on which day the last time, by resource id."""
        played = played_by(caller.organisation_id, student_id, store=self._store, now=self._clock.now())
        return {resource_id: day_of(at) for resource_id, at in played.items()}

    def lesson(self, resource_id: str, caller: Caller, *, drafts: bool = False) -> Resource | None:
        """A lesson of the catalogue, or one that a teacher of the organisation wrote; None for an unknown id. `drafts`: also one that is
        still a draft."""
        row = self._own_lesson(resource_id, caller)
        if row is None:
            return self.resources.by_id.get(resource_id)
        return resource_of_own(row) if drafts or row.state != "draft" else None

    def slides(self, resource_id: str, caller: Caller) -> tuple[Slide, ...]:
        """What the player shows of a lesson. Raises `KeyError` for an id that is none."""
        row = self._own_lesson(resource_id, caller)
        return self.resources.slides_of(resource_id) if row is None else own_slides(draft_in(row))

    def link(self, resource_id: str, caller: Caller) -> tuple[Resource, str] | None:
        """A teacher's link with its address; None for an unknown id."""
        return self._links(caller).get(resource_id)

    def own_lessons(self, caller: Caller) -> list[Resource]:
        """The lessons that the organisation's teachers wrote and can give, the one changed last first."""
        rows = self._store.own_lessons(caller.organisation_id)
        return [resource_of_own(row) for row in rows if row.state == "approved"]

    def _own_lesson(self, resource_id: str, caller: Caller) -> OwnLesson | None:
        if not resource_id.startswith(OWN_LESSON):
            return None
        return self._store.own_lesson(caller.organisation_id, resource_id)

    def resource(self, resource_id: str, caller: Caller) -> Bilingual | None:
        """The title of anything that a plan of the organisation can name; None for an unknown id."""
        resource = self.lesson(resource_id, caller)
        if resource is not None:
            return resource.title
        if resource_id.startswith(SAY):
            sentence = self.spoken_sentences.by_id.get(resource_id)
            return None if sentence is None else Bilingual(zh=sentence.text, en=sentence.en)
        title = self.essay_title(resource_id)
        return self._of_organisation(resource_id, caller) if title is None else title.title

    def essay_title(self, resource_id: str) -> EssayTitle | None:
        """The essay title that a plan names so."""
        return self._essay_titles.get(resource_id)

    @cached_property
    def _essay_titles(self) -> dict[str, EssayTitle]:
        return {ESSAY + row.id: row for row in self._tables.essay_titles}

    def _of_organisation(self, resource_id: str, caller: Caller) -> Bilingual | None:
        """The title of a link or an assignment of the organisation, if there is one of that id."""
        if resource_id.startswith(LINK):
            titles = [
                link.fields.title for link in links_of(caller, store=self._store) if link.resource_id == resource_id
            ]
            return Bilingual(zh=titles[0], en=titles[0]) if titles else None
        row = self.assignment(resource_id, caller)
        return None if row is None else Bilingual(zh=row.title, en=row.title)

    def assignment(self, resource_id: str, caller: Caller) -> Assignment | None:
        """The assignment of the organisation behind an id of a plan, withdrawn or not, for a past day may name it; None for anything else."""
        assignment_id = assignment_id_of(resource_id)
        row = self._store.assignment(caller.organisation_id, assignment_id) if assignment_id else None
        return row if row is not None and seen([row], caller, store=self._store) else None

    def close(self, organisation_id: str, day: date) -> int:
        """Write evidence of what was done of the plans of a past day. Returns how many pieces were new; a second time none are."""
        count, now = 0, self._clock.now()
        for stored in self._store.plans_of_day(organisation_id, day):
            plan = DayPlan.model_validate_json(stored.body)
            done = done_of(plan, organisation_id, now=now, store=self._store)
            pieces = of_day(stored.student_id, plan, done)
            count += self._store.append_evidence(organisation_id, pieces, at=now)
        return count

    def make(self, organisation_id: str, day: date) -> int:
        """Make a day's plans in advance for students who had one within a week, so that the first request of the morning is quick.

        Returns how many plans were made.
        """
        students = self._store.students_with_plans(organisation_id, day - PLANNED_LATELY, day)
        return service.make_plans(organisation_id, students, day, sources=self.sources)

    def warm(self) -> None:
        """Load what plans draw from now, the item bank included, rather than while the first student waits."""
        import scipy.optimize  # noqa: F401  (half a second; `core.plan.day.filling` asks for it late)

        assert self.target_index.shelves
        assert self.resources.all
        assert self.spoken_sentences.words()

    @cached_property
    def resources(self) -> ResourceCatalogue:
        """The catalogue of lessons, written and composed ones, and of listening resources."""
        return resources_of(self._tables)

    @cached_property
    def spoken_sentences(self) -> SpokenSentences:
        """Sentences to read aloud."""
        return spoken_of(self._tables)

    @cached_property
    def sources(self) -> PlanSources:
        """What plans are made with."""
        return PlanSources(self._store, self._clock, self._planner)

    @cached_property
    def target_index(self) -> TargetIndex:
        """The shared bank by target."""
        return index_of(self.bank)

    @cached_property
    def _words_of_level(self) -> dict[int, tuple[str, ...]]:
        by_level: dict[int, list[str]] = {}
        for word in self._tables.words.rows:
            by_level.setdefault(word.level, []).append(word.text)
        return {level: tuple(dict.fromkeys(words)) for level, words in by_level.items()}

    @cached_property
    def _tone_words(self) -> dict[str, tuple[str, ...]]:
        # Two third tones are never heard as they are written, so that no item asks for them.
        heard = {
            word
            for (skill, word), drafts in self.target_index.shelves.of_word.items()
            if skill == "listening" and any("tones" in draft.frame.tags for draft in drafts)
        }
        words_by_tones: dict[str, list[str]] = {}
        for word in self._tables.words.rows:
            if word.text in heard and len(word.text) > 1:
                words_by_tones.setdefault(tones_of(word.pinyin[0]), []).append(word.text)
        return {tones: tuple(dict.fromkeys(words)) for tones, words in words_by_tones.items()}

    def _planner(self, organisation_id: str) -> Planner:
        """A planner over the organisation's bank and links as they are now."""
        caller = Caller(organisation_id, frozenset())
        predictor, shelf = self._predictor(), self.shelf_of(caller)
        stock = Stock(
            official_points=official_points(self._tables.points),
            shelf=shelf,
            sentences=self.spoken_sentences,
            words=self._words_of_level,
            easiness=predictor.model.levels,
            tone_words=self._tone_words,
            needs_no_voice=self._questions.needs_no_voice,
            any_recorded=self._questions.any_recorded(),
        )
        return Planner(
            tables=self._tables,
            predictor=predictor,
            record_of=lambda learner, level, at: record(
                learner, level, points=self._tables.points, predictor=predictor, at=at
            ),
            stock=stock,
            watching=Watching(self.resources, self._links(caller)),
        )

    def shelf_of(self, caller: Caller) -> ItemShelf:
        """What is asked in the caller's organisation, by what it is about."""
        bank = self._questions.bank_of(caller)
        own_items = [line.item for line in bank.own.items if line.item.id not in bank.retired]
        return ItemShelf(
            self.target_index,
            retired=bank.retired,
            own=[(item.type, item.topic, draft_of_own_item(item)) for item in own_items],
            recorded=self._questions.recorded_items.by_level(),
        )

    def _links(self, caller: Caller) -> dict[str, tuple[Resource, str]]:
        """The organisation's links as resources, with their addresses."""
        resources = {}
        for link in self._store.links(caller.organisation_id):
            fields = LinkFields.model_validate_json(link.body)
            resource = link_resource(
                f"{LINK}{link.link_id}",
                fields.title,
                level=fields.level,
                skill=fields.skill,
                points=fields.points,
                seconds=60 * fields.minutes,
            )
            resources[resource.resource_id] = (resource, fields.url)
        return resources

    def _need_student(self, student_id: str, caller: Caller) -> None:
        if self._store.student(caller.organisation_id, student_id) is None:
            raise NotFound(f"There is no student {student_id!r}.")
