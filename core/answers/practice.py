"""Practice in the browser: a session of items, each answer written through at once, a summary at the end."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress

from core.answers import service
from core.answers.analysis import Marked, analyse, point_records, skills
from core.answers.wire import (
    AnswerItem,
    Evaluation,
    PracticeCard,
    PracticeSummary,
    PracticeView,
    StartPractice,
    SubmitRequest,
)  # fmt: skip
from core.errors import BadParameter, NotFound
from core.ports import Clock, Identifiers, ScriptConverter, Store
from core.records import Caller, EvaluationRow, Item, PracticeSession
from core.tables.points import Points
from core.wire import Language


def start(
    request: StartPractice,
    caller: Caller,
    *,
    items: Sequence[Item],
    store: Store,
    clock: Clock,
    identifiers: Identifiers,
) -> PracticeView:
    """Keep a session over drawn items and show it."""
    session = PracticeSession(
        session_id=identifiers.new("ps"),
        organisation_id=caller.organisation_id,
        student_id=request.student_id,
        item_ids=tuple(item.id for item in items),
        created_at=clock.now(),
        settings=request.model_dump_json(exclude={"student_id"}),
    )
    store.add_practice(session)
    return _view(session, {item.id: item for item in items}, [], frozenset(), {})


def review(
    student_id: str,
    item_ids: Sequence[str],
    caller: Caller,
    *,
    store: Store,
    clock: Clock,
    identifiers: Identifiers,
) -> PracticeView:
    """A session over items that were seen before. Raises `NotFound` when one was never kept."""
    items = store.items(item_ids)
    if missing := [item_id for item_id in item_ids if item_id not in items]:
        raise NotFound(f"There is no question {missing[0]!r}.")
    chosen = [items[item_id] for item_id in dict.fromkeys(item_ids)]
    request = StartPractice(student_id=student_id, count=max(1, min(50, len(chosen))))
    return start(request, caller, items=chosen, store=store, clock=clock, identifiers=identifiers)


def view(student_id: str, session_id: str, caller: Caller, *, store: Store) -> PracticeView:
    """The session as it stands. Raises `NotFound`, for another student's session too."""
    session = _session(student_id, session_id, caller, store)
    evaluations = store.evaluations_of_practice(caller.organisation_id, student_id, session_id)
    appealed = frozenset(
        (appeal.evaluation_id, appeal.question_id)
        for appeal in store.appeals(caller.organisation_id, student_id=student_id)
    )
    given = {row.evaluation_id: _given(row, caller, store) for row in evaluations}
    return _view(session, store.items(session.item_ids), evaluations, appealed, given)


def answer(
    student_id: str,
    session_id: str,
    given: AnswerItem,
    caller: Caller,
    *,
    language: Language,
    points: Points,
    store: Store,
    converter: ScriptConverter,
    clock: Clock,
    identifiers: Identifiers,
) -> PracticeCard:
    """Mark one card and write it through. A card that was answered keeps its first answer."""
    session = _session(student_id, session_id, caller, store)
    if given.question_id not in session.item_ids:
        raise NotFound(f"Question {given.question_id!r} is not part of this session.")
    place = session.item_ids.index(given.question_id)
    part = f"{session_id}:{place}"
    item = store.items([given.question_id])[given.question_id]
    kept = store.evaluation_of_session(caller.organisation_id, student_id, part)
    if kept is None:
        request = SubmitRequest(student_id=student_id, answers=[given], session_id=part)
        with suppress(BadParameter):  # another tab answered this card in between: its answer stands
            service.submit(
                request,
                caller,
                language=language,
                points=points,
                store=store,
                converter=converter,
                clock=clock,
                identifiers=identifiers,
            )
        kept = store.evaluation_of_session(caller.organisation_id, student_id, part)
        assert kept is not None
    return _card(place, item, kept, _given(kept, caller, store), False)


def summary(
    student_id: str,
    session_id: str,
    caller: Caller,
    *,
    language: Language,
    points: Points,
    store: Store,
    clock: Clock,
) -> PracticeSummary:
    """What the session's answers say; the session counts as finished from now on. Raises `NotFound`."""
    seen = view(student_id, session_id, caller, store=store)
    store.finish_practice(caller.organisation_id, session_id, clock.now())
    done = [(card, card.detail) for card in seen.cards if card.detail is not None]
    marked = [
        Marked.of(card.item, is_correct=detail.is_correct, score=detail.score, source=f"{card.evaluation_id}#0")
        for card, detail in done
    ]
    details = [detail for _, detail in done]
    answered = sum(card.answered for card, _ in done)
    return PracticeSummary(
        session_id=session_id,
        summary=service.summary(details, answered=answered),
        analysis=analyse(marked, points, language),
        skills=skills((row.topic, row.score) for row in marked),
        points=point_records(marked, points, language),
        wrong_item_ids=[detail.question_id for detail in details if not detail.is_correct],
    )


# -- parts ---------------------------------------------------------------------------------------------------


def _session(student_id: str, session_id: str, caller: Caller, store: Store) -> PracticeSession:
    session = store.practice(caller.organisation_id, session_id)
    if session is None or session.student_id != student_id:
        raise NotFound(f"There is no practice session {session_id!r}.")
    return session


def _view(
    session: PracticeSession,
    items: dict[str, Item],
    evaluations: Sequence[EvaluationRow],
    appealed: frozenset[tuple[str, str]],
    answers_given: Mapping[str, str],
) -> PracticeView:
    by_place = {int((row.session_id or ":0").rpartition(":")[2]): row for row in evaluations}
    cards = []
    for place, item_id in enumerate(session.item_ids):
        row = by_place.get(place)
        said = row is not None and (row.evaluation_id, item_id) in appealed
        answer_given = answers_given[row.evaluation_id] if row is not None else None
        cards.append(_card(place, items[item_id], row, answer_given, said))
    unanswered = [card.position for card in cards if card.detail is None]
    settings = json.loads(session.settings)
    asked, given = int(settings.get("count", len(cards))), len(cards)
    return PracticeView(
        session_id=session.session_id,
        student_id=session.student_id,
        cards=cards,
        next_position=unanswered[0] if unanswered else None,
        finished=session.finished_at is not None,
        missing=max(0, asked - given),
        seconds=sum(card.detail.time_spent for card in cards if card.detail is not None),
    )


def _given(row: EvaluationRow, caller: Caller, store: Store) -> str:
    """The one answer of a card's evaluation, as JSON text."""
    return store.answers_of(caller.organisation_id, row.evaluation_id)[0].given


def _card(place: int, item: Item, row: EvaluationRow | None, given: str | None, appealed: bool) -> PracticeCard:
    result = Evaluation.model_validate_json(row.result) if row is not None else None
    return PracticeCard(
        position=place,
        item=item,
        detail=result.details[0] if result else None,
        answered=result is not None and result.summary.completion_rate > 0,
        evaluation_id=row.evaluation_id if row else None,
        given=given,
        appealed=appealed,
    )
