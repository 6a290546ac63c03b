"""Typed Chinese against what is accepted, with the exact place of each difference."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from core.answers.wire import Fault
from core.language.normalise import fold, kept_places, spell_digits
from core.records import Option
from core.wire import Bilingual

PINYIN_FOR_CHARACTERS = 50.0
"""Right sound where characters were asked for: the word is known by ear, not yet by eye."""

NOTHING_SAID = Bilingual(zh="", en="")


@dataclass(frozen=True)
class Comparison:
    """Score 0-100, the faults against the nearest accepted answer, and a sentence about them."""

    score: float
    faults: tuple[Fault, ...] = ()
    said: Bilingual = NOTHING_SAID


def fold_all(text: str, simplify: Callable[[str], str]) -> str:
    """One form for comparison: simplified, half-width, digits spelt, no punctuation."""
    return spell_digits(simplify(fold(text)))


def compare(given: str, accepted: Sequence[str], simplify: Callable[[str], str]) -> Comparison:
    """Whether `given` is one of `accepted` once width, script, punctuation and digits are set aside.

    `accepted[0]` is the key. A wrong answer scores 0; its faults are code points of `given` as typed.
    """
    folded = fold_all(given, simplify)
    wanted = [fold_all(text, simplify) for text in accepted]
    if folded in wanted:
        return Comparison(100.0, said=_note_on(given, simplify))
    nearest = max(range(len(wanted)), key=lambda place: SequenceMatcher(None, folded, wanted[place]).ratio())
    faults = tuple(_differences(given, simplify(fold(given)), fold(accepted[nearest])))
    return Comparison(0.0, faults, _told(faults, given, accepted[0]))


def _note_on(given: str, simplify: Callable[[str], str]) -> Bilingual:
    """A right answer in traditional characters is right; its simplified form is worth a word."""
    plain = simplify(given)
    if plain == given:
        return NOTHING_SAID
    return Bilingual(zh=f"正确。简体写作“{plain}”。", en=f"Right. In simplified characters: {plain}.")


def _differences(given: str, folded: str, wanted: str) -> list[Fault]:
    places = [*kept_places(given), len(given)]
    faults: list[Fault] = []
    for tag, start, end, wanted_start, wanted_end in SequenceMatcher(None, folded, wanted, False).get_opcodes():
        if tag == "equal":
            continue
        first = places[min(start, len(places) - 1)]
        last = places[end - 1] + 1 if end > start else first
        kind = {"replace": "wrong", "delete": "extra", "insert": "missing"}[tag]
        faults.append(
            Fault(
                start=first,
                end=last,
                kind=kind,  # type: ignore[arg-type]
                given=given[first:last],
                expected=wanted[wanted_start:wanted_end],
            )
        )
    return faults


def _told(faults: Sequence[Fault], given: str, key: str) -> Bilingual:
    whole = sum(fault.end - fault.start for fault in faults) >= len(given.strip())
    if whole or not faults:
        return Bilingual(zh=f"你写的是“{given}”，正确答案是“{key}”。", en=f"You wrote {given}; the answer is {key}.")
    zh, en = [], []
    for fault in faults:
        if fault.kind == "missing":
            zh.append(f"少了“{fault.expected}”")
            en.append(f"{fault.expected} is missing")
        elif fault.kind == "extra":
            zh.append(f"多了“{fault.given}”")
            en.append(f"{fault.given} is too much")
        else:
            zh.append(f"“{fault.given}”应为“{fault.expected}”")
            en.append(f"{fault.given} should be {fault.expected}")
    return Bilingual(zh=f"{'，'.join(zh)}。正确答案是“{key}”。", en=f"{'; '.join(en)}. The answer is {key}.")


# -- labels --------------------------------------------------------------------------------------------------


def pairs_of(parts: Sequence[str]) -> list[tuple[str, str, int, int]]:
    """Left id, right id, start and end in the comma-joined answer, for `1-B,2-A` written in any usual way."""
    text = ",".join(parts)
    plain = "".join(fold_width(mark) for mark in text)
    found = re.finditer(r"(\d+)\s*[-—–:=→>.、]*\s*([A-Za-z])", plain)
    return [(match.group(1), match.group(2).upper(), match.start(), match.end()) for match in found]


def fold_width(mark: str) -> str:
    """A full-width digit or letter as its half-width twin, so that offsets stay."""
    code = ord(mark)
    return chr(code - 0xFEE0) if 0xFF01 <= code <= 0xFF5E else mark


def labels_of(parts: Sequence[str], options: Sequence[Option], simplify: Callable[[str], str]) -> list[str]:
    """The option ids of an ordering answer: `C,A,B`, `CAB`, or the pieces themselves written out."""
    ids = {option.id for option in options}
    plain = "".join(fold_width(mark) for mark in ",".join(parts)).upper()
    if re.fullmatch(r"[A-Z\s,，、;>→\-]*", plain):
        return [mark for mark in plain if mark in ids]
    return _pieces_of(fold_all("".join(parts), simplify), [(o.id, fold_all(o.text, simplify)) for o in options])


def _pieces_of(text: str, pieces: Sequence[tuple[str, str]]) -> list[str]:
    """Read a written-out order from left to right, longest piece first; what is no piece is passed over."""
    found: list[str] = []
    left = sorted(pieces, key=lambda piece: -len(piece[1]))
    while text:
        piece = next(((label, chunk) for label, chunk in left if chunk and text.startswith(chunk)), None)
        if piece is None:
            text = text[1:]
            continue
        found.append(piece[0])
        left.remove(piece)
        text = text[len(piece[1]) :]
    return found


def common_subsequence(given: Sequence[str], wanted: Sequence[str]) -> list[str]:
    """The longest common subsequence, leftmost of equals."""
    best: list[list[list[str]]] = [[[] for _ in range(len(wanted) + 1)] for _ in range(len(given) + 1)]
    for i, one in enumerate(given, start=1):
        for j, other in enumerate(wanted, start=1):
            if one == other:
                best[i][j] = [*best[i - 1][j - 1], one]
            else:
                best[i][j] = max(best[i - 1][j], best[i][j - 1], key=len)
    return best[-1][-1]
