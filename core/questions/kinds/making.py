"""Items from their parts: content-made ids, option labels, key positions."""

from __future__ import annotations

import hashlib
import itertools
import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from core.records.items import AnswerKind, Audio, Item, Option
from core.wire import BANDS, BandLevel, Bilingual, QuestionType, Topic

LABELS = "ABCDEFGHIJ"
BLANK = "____"
HELD = 4096
"""Items kept after they were made, some 20 MB: a class that practises one cell draws the same few hundred again and again."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What every item of one source has in common."""

    source: str
    topic: Topic
    standard_level: int
    tags: tuple[str, ...]
    points: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    translation: str = ""
    full_text: str = ""
    similar: str = ""
    audio: Audio | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """An item that is not made yet: what a draw chooses by, and how to make it.

    A bank holds a hundred thousand of them and makes the few that are drawn. `make` gives None where the item turns
    out not to hold (too few wrong options that can be told apart).
    """

    frame: Frame
    make: Callable[[Frame], Item | None]

    def item(self) -> Item | None:
        """The item, made now, or lately."""
        return _made(self)

    @property
    def alike(self) -> str:
        """At most one of the drafts with this value stands in a batch."""
        return self.frame.similar or self.frame.source


@lru_cache(HELD)
def _made(draft: Draft) -> Item | None:
    return draft.make(draft.frame)


@dataclass(frozen=True, slots=True)
class Asked:
    """Instruction in both languages, the Chinese to read, and why the answer is what it is."""

    instruction: Bilingual
    stem: str
    explanation: Bilingual


def choice(frame: Frame, asked: Asked, *, key: str, wrong: Sequence[str]) -> Item:
    """A multiple-choice item; the place of the key follows from the id, so it is the same every time."""
    options = [key, *wrong]
    item_id, chance = _identity("multiple_choice", frame, asked, options)
    chance.shuffle(options)
    return _item(
        item_id,
        "multiple_choice",
        frame,
        asked,
        answer_kind="choice",
        options=_labelled(options),
        key=LABELS[options.index(key)],
    )


def arrangement(
    item_id: str, frame: Frame, asked: Asked, *, key: str, wrong: Sequence[str], every: bool
) -> Sequence[str] | None:
    """The order of the wrong options in which `choice` gives that id, as they stand or in `every` other way; None where none does.

    What all orders share is hashed once: one costs some 2 µs, however long the question is.
    """
    shown = json.dumps(_shown("multiple_choice", frame, asked, [key]), ensure_ascii=False)
    begun = hashlib.sha256(shown.removesuffix("]").encode())
    written = [f", {json.dumps(text, ensure_ascii=False)}".encode() for text in wrong]
    wanted, places = item_id.removeprefix("q_"), range(len(wrong))
    for order in itertools.permutations(places) if every else (tuple(places),):
        hashed = begun.copy()
        hashed.update(b"".join([written[place] for place in order]) + b"]")
        if hashed.hexdigest()[:16] == wanted:
            return [wrong[place] for place in order]
    return None


def typed(
    frame: Frame,
    asked: Asked,
    *,
    key: str,
    accepted: Sequence[str] = (),
    kind: AnswerKind = "text",
    pinyin: str = "",
) -> Item:
    """A fill-in item whose answer is typed."""
    item_id, _ = _identity("fill_blank", frame, asked, [key])
    further = list(dict.fromkeys(text for text in accepted if text != key))
    return _item(item_id, "fill_blank", frame, asked, answer_kind=kind, key=key, accepted=further, pinyin=pinyin)


def matching(frame: Frame, asked: Asked, pairs: Sequence[tuple[str, str]]) -> Item:
    """A matching item: left 1, 2, 3 ..., right A, B, C ... shuffled so that the order gives nothing away."""
    item_id, chance = _identity("matching", frame, asked, [f"{left}={right}" for left, right in pairs])
    order = list(range(len(pairs)))
    while order == sorted(order):
        chance.shuffle(order)
    right = [pairs[place][1] for place in order]
    key = ",".join(f"{number}-{LABELS[order.index(number - 1)]}" for number in range(1, len(pairs) + 1))
    left = [Option(id=str(number), text=text) for number, (text, _) in enumerate(pairs, start=1)]
    return _item(item_id, "matching", frame, asked, answer_kind="pairs", left=left, options=_labelled(right), key=key)


def ordering(frame: Frame, asked: Asked, pieces: Sequence[str], *, other_orders: Sequence[Sequence[int]] = ()) -> Item:
    """An ordering item; `other_orders` are index lists of further right orders of `pieces`."""
    item_id, chance = _identity("ordering", frame, asked, list(pieces))
    places = list(range(len(pieces)))
    right = [places[:], *map(list, other_orders)]
    while places in right:
        chance.shuffle(places)
    label = {piece: LABELS[place] for place, piece in enumerate(places)}
    keys = [",".join(label[piece] for piece in order) for order in right]
    return _item(
        item_id,
        "ordering",
        frame,
        asked,
        answer_kind="order",
        options=_labelled([pieces[piece] for piece in places]),
        key=keys[0],
        accepted=keys[1:],
    )


def band_of(level: int) -> BandLevel:
    """The contract's band of a standard level, 1-7."""
    return next(band for band, (low, high) in BANDS.items() if low <= level <= high)


def _labelled(texts: Sequence[str]) -> list[Option]:
    return [Option(id=LABELS[place], text=text) for place, text in enumerate(texts)]


def _identity(kind: QuestionType, frame: Frame, asked: Asked, answers: Sequence[str]) -> tuple[str, random.Random]:
    """The id, a hash of everything the item shows and accepts, and chance that follows from it."""
    shown = _shown(kind, frame, asked, answers)
    digest = hashlib.sha256(json.dumps(shown, ensure_ascii=False).encode()).hexdigest()
    return f"q_{digest[:16]}", random.Random(int(digest[16:32], 16))


def _shown(kind: QuestionType, frame: Frame, asked: Asked, answers: Sequence[str]) -> list[str | None]:
    audio = frame.audio.text if frame.audio else None
    return [kind, frame.topic, frame.source, asked.instruction.zh, asked.stem, asked.explanation.zh, audio, *answers]


def _item(item_id: str, kind: QuestionType, frame: Frame, asked: Asked, **answer: Any) -> Item:
    text = {
        language: "\n".join(part for part in (asked.instruction.get(language), asked.stem) if part)
        for language in ("zh", "en")
    }
    return Item(
        id=item_id,
        type=kind,
        topic=frame.topic,
        level=band_of(frame.standard_level),
        standard_level=frame.standard_level,
        source=frame.source,
        question=Bilingual(**text),
        stem=asked.stem,
        explanation=asked.explanation,
        translation=frame.translation,
        full_text=frame.full_text,
        tags=list(frame.tags),
        points=list(frame.points),
        words=list(frame.words),
        audio=frame.audio,
        similar=frame.similar or frame.source,
        **answer,
    )
