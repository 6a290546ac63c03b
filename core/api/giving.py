"""Giving work: what a set would contain before it is given, whom it suits, and what it did afterwards."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from random import Random

from core.access.arguments import bounded
from core.api.plan import Plans
from core.api.questions import Questions
from core.api.speaking import Speaking, TextChoice
from core.errors import NotFound
from core.learning.level import level_of_group, levels_of
from core.plan.assignments import assigning, proof
from core.plan.assignments.progress import addressees_of_all, body_of
from core.plan.assignments.proof import Proof, Side, Span
from core.plan.assignments.wire import ItemsBody
from core.plan.lessons.resources import Resource
from core.ports.store import Store
from core.ports.system import Clock
from core.questions.service import REPEAT_PAUSE, keep
from core.questions.sets import ABOVE, SetItem, SetOrder, draw_set, seen_counts
from core.records.access import Caller
from core.records.plan import Assignment
from core.tables import Tables
from core.wire import Closed

__all__ = ["GivableSet", "Proof", "Resource", "SetItem", "Side", "Span", "TextChoice"]
"""Names that pages may import for giving work (they use the core through its facade only)."""

ALOUD_TEXTS = 5
"""Sentences about a point that are offered to be read aloud."""
TOO_HARD = 1
"""Levels above where a student stands from which a point is said to be hard for them."""


class GivableSet(Closed):
    """What can be given for a point."""

    point_id: str
    """The point of the items: the official one where the point itself has none of its own."""
    items: tuple[SetItem, ...]
    hard_for: tuple[str, ...]
    """Ids of the students who stand more than a level below the point."""


@bounded
class Giving:
    """Giving work: what a set would contain before it is given, whom it suits, and what it did afterwards."""

    def __init__(
        self, *, store: Store, clock: Clock, tables: Tables, questions: Questions, plan: Plans, speaking: Speaking
    ) -> None:
        self._store = store
        self._clock = clock
        self._tables = tables
        self._questions = questions
        self._plan = plan
        self._speaking = speaking

    def set_for(
        self,
        point_id: str,
        student_ids: Sequence[str],
        count: int,
        caller: Caller,
        *,
        kept: Sequence[str] = (),
        without: Collection[str] = (),
        seed: int | None = None,
    ) -> GivableSet:
        """Items on a point for these students: at its level, none alike, none that any of them saw or was given within 14 days while there are others.

        `kept` are ids of items that stay in the set beside the new ones, `without` those that were turned down. Raises `NotFound`.
        """
        if point_id not in self._tables.points.by_id:
            raise NotFound(f"There is no knowledge point {point_id!r}.")
        has_items = point_id in self._questions.bank.points_with_items()
        own = point_id if has_items else self._official(point_id)
        level = self._tables.points.by_id[own].level
        kept_items = [self._questions.item(item_id, caller).item for item_id in kept]
        order = SetOrder(
            points=[own],
            levels=(1, min(7, level + ABOVE)),
            count=count,
            without={*kept, *without},
            kept=kept_items,
        )
        items = draw_set(
            order,
            bank=self._questions.bank_of(caller),
            seen=self._seen(student_ids, caller),
            difficulty=self._questions.difficulties,
            rng=Random(secrets.randbits(53) if seed is None else seed),
        )
        self._keep(items, caller)
        levels = levels_of(caller.organisation_id, student_ids, store=self._store, now=self._clock.now())
        hard_for = tuple(each for each in student_ids if levels[each].known and levels[each].level + TOO_HARD < level)
        return GivableSet(point_id=own, items=tuple(items), hard_for=hard_for)

    def class_level(self, caller: Caller) -> int | None:
        """The standard level of the class that was chosen, to draw from where a teacher names none; None before anything is known."""
        levels = levels_of(caller.organisation_id, self._class_ids(caller), store=self._store, now=self._clock.now())
        return level_of_group(levels.values())

    def items(self, item_ids: Sequence[str], student_ids: Sequence[str], caller: Caller) -> list[SetItem]:
        """Chosen items, each once, with how many of the students saw them lately. Raises `NotFound`."""
        seen = self._seen(student_ids, caller)
        once = dict.fromkeys(item_ids)
        return [
            SetItem(item=self._questions.item(item_id, caller).item, seen_by=seen.get(item_id, 0)) for item_id in once
        ]

    def lessons(self, point_id: str) -> list[Resource]:
        """Lessons on a point or the official point that it belongs to, written ones first."""
        resources = self._plan.resources
        return list(resources.about(point_id) or resources.about(self._official(point_id)))

    def texts_on(self, point_id: str) -> list[TextChoice]:
        """Sentences around a point to be read aloud, the shortest first."""
        wanted = {point_id, self._official(point_id)}
        choices = [
            choice
            for sentence in self._tables.content.sentences
            if sentence.point in wanted and (choice := self._speaking.choice(sentence.id)) is not None
        ]
        return sorted(choices, key=lambda choice: (choice.length, choice.id))[:ALOUD_TEXTS]

    def essays_on(self, point_id: str) -> list[str]:
        """Ids of the essay titles that need a point or the official point that it belongs to, those of the lowest level first."""
        wanted = {point_id, self._official(point_id)}
        titles = (title for title in self._tables.essay_titles if not wanted.isdisjoint(title.points))
        return [title.id for title in sorted(titles, key=lambda title: (title.level, title.id))]

    def _official(self, point_id: str) -> str:
        """The official point that a point is or belongs to."""
        row = self._tables.points.by_id.get(point_id)
        return point_id if row is None or row.kind == "point" or not row.parent_id else row.parent_id

    def helped(self, caller: Caller) -> list[Proof]:
        """What the sets did that were given for a point one to five weeks ago, newest first."""
        rows = assigning.seen(self._store.assignments(caller.organisation_id), caller, store=self._store)
        return self._proofs(proof.current(rows, self._clock.now()), caller)

    def proof(self, assignment_id: str, caller: Caller) -> Proof | None:
        """What one set did; None where it was given for no point. Raises `NotFound`."""
        row = assigning.current_assignment(assignment_id, caller, store=self._store)
        return self._proofs([row], caller)[0] if row.point_id else None

    def _proofs(self, rows: Sequence[Assignment], caller: Caller) -> list[Proof]:
        return proof.proofs(
            rows,
            self._class_ids(caller),
            caller,
            points=self._tables.points,
            store=self._store,
            now=self._clock.now(),
        )

    def _class_ids(self, caller: Caller) -> list[str]:
        everybody = (student.student_id for student in self._store.students(caller.organisation_id))
        return [student_id for student_id in everybody if caller.sees(student_id)]

    def _seen(self, student_ids: Sequence[str], caller: Caller) -> dict[str, int]:
        """How many of the students were shown or given each item within 14 days."""
        since = self._clock.now() - REPEAT_PAUSE
        shown = {
            student_id: set(items)
            for student_id, items in self._store.items_shown_to(caller.organisation_id, student_ids, since).items()
        }
        rows = [
            row
            for row in self._store.assignments(caller.organisation_id)
            if row.kind == "items" and row.made_at >= since
        ]
        named = addressees_of_all(rows, store=self._store)
        for row in rows:
            body, addressees = body_of(row), named[row.assignment_id]
            if isinstance(body, ItemsBody):
                for student_id in student_ids:
                    if student_id in shown and (addressees is None or student_id in addressees):
                        shown[student_id].update(body.item_ids)
        return seen_counts(shown)

    def _keep(self, items: Sequence[SetItem], caller: Caller) -> None:
        """Keep the items, so that they are found by id; nobody has been shown them."""
        keep([each.item for each in items], caller, store=self._store, clock=self._clock)
