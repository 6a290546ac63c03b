"""Answer evaluation, read as numbered steps."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial

from core.answers.additions import items_as_marked
from core.answers.analysis import MarkedAnswer, analyse
from core.answers.diagnosis.meanings import Telling
from core.answers.marking import Mark, mark
from core.answers.rulings import evidence_of_ruling, ruled_answers
from core.answers.tested import tested_points
from core.answers.wire import (
    AnswerItem,
    Detail,
    Evaluation,
    EvaluationPath,
    SubmitRequest,
    Summary,
)  # fmt: skip
from core.errors import BadParameter, FieldFault, NotFound, RulingsChanged
from core.learning.mastery import DIRECT_WEIGHT
from core.ports.answers import AnswerStore
from core.ports.language import ScriptConverter
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.records.access import Caller
from core.records.answers import AnswerRow, EvaluationRow, MarkedAnswers
from core.records.evidence import Evidence
from core.records.items import Item
from core.records.rulings import Ruling, SubmittedRulings
from core.tables.points import Points
from core.wire import Language, Rendered


def submit(
    request: SubmitRequest,
    caller: Caller,
    *,
    language: Language,
    points: Points,
    store: Store,
    converter: ScriptConverter,
    clock: Clock,
    identifiers: Identifiers,
    telling: Telling | None = None,
) -> Rendered[Evaluation]:
    """Mark the answers and write evaluation, answers and evidence in one transaction, counted as one call. `telling` as in
    `answers.marking.mark`.

    Raises `NotFound` naming questions that do not exist, `BadParameter` for a question that stands twice and for a
    session_id used with other answers, `QuotaExceeded`.
    """
    # 1. The items that were answered.
    item_ids = [answer.question_id for answer in request.answers]
    items = store.items(caller.organisation_id, item_ids)
    _refuse_unknown(request, items)
    _refuse_repeated(request)
    evaluation_id, answered_at = identifiers.new("ev"), clock.now()
    while True:
        # 2. Mark each answer, and draw the result once: the text that is stored is the text that is sent.
        marked = marked_answers(
            request,
            items,
            organisation_id=caller.organisation_id,
            evaluation_id=evaluation_id,
            language=language,
            points=points,
            converter=converter,
            telling=telling,
            answered_at=answered_at,
            rulings=store.rulings_on(caller.organisation_id, item_ids),
        )
        # 3. Keep it with its answers and evidence; mark again where a teacher ruled on an item in between.
        row = marked.evaluation
        reply = row.result if caller.call and caller.call.idempotency_key else None
        with suppress(RulingsChanged):
            stored = store.add_evaluation(
                row, marked.answers, marked.evidence, call=caller.call, reply=reply, rulings=marked.rulings
            )
            break
    # 4. A session submitted before gives its first result, if it was the same.
    if stored.fingerprint != row.fingerprint:
        raise BadParameter.of("session_id", f"{request.session_id!r} was submitted before with other answers")
    return Rendered(stored.result, Evaluation)


def evaluation(request: EvaluationPath, caller: Caller, *, store: AnswerStore) -> Rendered[Evaluation]:
    """A stored evaluation of the caller's organisation. Raises `NotFound`."""
    row = store.evaluation(caller.organisation_id, request.evaluation_id)
    if row is None:
        raise NotFound(f"There is no evaluation {request.evaluation_id!r}.")
    return Rendered(row.result, Evaluation)


def marked_answers(
    request: SubmitRequest,
    items: Mapping[str, Item],
    *,
    organisation_id: str,
    evaluation_id: str,
    language: Language,
    points: Points,
    converter: ScriptConverter,
    answered_at: datetime,
    rulings: Sequence[Ruling] = (),
    telling: Telling | None = None,
) -> MarkedAnswers:
    """The answers marked, with the rows to keep; nothing is written.

    Rows and evidence are those of the items' own answers, with what `rulings` on the items make of them beside: so a ruling can be undone
    for answers that came after it too. The student is told the mark that counts.
    """
    simplify = converter.simplified
    mark_one = partial(mark, simplify=simplify, telling=telling)
    marks = [mark_one(items[answer.question_id], answer.answer) for answer in request.answers]
    answers = [
        _answer_row(evaluation_id, position, request.student_id, answer, items[answer.question_id], marked, answered_at)
        for position, (answer, marked) in enumerate(zip(request.answers, marks, strict=True))
    ]
    ruled = ruled_answers(answers, items, rulings, simplify) if rulings else []
    if ruled:
        accepting = items_as_marked(items, rulings)
        marks = [mark_one(accepting[answer.question_id], answer.answer) for answer in request.answers]
    result = _result(evaluation_id, request, items, marks, points, language)
    evidence = [piece for answer in answers if answer.answered for piece in evidence_of(answer, points)]
    return MarkedAnswers(
        EvaluationRow(
            evaluation_id=evaluation_id,
            organisation_id=organisation_id,
            student_id=request.student_id,
            session_id=request.session_id,
            fingerprint=_fingerprint(request),
            result=result.model_dump_json(),
            created_at=answered_at,
        ),
        answers,
        [*evidence, *evidence_of_ruling(ruled, evidence)],
        SubmittedRulings(list(items), frozenset(ruling.ruling_id for ruling in rulings), ruled),
    )


# -- parts ---------------------------------------------------------------------------------------------------


