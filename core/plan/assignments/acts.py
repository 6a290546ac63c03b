"""What students did that may count for assignments, read at once: a handful of queries, however many assignments there are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import TypeVar

from core.learning.days import day_of
from core.plan.assignments.wire import AloudBody, Body, EssayBody, ItemsBody
from core.plan.ids import ASSIGNED
from core.ports.store import Store
from core.records.answers import AnswerRow
from core.records.marking import HandedIn
from core.records.plan import Assignment, Completion, Writing
from core.records.speech import ReadingLine

BLOCK = 500
"""Ids in one query, below SQLite's limit on bound variables."""

Act = TypeVar("Act")


@dataclass(frozen=True)
class Acts:
    """Acts of students, those of before an assignment was given among them."""

    answers: Mapping[str, Sequence[AnswerRow]]
    """By item; by student and then oldest first."""
    texts: Mapping[str, Sequence[Writing]]
    """By resource id; the last changed first."""
    handed_in: Mapping[str, Sequence[HandedIn]]
    """By resource id; oldest first."""
    readings: Mapping[str, Sequence[ReadingLine]]
    """By key of the text; by student and then oldest first."""
    completions: Mapping[str, Sequence[Completion]]
    """By resource id; oldest first."""

    def until(self, moment: datetime) -> Acts:
        """Those of them that had happened at that moment."""
        return Acts(
            answers=_kept(self.answers, lambda answer: answer.answered_at <= moment),
            texts=_kept(self.texts, lambda text: text.handed_in_at is None or text.handed_in_at <= moment),
            handed_in={
                resource_id: [_not_returned_after(text, moment) for text in texts if text.handed_in_at <= moment]
                for resource_id, texts in self.handed_in.items()
            },
            readings=_kept(self.readings, lambda line: line.created_at <= moment),
            completions=_kept(self.completions, lambda completion: completion.at <= moment),
        )


def _kept(acts: Mapping[str, Sequence[Act]], happened: Callable[[Act], bool]) -> dict[str, list[Act]]:
    return {key: [act for act in each if happened(act)] for key, each in acts.items()}


def _not_returned_after(text: HandedIn, moment: datetime) -> HandedIn:
    """The text as it lay with its teacher at that moment."""
    if text.returned_at is None or text.returned_at <= moment:
        return text
    return replace(text, returned_at=None)


def acts_on(work: Sequence[tuple[Assignment, Body]], student_ids: Collection[str], *, store: Store) -> Acts:
    """What the students did that may count for these assignments, all of one organisation."""
    if not work or not student_ids:
        return Acts({}, {}, {}, {}, {})
    reader = _Reader(work[0][0].organisation_id, list(student_ids), store)
    items = [(row, body) for row, body in work if isinstance(body, ItemsBody)]
    aloud = [(row, body) for row, body in work if isinstance(body, AloudBody)]
    essays = [ASSIGNED + row.assignment_id for row, body in work if isinstance(body, EssayBody)]
    things = [row for row, body in work if not isinstance(body, ItemsBody | EssayBody | AloudBody)]
    return Acts(
        answers=reader.answers(
            {item_id for _, body in items for item_id in body.item_ids}, _first(row for row, _ in items)
        ),
        texts=reader.texts(essays),
        handed_in=reader.handed_in(essays),
        readings=reader.readings(
            {text.key for _, body in aloud for text in body.texts}, _first(row for row, _ in aloud)
        ),
        completions=reader.completions(_first(things)),
    )


def _first(rows: Iterable[Assignment]) -> datetime | None:
    """When the first of the assignments was given."""
    return min((row.made_at for row in rows), default=None)


@dataclass(frozen=True)
class _Reader:
    organisation_id: str
    student_ids: Sequence[str]
    store: Store

    def answers(self, item_ids: Collection[str], since: datetime | None) -> dict[str, list[AnswerRow]]:
        if since is None:
            return {}
        found = (
            answer
            for block in _blocks(item_ids)
            for answer in self.store.answers_to_items(self.organisation_id, block, self.student_ids, since)
        )
        return _grouped(found, lambda answer: answer.item_id)

    def texts(self, resource_ids: Collection[str]) -> dict[str, list[Writing]]:
        found = (
            text
            for block in _blocks(resource_ids)
            for text in self.store.writings(self.organisation_id, student_id=self._single(), resource_ids=block)
        )
        return _grouped(found, lambda text: text.resource_id)

    def handed_in(self, resource_ids: Collection[str]) -> dict[str, list[HandedIn]]:
        if not resource_ids:
            return {}
        (only,) = resource_ids if len(resource_ids) == 1 else (None,)
        found = self.store.handed_in(
            self.organisation_id, ASSIGNED, resource_id=only, student_id=self._single()
        )  # fmt: skip
        return _grouped(found, lambda text: text.resource_id)

    def readings(self, keys: Collection[str], since: datetime | None) -> dict[str, list[ReadingLine]]:
        if since is None:
            return {}
        found = (
            line
            for block in _blocks(keys)
            for line in self.store.readings_of_texts(self.organisation_id, block, self.student_ids, since)
        )
        return _grouped(found, lambda line: line.text_key)

    def completions(self, since: datetime | None) -> dict[str, list[Completion]]:
        if since is None:
            return {}
        found = self.store.completions_between(self.organisation_id, self.student_ids, day_of(since), date.max)
        return _grouped(found, lambda completion: completion.resource_id)

    def _single(self) -> str | None:
        return self.student_ids[0] if len(self.student_ids) == 1 else None


def _blocks(ids: Collection[str]) -> Iterator[list[str]]:
    ordered = sorted(ids)
    return (ordered[start : start + BLOCK] for start in range(0, len(ordered), BLOCK))


def _grouped(acts: Iterable[Act], key: Callable[[Act], str]) -> dict[str, list[Act]]:
    grouped: dict[str, list[Act]] = defaultdict(list)
    for act in acts:
        grouped[key(act)].append(act)
    return dict(grouped)
