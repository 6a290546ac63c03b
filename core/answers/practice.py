"""Practice in the browser: a session of items, each answer written through at once, a summary at the end."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any, Protocol

from core.answers import service
from core.answers.analysis import MarkedAnswer, analyse, point_records, skill_analysis
from core.answers.decisions import Decisions, decisions_on
from core.answers.diagnosis.deciding import deciding_sentences
from core.answers.diagnosis.meanings import Telling
from core.answers.marking import mark
from core.answers.twins import TwinSought, sought
from core.answers.wire import (
    AnswerItem,
    Detail,
    Evaluation,
    PracticeCard,
    PracticeSummary,
    PracticeView,
    StartPractice,
    SubmitRequest,
)  # fmt: skip
from core.errors import BadParameter, NotFound
from core.learning.fit import Fit
from core.ports.language import ScriptConverter
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller
from core.records.answers import FULL_SCORE, TWINS, AnswerRow, EvaluationRow, PracticeSession
from core.records.items import Item
from core.tables.points import Points
from core.wire import Language, QuestionType, Topic

FIRST_CARDS = ":cards"
"""How the purpose of the first round of a unit ends (`core.plan.road.steps.purpose_of`)."""


class DrawItems(Protocol):
    """Draws items for a student and marks them as shown."""

    def __call__(
        self,
        *,
        levels: tuple[int, int],
        types: Sequence[QuestionType],
        topics: Sequence[Topic],
        points: Sequence[str],
        count: int,
        student_id: str,
        fit: Fit | None,
    ) -> Sequence[Item]:
        """Up to `count` items of the levels (both ends included); with `fit` those that suit the student."""
        ...


def start(
    request: StartPractice,
    caller: Caller,
    *,
    points: Points,
    fit: Fit,
    draw: DrawItems,
    store: Store,
    clock: Clock,
    identifiers: Identifiers,
) -> PracticeView:
    """Draw items for a session and keep it, so that a refresh finds it again.

    Without a level: about points the levels of the points, else the levels that suit the student.
    """
    items = draw(
        levels=_levels(request, points, fit),
        types=request.types,
        topics=request.topics,
        points=request.points,
        count=request.count,
        student_id=request.student_id,
        # Who names points wants those, the hard ones too.
        fit=None if request.points else fit,
    )
    return keep_session(request, caller, items=items, store=store, clock=clock, identifiers=identifiers, twins=True)


def _levels(request: StartPractice, points: Points, fit: Fit) -> tuple[int, int]:
    """The lowest and the highest standard level to draw from."""
    if request.level is not None:
        return request.level, request.level
    levels = [points.by_id[point].level for point in request.points if point in points.by_id]
    if levels:
        return min(levels), max(levels)
    # Of somebody of whom nothing is known nothing above the first level is asked.
    known = fit.level.told or fit.level.answers > 0
    return fit.levels() if known else (fit.level.level, fit.level.level)


def keep_session(
    request: StartPractice,
    caller: Caller,
    *,
    items: Sequence[Item],
    store: Store,
    clock: Clock,
    identifiers: Identifiers,
    purpose: str = "",
    twins: bool = False,
) -> PracticeView:
    """Keep a session over the items and show it. `purpose`: what it is a step of; `twins`: whether a wrong answer may be followed by a near
    twin of its item."""
    session = PracticeSession(
        session_id=identifiers.new("ps"),
        organisation_id=caller.organisation_id,
        student_id=request.student_id,
        item_ids=tuple(item.id for item in items),
        created_at=clock.now(),
        settings=json.dumps(_settings(request, twins=twins)),
        purpose=purpose,
    )
    store.add_practice(session)
    return _view(session, {item.id: item for item in items}, [], {}, set(), Decisions())


def deal(
    request: StartPractice,
    caller: Caller,
    *,
    items: Sequence[Item],
    store: Store,
    clock: Clock,
    identifiers: Identifiers,
    purpose: str = "",
) -> PracticeView:
    """Mark items that were drawn for the student as shown, and keep a session over them; `purpose` as in `keep_session`."""
    issue(items, request.student_id, caller, store=store, clock=clock)
    return keep_session(
        request, caller, items=items, store=store, clock=clock, identifiers=identifiers, purpose=purpose, twins=True
    )


def issue(items: Sequence[Item], student_id: str, caller: Caller, *, store: Store, clock: Clock) -> None:
    """Store items as shown to the student now, whatever was shown before, without counting a call."""
    now = clock.now()
    store.issue_items(
        items,
        organisation_id=caller.organisation_id,
        student_id=student_id,
        at=now,
        not_since=now,
        call=None,
        reply=None,
    )


def _settings(request: StartPractice, *, twins: bool) -> dict[str, Any]:
    settings: dict[str, Any] = request.model_dump(mode="json", exclude={"student_id"})
    return {**settings, TWINS: {}} if twins else settings


def review(
    student_id: str,
    item_ids: Sequence[str],
    caller: Caller,
    *,
    store: Store,
    clock: Clock,
    identifiers: Identifiers,
    twins: bool = True,
) -> PracticeView:
    """A session over items that were seen before. `twins` as in `keep_session`. Raises `NotFound` when one was never kept."""
    items = store.items(caller.organisation_id, item_ids)
    if missing := [item_id for item_id in item_ids if item_id not in items]:
        raise NotFound(f"There is no question {missing[0]!r}.")
    chosen = [items[item_id] for item_id in dict.fromkeys(item_ids)]
    request = StartPractice(student_id=student_id, count=max(1, min(50, len(chosen))))
    return keep_session(request, caller, items=chosen, store=store, clock=clock, identifiers=identifiers, twins=twins)


def round_over(
    student_id: str,
    item_ids: Collection[str],
    left: Sequence[str],
    caller: Caller,
    *,
    store: Store,
    clock: Clock,
    identifiers: Identifiers,
    since: datetime | None = None,
) -> PracticeView:
    """The round over what is left of some items that the student began and did not finish, else a new one over all of it.

    It deals no twins: what a teacher gave is what is asked. `since`: a round that was begun before it is not resumed, for what was answered in it does not count. Raises `NotFound` when an item was never kept.
    """
    latest = store.latest_practice(caller.organisation_id, student_id)
    resumable = latest is not None and (since is None or latest.created_at >= since)
    if (
        latest is not None
        and resumable
        and TWINS not in json.loads(latest.settings)
        and latest.finished_at is None
        and set(item_ids) >= set(latest.item_ids) >= set(left)
    ):
        return view(student_id, latest.session_id, caller, store=store)
    issue(list(store.items(caller.organisation_id, left).values()), student_id, caller, store=store, clock=clock)
    return review(student_id, left, caller, store=store, clock=clock, identifiers=identifiers, twins=False)


def view(student_id: str, session_id: str, caller: Caller, *, store: Store) -> PracticeView:
    """The session as it stands. Raises `NotFound`, for another student's session too."""
    session = _session(student_id, session_id, caller, store)
    evaluations = store.evaluations_of_practice(caller.organisation_id, student_id, session_id)
    appealed = _appealed(student_id, caller, store=store)
    decisions = decisions_on(student_id, caller, store=store)
    answers = {
        row.evaluation_id: row
        for row in store.answers_of(caller.organisation_id, *(row.evaluation_id for row in evaluations))
    }
    items = store.items(session.organisation_id, session.item_ids)
    return _view(session, items, evaluations, answers, appealed, decisions)


