"""Items built from their parts: ids made of the content, labels of options, positions of the key."""

from __future__ import annotations

import hashlib
import itertools
import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from core.records.items import AnswerKind, Audio, Item, Option
from core.wire import BANDS, BandLevel, Bilingual, QuestionType, Topic

LABELS = "ABCDEFGHIJ"
NO_NOTES: Mapping[str, Bilingual] = MappingProxyType({})
MOST_CACHED = 4096
"""How many items are cached after they were made, some 20 MB: a class that practises one cell draws the same few hundred again
and again."""


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
        return _cached_item(self)

    @property
    def alike(self) -> str:
        """What makes drafts alike: at most one of those with the same value stands in a batch."""
        return self.frame.similar or self.frame.source


@lru_cache(MOST_CACHED)
def _cached_item(draft: Draft) -> Item | None:
    return draft.make(draft.frame)


@dataclass(frozen=True, slots=True)
class Wording:
    """How an item is worded: the instruction in both languages, the Chinese to read, and why the answer is right."""

    instruction: Bilingual
    stem: str
    explanation: Bilingual


def multiple_choice_item(
    frame: Frame, wording: Wording, *, key: str, wrong: Sequence[str], notes: Mapping[str, Bilingual] = NO_NOTES
) -> Item:
    """A multiple-choice item; the position of the key follows from the id, so it is the same every time. `notes`: what is wrong with the wrong
    options, by their texts."""
    options = [key, *wrong]
    item_id, rng = _id_and_rng("multiple_choice", frame, wording, options)
    rng.shuffle(options)
    return _item(
        item_id,
        "multiple_choice",
        frame,
        wording,
        answer_kind="choice",
        options=_options_of(options, notes),
        key=LABELS[options.index(key)],
    )


def wrong_option_order(
    item_id: str, frame: Frame, wording: Wording, *, key: str, wrong: Sequence[str], try_all_orders: bool
) -> Sequence[str] | None:
    """The order of the wrong options in which `multiple_choice_item` gives that id; None where none does.

    Tried is the order in which they stand, or with `try_all_orders` every order.

    What all orders share is hashed once: one costs some 2 µs, however long the question is.
    """
    shown = json.dumps(_shown_parts("multiple_choice", frame, wording, [key]), ensure_ascii=False)
    hash_of_start = hashlib.sha256(shown.removesuffix("]").encode())
    encoded = [f", {json.dumps(text, ensure_ascii=False)}".encode() for text in wrong]
    wanted_digest, indexes = item_id.removeprefix("q_"), range(len(wrong))
    for order in itertools.permutations(indexes) if try_all_orders else (tuple(indexes),):
        digest = hash_of_start.copy()
        digest.update(b"".join([encoded[index] for index in order]) + b"]")
        if digest.hexdigest()[:16] == wanted_digest:
            return [wrong[index] for index in order]
    return None


def fill_blank_item(
    frame: Frame,
    wording: Wording,
    *,
    key: str,
    accepted: Sequence[str] = (),
    kind: AnswerKind = "text",
    pinyin: str = "",
) -> Item:
    """A fill-in item whose answer is typed."""
    item_id, _ = _id_and_rng("fill_blank", frame, wording, [key])
    further = list(dict.fromkeys(text for text in accepted if text != key))
    return _item(item_id, "fill_blank", frame, wording, answer_kind=kind, key=key, accepted=further, pinyin=pinyin)


def matching_item(
    frame: Frame, wording: Wording, pairs: Sequence[tuple[str, str]], *, notes: Mapping[str, Bilingual] = NO_NOTES
) -> Item:
    """A matching item: left 1, 2, 3 ..., right A, B, C ... shuffled so that the order gives nothing away. `notes`: what joins a right side to its
    left, by its text."""
    item_id, rng = _id_and_rng("matching", frame, wording, [f"{left}={right}" for left, right in pairs])
    order = list(range(len(pairs)))
    while order == sorted(order):
        rng.shuffle(order)
    right = [pairs[index][1] for index in order]
    key = ",".join(f"{number}-{LABELS[order.index(number - 1)]}" for number in range(1, len(pairs) + 1))
    left = [Option(id=str(number), text=text) for number, (text, _) in enumerate(pairs, start=1)]
    return _item(
        item_id, "matching", frame, wording, answer_kind="pairs", left=left, options=_options_of(right, notes), key=key
    )


def ordering_item(
    frame: Frame,
    wording: Wording,
    pieces: Sequence[str],
    *,
    other_orders: Sequence[Sequence[int]] = (),
    notes: Mapping[str, Bilingual] = NO_NOTES,
) -> Item:
    """An ordering item; `other_orders` are index lists of further right orders of `pieces`. `notes`: what ties pieces to those before them, by
    their texts."""
    item_id, rng = _id_and_rng("ordering", frame, wording, list(pieces))
    indexes = list(range(len(pieces)))
    right = [indexes[:], *map(list, other_orders)]
    while indexes in right:
        rng.shuffle(indexes)
    label = {piece: LABELS[position] for position, piece in enumerate(indexes)}
    keys = [",".join(label[piece] for piece in order) for order in right]
    return _item(
        item_id,
        "ordering",
        frame,
        wording,
        answer_kind="order",
        options=_options_of([pieces[piece] for piece in indexes], notes),
        key=keys[0],
        accepted=keys[1:],
    )


def band_of(level: int) -> BandLevel:
    """The contract's band of a standard level, 1-7."""
    return next(band for band, (low, high) in BANDS.items() if low <= level <= high)


def _options_of(texts: Sequence[str], notes: Mapping[str, Bilingual] = NO_NOTES) -> list[Option]:
    return [Option(id=LABELS[index], text=text, note=notes.get(text)) for index, text in enumerate(texts)]


def _id_and_rng(
    kind: QuestionType, frame: Frame, wording: Wording, answers: Sequence[str]
) -> tuple[str, random.Random]:
    """The id, a hash of what the item asks and what it calls right (neither English nor notes on options), and a random generator seeded by it."""
    shown = _shown_parts(kind, frame, wording, answers)
    digest = hashlib.sha256(json.dumps(shown, ensure_ascii=False).encode()).hexdigest()
    return f"q_{digest[:16]}", random.Random(int(digest[16:32], 16))


def _shown_parts(kind: QuestionType, frame: Frame, wording: Wording, answers: Sequence[str]) -> list[str | None]:
    audio = frame.audio.text if frame.audio else None
    return [
        kind,
        frame.topic,
        frame.source,
        wording.instruction.zh,
        wording.stem,
        wording.explanation.zh,
        audio,
        *answers,
    ]


def _item(item_id: str, kind: QuestionType, frame: Frame, wording: Wording, **answer: Any) -> Item:
    text = {
        language: "\n".join(part for part in (wording.instruction.get(language), wording.stem) if part)
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
        stem=wording.stem,
        explanation=wording.explanation,
        translation=frame.translation,
        full_text=frame.full_text,
        tags=list(frame.tags),
        points=list(frame.points),
        words=list(frame.words),
        audio=frame.audio,
        similar=frame.similar or frame.source,
        **answer,
    )