def _refuse_repeated(request: SubmitRequest) -> None:
    """One question answered twice in a call would be the same evidence twice."""
    first: dict[str, int] = {}
    faults = tuple(
        FieldFault(
            f"answers[{position}].question_id", f"stands twice: {answer.question_id!r} is answers[{before}] already"
        )
        for position, answer in enumerate(request.answers)
        if (before := first.setdefault(answer.question_id, position)) != position
    )
    if faults:
        message = f"{faults[0].field}: {faults[0].message}"
        raise BadParameter(f"Parameter validation failed: {message}", faults=faults)


def _refuse_unknown(request: SubmitRequest, items: Mapping[str, Item]) -> None:
    faults = tuple(
        FieldFault(f"answers[{position}].question_id", f"{answer.question_id!r} does not exist")
        for position, answer in enumerate(request.answers)
        if answer.question_id not in items
    )
    if faults:
        raise NotFound(f"There is no question {faults[0].message.split()[0]}.", faults=faults)


def _fingerprint(request: SubmitRequest) -> str:
    return hashlib.sha256(request.model_dump_json().encode()).hexdigest()


def _result(
    evaluation_id: str,
    request: SubmitRequest,
    items: Mapping[str, Item],
    marks: list[Mark],
    points: Points,
    language: Language,
) -> Evaluation:
    details = [
        detail(items[answer.question_id], answer, marked, points, language)
        for answer, marked in zip(request.answers, marks, strict=True)
    ]
    marked_answers = [
        MarkedAnswer.of(
            items[detail_of_answer.question_id],
            is_correct=detail_of_answer.is_correct,
            score=detail_of_answer.score,
            source=f"{evaluation_id}#{position}",
        )
        for position, (detail_of_answer, mark_of_answer) in enumerate(zip(details, marks, strict=True))
        if mark_of_answer.answered
    ]
    return Evaluation(
        evaluation_id=evaluation_id,
        student_id=request.student_id,
        summary=summary(details, answered=sum(marked.answered for marked in marks)),
        details=details,
        analysis=analyse(marked_answers, points, language),
    )


def summary(details: list[Detail], *, answered: int) -> Summary:
    """Counts, mean score, time, and the share that was answered at all."""
    total = len(details)
    return Summary(
        total_questions=total,
        correct_count=sum(detail_of_answer.is_correct for detail_of_answer in details),
        score=round(sum(detail_of_answer.score for detail_of_answer in details) / total, 1) if total else 0.0,
        time_spent=sum(detail_of_answer.time_spent for detail_of_answer in details),
        completion_rate=round(answered / total, 4) if total else 0.0,
    )


def detail(item: Item, answer: AnswerItem, marked: Mark, points: Points, language: Language) -> Detail:
    """One marked answer in words: what is wrong and where, why, and what to do about it."""
    return Detail(
        question_id=item.id,
        is_correct=marked.is_correct,
        score=marked.score,
        feedback=marked.message.get(language),
        time_spent=answer.time_spent,
        suggestion=None if marked.is_correct else suggestion(item, points, language),
        correct_answer=item.key,
        explanation=item.explanation.get(language),
        faults=list(marked.faults),
        points=list(item.points),
    )


def suggestion(item: Item, points: Points, language: Language) -> str:
    """What to look at after a wrong answer: the point, else the word, else the text."""
    known = next((points.by_id[point] for point in item.points if point in points.by_id), None)
    if item.topic in ("reading", "listening"):
        again = ("再读一遍原文，找到答案所在的句子。", "Read the text again and find the sentence with the answer.")
        heard = ("再听一遍，注意问题问的是什么。", "Listen again for what the question asks.")
        zh, en = again if item.topic == "reading" else heard
    elif known is not None:
        name = points.short_name(known.id)
        zh = f"复习{known.id}“{name.zh}”。"
        en = f"Review {known.id} {name.en}."
    else:
        words = "、".join(item.words)
        zh, en = f"复习“{words}”。", f"Review {words}."
    return zh if language == "zh" else en


def _answer_row(
    evaluation_id: str, position: int, student_id: str, answer: AnswerItem, item: Item, marked: Mark, now: datetime
) -> AnswerRow:
    return AnswerRow(
        evaluation_id=evaluation_id,
        position=position,
        student_id=student_id,
        item_id=item.id,
        type=item.type,
        topic=item.topic,
        standard_level=item.standard_level,
        points=tuple(item.points),
        words=tuple(item.words),
        given=json.dumps(answer.answer, ensure_ascii=False),
        answered=marked.answered,
        is_correct=marked.is_correct,
        score=marked.score,
        time_spent_seconds=answer.time_spent,
        answered_at=now,
    )


def evidence_of(row: AnswerRow, points: Points) -> list[Evidence]:
    """What one answer says: of the knowledge points that it tests, of each word, of the skill.

    What is asked about a text tests the text, not every point that stands in it: it says nothing of them. Where an official point
    and one of its children are both named, only the child gets a piece: the official point counts its children's answers, and
    one answer would stand there twice. An item that tests several points at once is shared among them.
    """
    tested = tested_points(row.topic, row.points, points)
    targets = [
        *(("point", point, DIRECT_WEIGHT / len(tested)) for point in tested),
        *(("word", word, DIRECT_WEIGHT) for word in row.words),
        ("skill", row.topic, DIRECT_WEIGHT),
    ]
    source = f"{row.evaluation_id}#{row.position}"
    return [
        Evidence(
            student_id=row.student_id,
            kind="answer",
            target_kind=kind,  # type: ignore[arg-type]
            target=target,
            outcome=row.score / 100,
            weight=weight,
            source=source,
            occurred_at=row.answered_at,
            idempotency_key=f"{source}:{kind}:{target}",
            item_id=row.item_id,
        )
        for kind, target, weight in targets
    ]