def told_in(
    language: Language,
    kept: PracticeView,
    *,
    points: Points,
    converter: ScriptConverter,
    telling: Telling | None = None,
) -> PracticeView:
    """The session with what was said about each answer in the language of who reads it now.

    Marks and scores stay as they were given; where the answer would be marked otherwise today, so does what was said about it.
    """
    cards = [_told_in(language, card, points, converter, telling) for card in kept.cards]
    return kept.model_copy(update={"cards": cards})


def _told_in(
    language: Language, card: PracticeCard, points: Points, converter: ScriptConverter, telling: Telling | None
) -> PracticeCard:
    detail, item = card.detail, card.item
    if detail is None or card.given is None:
        return card
    again = mark(item, json.loads(card.given), simplify=converter.simplified, telling=telling)
    texts = {"explanation": item.explanation.get(language)}
    diagnosis = ""
    if again.score == detail.score:
        texts["feedback"] = again.message.get(language)
        diagnosis = again.diagnosis.get(language)
    if detail.suggestion is not None:
        texts["suggestion"] = service.suggestion(item, points, language)
    told = {
        "detail": detail.model_copy(update=texts),
        "diagnosis": diagnosis,
        "deciding": deciding_sentences(item),
    }
    return card.model_copy(update=told)


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
    telling: Telling | None = None,
) -> PracticeCard:
    """Mark one card and write it through. A card that was answered keeps its first answer."""
    session = _session(student_id, session_id, caller, store)
    if given.question_id not in session.item_ids:
        raise NotFound(f"Question {given.question_id!r} is not part of this session.")
    position = session.item_ids.index(given.question_id)
    part = f"{session_id}:{position}"
    item = store.items(caller.organisation_id, [given.question_id])[given.question_id]
    evaluation = store.evaluation_of_session(caller.organisation_id, student_id, part)
    if evaluation is None:
        request = SubmitRequest(student_id=student_id, answers=[given]).model_copy(update={"session_id": part})
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
                telling=telling,
            )
        evaluation = store.evaluation_of_session(caller.organisation_id, student_id, part)
        assert evaluation is not None
    if not _is_about(evaluation, item):
        raise BadParameter.of("session_id", f"{part!r} was submitted before with another question")
    (row,) = store.answers_of(caller.organisation_id, evaluation.evaluation_id)
    card = _card(
        position,
        item,
        (evaluation, row),
        settings=json.loads(session.settings),
        appealed=_appealed(student_id, caller, store=store),
        decisions=decisions_on(student_id, caller, store=store),
    )
    return _told_in(language, card, points, converter, telling)


