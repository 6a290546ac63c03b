"""Question generation, read as numbered steps."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from core.learning.fit import Fit
from core.learning.items import difficulty as item_difficulty
from core.learning.items.pauses import TEXT_PAUSE, resting
from core.learning.prediction.predictor import Predictor
from core.ports.knowledge import ModelStore
from core.ports.language import Recordings
from core.ports.questions import DrawnT, QuestionStore
from core.ports.system import Clock
from core.questions.bank import ItemBank
from core.questions.draw import draw as draw_items
from core.questions.organisation_bank import OrganisationBank
from core.questions.wire import GeneratedQuestions, GenerateRequest, Question, QuestionOption
from core.records.access import Caller
from core.records.items import Askable, Audio, DrawnItems, Item, Option
from core.tables.points import Points
from core.wire import BANDS, QUESTION_TYPES, TOPICS, Language, QuestionType, Topic

REPEAT_PAUSE = timedelta(days=14)
"""An item does not come back to a student before this."""
CHOSEN_FROM = 20
"""How many items are drawn for each that is chosen by its answer."""
DRAW_ATTEMPTS = 3
"""How often a draw is tried: another request for the same student may be quicker, and the draw is made again without its items."""

Recording = Callable[[str], str | None]
"""Path of the recording of a word, None without one."""


@dataclass(frozen=True, kw_only=True)
class _Generated(DrawnItems):
    """Items that were drawn for a request, with the response that contains them."""

    response: GeneratedQuestions


def generate(
    request: GenerateRequest,
    caller: Caller,
    *,
    language: Language,
    bank: ItemBank | OrganisationBank,
    points: Points,
    fit: Fit | None = None,
    store: QuestionStore,
    clock: Clock,
    recording: Recording | None = None,
) -> GeneratedQuestions:
    """Items for a request, in the language of the explanations; kept, and counted as one call. Raises `QuotaExceeded`.

    The same seed and request give the same items, except that a student never gets an item seen within 14 days, and what was made from
    texts shown within 60 days only where too little else is left.
    """
    now = clock.now()
    shown_sources = sources_shown(request.student_id, caller, store=store, now=now) if request.student_id else ()
    # 1. The random seed: the request's, or a fresh one that the response names.
    seed = request.seed if request.seed is not None else secrets.randbelow(2**53)
    topics = (request.topic,) if request.topic else TOPICS

    def drawn(seen: Collection[str]) -> _Generated:
        # 2. Draw without what the student saw lately.
        items = _draw(
            bank,
            BANDS[request.level],
            (request.type,),
            topics,
            tags=request.tags,
            shown_sources=shown_sources,
            count=request.count,
            seen=seen,
            fit=fit,
            seed=seed,
        )
        # 3. Put it into the contract's form.
        response = GeneratedQuestions(
            questions=[question(item, language, points, recording) for item in items],
            total=len(items),
            requested=request.count,
            notice=_notice(request, len(items), language),
            seed=seed,
        )
        call = replace(caller.call, empty_result=not items) if caller.call else None
        reply = response.model_dump_json() if call and call.idempotency_key else None
        return _Generated(items, call, reply, response=response)

    # 4. Store the items and count the call in one transaction.
    return _issue(drawn, request.student_id, caller, store=store, now=now).response


def draw(
    *,
    levels: tuple[int, int],
    types: Sequence[QuestionType],
    topics: Sequence[Topic],
    points: Sequence[str] = (),
    tags: Sequence[str] = (),
    words: Sequence[str] = (),
    apart_from: Collection[str] = (),
    count: int,
    student_id: str,
    caller: Caller,
    bank: ItemBank | OrganisationBank,
    fit: Fit | None = None,
    answer: str = "",
    askable: Askable | None = None,
    store: QuestionStore,
    clock: Clock,
) -> list[Item]:
    """Items for a practice session, kept and marked as shown to the student; with `answer`, of several times as many those in whose right
    answer this text stands, as far as there are any; with `askable` only what it allows. `points`, `tags`, `words` and `apart_from` as in
    `core.questions.draw.draw`."""
    now = clock.now()
    shown_sources = sources_shown(student_id, caller, store=store, now=now)

    def drawn(seen: Collection[str]) -> DrawnItems:
        seed = secrets.randbelow(2**53)
        items = _draw(
            bank,
            levels,
            types or QUESTION_TYPES,
            topics or TOPICS,
            tags=tags,
            points=points,
            words=words,
            apart_from=apart_from,
            shown_sources=shown_sources,
            one_of_each=not answer,
            count=CHOSEN_FROM * count if answer else count,
            seen=seen,
            fit=fit,
            askable=askable,
            seed=seed,
        )
        if answer:
            items = sorted(items, key=lambda item: answer not in _right_answer(item))[:count]
        return DrawnItems(items, caller.call)

    return list(_issue(drawn, student_id, caller, store=store, now=now).items)


def _right_answer(item: Item) -> str:
    """What is typed, chosen or put together where an item is answered rightly."""
    if item.answer_kind == "choice":
        return next(option.text for option in item.options if option.id == item.key)
    return item.full_text if item.answer_kind in ("order", "pairs") else item.key


def _issue(
    draw: Callable[[Collection[str]], DrawnT],
    student_id: str | None,
    caller: Caller,
    *,
    store: QuestionStore,
    now: datetime,
) -> DrawnT:
    """What was drawn, kept: drawn before the transaction, so that no other writer waits for it; inside, when other
    requests for the student were quicker each time."""
    organisation_id, not_since = caller.organisation_id, now - REPEAT_PAUSE
    for _ in range(DRAW_ATTEMPTS):
        drawn = draw(_seen(store, caller, student_id, now))
        if store.issue_items(
            drawn.items,
            organisation_id=organisation_id,
            student_id=student_id,
            at=now,
            not_since=not_since,
            call=drawn.call,
            reply=drawn.reply,
        ):
            return drawn
    assert student_id is not None, "only a student's items can be taken by a quicker request"
    return store.issue_drawn_items(
        draw, organisation_id=organisation_id, student_id=student_id, at=now, not_since=not_since
    )


def keep(items: Sequence[Item], caller: Caller, *, store: QuestionStore, clock: Clock) -> None:
    """Keep items, so that they are found by id and can be answered; nobody has been shown them, and nothing is counted."""
    now = clock.now()
    store.issue_items(
        items,
        organisation_id=caller.organisation_id,
        student_id=None,
        at=now,
        not_since=now,
        call=None,
        reply=None,
    )


def question(item: Item, language: Language, points: Points, recording: Recording | None = None) -> Question:
    """An item as the contract has it. What a listening item says stands in `audio` only, as a file where it is a
    single word with a recording."""
    return Question(
        id=item.id,
        type=item.type,
        level=item.level,
        question="\n".join(
            [item.question.get(language), *(f"{left.id}. {left.text}" for left in visible_left_side(item))]
        ),
        options=[QuestionOption(id=option.id, text=option.text) for option in (*item.left, *item.options)],
        correct_answer=item.key,
        explanation=_explanation(item, language, points),
        tags=item.tags,
        topic=item.topic,
        standard_level=item.standard_level,
        points=item.points,
        audio=_audio(item.audio, recording),
    )


def recording_url(text: str, *, recordings: Recordings, read_in_one_way: Collection[str]) -> str | None:
    """Path of the recording of a text that is one recorded word, or a toned syllable (`ma3`); None for a word with several readings, since
    the recording might be of another one, and for what is not in the word list."""
    if text[-1:].isdigit():
        return recordings.syllable_url(text)
    url = recordings.url(text)
    return url if url is not None and text in read_in_one_way else None


def difficulties(items: Sequence[Item], *, predictor: Predictor, store: ModelStore) -> dict[str, float]:
    """Difficulty of items in logits by id (0 = right half of the time), as answers up to the last night show it."""
    return item_difficulty.difficulties(items, store.item_counts([item.id for item in items]), predictor)


def _audio(audio: Audio | None, recording: Recording | None) -> Audio | None:
    url = recording(audio.text) if recording and audio and audio.kind == "speech" and audio.text else None
    return audio.model_copy(update={"kind": "file", "url": url}) if audio and url else audio


def visible_left_side(item: Item) -> list[Option]:
    """The left side of a matching that is more than a number (what is heard has numbers only)."""
    return [option for option in item.left if option.text != option.id]


def _explanation(item: Item, language: Language, points: Points) -> str:
    """Why; for a grammar item with the point it is about."""
    names = [
        f"{point} {points.short_name(point).get(language)}"
        for point in item.points[:1]
        if item.topic == "grammar" and point in points.by_id
    ]
    return " ".join([item.explanation.get(language), *(f"({name})" for name in names)])


def _seen(store: QuestionStore, caller: Caller, student_id: str | None, now: datetime) -> Collection[str]:
    return store.items_shown_since(caller.organisation_id, student_id, now - REPEAT_PAUSE) if student_id else ()


def sources_shown(student_id: str, caller: Caller, *, store: QuestionStore, now: datetime) -> frozenset[str]:
    """Texts, exchanges and sentences that the student was shown within 60 days."""
    return resting(store.sources_shown_since(caller.organisation_id, student_id, now - TEXT_PAUSE))


def _draw(
    bank: ItemBank | OrganisationBank,
    levels: tuple[int, int],
    kinds: Sequence[QuestionType],
    topics: Sequence[Topic],
    *,
    tags: Collection[str],
    points: Collection[str] = (),
    words: Collection[str] = (),
    apart_from: Collection[str] = (),
    shown_sources: Collection[str] = (),
    one_of_each: bool = True,
    count: int,
    seen: Collection[str],
    fit: Fit | None,
    askable: Askable | None = None,
    seed: int,
) -> list[Item]:
    rng = random.Random(seed)
    lowest, highest = levels
    bands = [band for band, (low, high) in BANDS.items() if low <= highest and lowest <= high]
    cells = [(kind, topic, band) for kind in kinds for topic in topics for band in bands]
    rng.shuffle(cells)
    return draw_items(
        [bank.piles(*cell) for cell in cells],
        levels=levels,
        tags=tags,
        points=points,
        words=words,
        apart_from=apart_from,
        shown_sources=shown_sources,
        one_of_each=one_of_each,
        count=count,
        seen=bank.retired.union(seen),
        fit=fit,
        askable=askable,
        rng=rng,
    )


def _notice(request: GenerateRequest, count: int, language: Language) -> str | None:
    if count == request.count:
        return None
    if request.student_id:
        zh = f"符合条件且该学生 14 天内没做过的题目只有 {count} 道；可换题型、话题或标签。"
        en = f"Only {count} questions fit that this student has not seen within 14 days; try other types, topics or tags."
    else:
        zh = f"符合条件的题目只有 {count} 道；可换题型、话题或标签。"
        en = f"Only {count} questions fit; try other types, topics or tags."
    return zh if language == "zh" else en