class DrawTwin(Protocol):
    """Draws an item like another one for a student and marks it as shown."""

    def __call__(self, wanted: TwinSought, *, apart_from: Collection[str]) -> Sequence[Item]:
        """At most one item; none that resembles `apart_from`, values of `Item.similar`."""
        ...


def twin(
    student_id: str, session_id: str, position: int, caller: Caller, *, draw: DrawTwin, store: Store
) -> int | None:
    """The position of a near twin of the card that was answered wrong, dealt at the end of the session; None where there is no other like it.

    A card that has one keeps it. Raises `NotFound` for another student's session, and `BadParameter` for a card that may have none: not answered
    wrong, a twin itself, or of a round without twins.
    """
    session = _session(student_id, session_id, caller, store)
    settings = json.loads(session.settings)
    dealt = {int(of): int(place) for place, of in settings.get(TWINS, {}).items()}
    if position in dealt:
        return dealt[position]
    cards = view(student_id, session_id, caller, store=store).cards
    if not 0 <= position < len(cards) or not cards[position].can_have_twin:
        raise BadParameter.of("position", f"card {position} of {session_id!r} can have no twin")
    new = _drawn_twin(position, [card.item for card in cards], draw)
    if new is None:
        return None
    place = len(session.item_ids)
    twins = {**settings[TWINS], str(place): position}
    extended = replace(session, item_ids=(*session.item_ids, new.id), settings=json.dumps({**settings, TWINS: twins}))
    if not store.extend_practice(extended, before=session.item_ids):
        # Another tab dealt one in between.
        return twin(student_id, session_id, position, caller, draw=draw, store=store)
    return place


def _drawn_twin(position: int, items: Sequence[Item], draw: DrawTwin) -> Item | None:
    """An item like the one at the position of a round, and none of the round itself."""
    item = items[position]
    ids, shown = {each.id for each in items}, {each.similar for each in items}
    for wanted in sought(item):
        apart_from = shown - {item.similar} if wanted.same_source else shown
        # What the round shows again after a long time may be drawn; drawing marks it as shown, so that the next draw gives another.
        for _ in range(len(items) + 1):
            drawn = draw(wanted, apart_from=apart_from)
            if not drawn:
                break
            if drawn[0].id not in ids:
                return drawn[0]
    return None


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
    """What the session's answers say; the session counts as finished from now on. Raises `NotFound`.

    Twins are counted apart; what is said of skills and points rests on their answers too.
    An answer counts as right when the teacher upheld the student's appeal.
    """
    session_view = view(student_id, session_id, caller, store=store)
    store.finish_practice(caller.organisation_id, session_id, clock.now())
    cards_and_details = [
        (card, _with_upheld_appeal(card.detail, card.upheld)) for card in session_view.cards if card.detail is not None
    ]
    marked = [
        MarkedAnswer.of(card.item, is_correct=detail.is_correct, score=detail.score, source=f"{card.evaluation_id}#0")
        for card, detail in cards_and_details
        if card.answered
    ]
    details = [detail for _, detail in cards_and_details]
    firsts = [(card, detail) for card, detail in cards_and_details if card.twin_of is None]
    again = [detail for card, detail in cards_and_details if card.twin_of is not None]
    answered = sum(card.answered for card, _ in firsts)
    return PracticeSummary(
        session_id=session_id,
        summary=service.summary([detail for _, detail in firsts], answered=answered),
        again=len(again),
        again_right=sum(detail.is_correct for detail in again),
        analysis=analyse(marked, points, language),
        skills=skill_analysis((card.item.topic, detail.score) for card, detail in cards_and_details),
        points=point_records(marked, points, language),
        wrong_item_ids=[detail.question_id for detail in details if not detail.is_correct],
    )


# -- parts ---------------------------------------------------------------------------------------------------


def _session(student_id: str, session_id: str, caller: Caller, store: Store) -> PracticeSession:
    session = store.practice(caller.organisation_id, session_id)
    if session is None or session.student_id != student_id:
        raise NotFound(f"There is no practice session {session_id!r}.")
    return session


def _appealed(student_id: str, caller: Caller, *, store: Store) -> set[tuple[str, str]]:
    """(evaluation id, item id) of the answers that the student appealed against."""
    appeals = store.appeals(caller.organisation_id, student_id=student_id)
    return {(appeal.evaluation_id, appeal.question_id) for appeal in appeals}


def _view(
    session: PracticeSession,
    items: dict[str, Item],
    evaluations: Sequence[EvaluationRow],
    answers: Mapping[str, AnswerRow],
    appealed: Collection[tuple[str, str]],
    decisions: Decisions,
) -> PracticeView:
    by_part = {row.session_id: row for row in evaluations}
    settings = json.loads(session.settings)
    cards = []
    for position, item_id in enumerate(session.item_ids):
        row, item = by_part.get(f"{session.session_id}:{position}"), items[item_id]
        marked = None if row is None or not _is_about(row, item) else (row, answers[row.evaluation_id])
        cards.append(_card(position, item, marked, settings=settings, appealed=appealed, decisions=decisions))
    unanswered = [card.position for card in cards if card.detail is None]
    cards_given = len(cards) - len(settings.get(TWINS, {}))
    cards_asked = int(settings.get("count", cards_given))
    return PracticeView(
        session_id=session.session_id,
        student_id=session.student_id,
        cards=cards,
        next_position=unanswered[0] if unanswered else None,
        finished=session.finished_at is not None,
        missing=max(0, cards_asked - cards_given),
        seconds=sum(card.detail.time_spent for card in cards if card.detail is not None),
        at_once=session.purpose.endswith(FIRST_CARDS),
    )


def _is_about(row: EvaluationRow, item: Item) -> bool:
    """Whether the evaluation is of this one item: a row that is not says nothing about the card."""
    return [detail.question_id for detail in Evaluation.model_validate_json(row.result).details] == [item.id]


def _with_upheld_appeal(detail: Detail, upheld: bool) -> Detail:
    return detail.model_copy(update={"is_correct": True, "score": FULL_SCORE}) if upheld else detail


def _card(
    position: int,
    item: Item,
    marked: tuple[EvaluationRow, AnswerRow] | None,
    *,
    settings: Mapping[str, Any],
    appealed: Collection[tuple[str, str]],
    decisions: Decisions,
) -> PracticeCard:
    """A card as it stands, with its evaluation and the one answer of it once it was answered; `settings` are those of the session."""
    twins = {int(place): int(of) for place, of in settings.get(TWINS, {}).items()}
    if marked is None:
        return PracticeCard(position=position, item=item, twin_of=twins.get(position))
    row, answer = marked
    result = Evaluation.model_validate_json(row.result)
    detail, upheld = result.details[0], decisions.of(answer) == "right"
    may_have_twin = TWINS in settings and position not in {*twins, *twins.values()}
    return PracticeCard(
        position=position,
        item=item,
        detail=detail,
        answered=result.summary.completion_rate > 0,
        evaluation_id=row.evaluation_id,
        given=answer.given,
        appealed=(row.evaluation_id, item.id) in appealed,
        upheld=upheld,
        twin_of=twins.get(position),
        can_have_twin=may_have_twin and not detail.is_correct and not upheld,
    )
