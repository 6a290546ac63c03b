"""Typed Chinese compared with what is accepted, with the exact position of each difference."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from core.answers.wire import Fault
from core.language.normalise import fold, source_offsets, spell_digits, spell_numbers
from core.records.items import Option
from core.wire import Bilingual

PINYIN_FOR_CHARACTERS = 50.0
"""Score of the right sound where characters were asked for: the word is known by ear, not yet by eye."""

LONGEST_COMPARED = 400
MOST_COMPARED = 20
"""Differences are looked for up to so many characters and so many accepted answers, of which items of the bank have 11 at most: the time
grows with the product of the lengths. Beyond it an answer is right or wrong as a whole."""

NO_MESSAGE = Bilingual(zh="", en="")


@dataclass(frozen=True)
class Comparison:
    """Score 0-100, the faults against the nearest accepted answer, and a sentence about them."""

    score: float
    faults: tuple[Fault, ...] = ()
    message: Bilingual = NO_MESSAGE


LABEL_PREFIX = re.compile(r"^(我?选项?|答案是?|正确答案是?|option|answer)")
"""What people write before a label."""

VARIANTS = str.maketrans("著妳牠衹祇姊甚麽", "着你它只只姐什么")
"""Forms that the conversion to simplified characters leaves alone; both sides of a comparison are folded by it."""


def comparable_form(text: str, simplify: Callable[[str], str]) -> str:
    """One form for comparison: simplified, half-width, digits spelt, no punctuation."""
    return spell_digits(simplify(fold(text))).translate(VARIANTS).replace("部份", "部分")


def equivalent_forms(text: str, simplify: Callable[[str], str]) -> set[str]:
    """Every form that a typed answer may stand for: digits digit by digit, as a number, and 2 as 两."""
    plain = simplify(fold(text))
    spelt = {spell_digits(plain), spell_numbers(plain)}
    if any(mark.isdigit() and mark.isascii() for mark in plain):
        spelt |= {form.replace("二", "两") for form in spelt}
    return {form.translate(VARIANTS).replace("部份", "部分") for form in spelt}


def compare(given: str, accepted: Sequence[str], simplify: Callable[[str], str]) -> Comparison:
    """Whether `given` is one of `accepted` once width, script, punctuation and digits are set aside.

    `accepted[0]` is the key. A wrong answer scores 0; its faults are code points of `given` as typed.
    """
    folded = comparable_form(given, simplify)
    expected = [comparable_form(text, simplify) for text in accepted]
    if not equivalent_forms(given, simplify).isdisjoint(expected):
        return Comparison(100.0, message=_note_on(given, simplify))
    comparable = [index for index, text in enumerate(expected[:MOST_COMPARED]) if len(text) <= LONGEST_COMPARED]
    if not comparable or len(folded) > LONGEST_COMPARED:
        whole = Fault(start=0, end=len(given), kind="wrong", given=given, expected=accepted[0])
        return Comparison(0.0, (whole,), _message((whole,), given, accepted[0]))
    nearest = max(comparable, key=lambda index: SequenceMatcher(None, folded, expected[index]).ratio())
    faults = tuple(_differences(given, simplify(fold(given)), fold(accepted[nearest])))
    return Comparison(0.0, faults, _message(faults, given, accepted[0]))


def share_written(given: str, accepted: Sequence[str], simplify: Callable[[str], str]) -> float:
    """0-1: how much of the accepted text that is nearest stands in `given` in the same order, less what is written besides.

    >>> share_written("他来学校", ["他来学校了。"], str)
    0.8
    """
    written = comparable_form(given, simplify)[:LONGEST_COMPARED]
    texts = [comparable_form(text, simplify) for text in accepted[:MOST_COMPARED]]
    return max(_matching(written, text) / max(len(written), len(text), 1) for text in texts)


def _matching(one: str, other: str) -> int:
    blocks = SequenceMatcher(None, one, other[:LONGEST_COMPARED], autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks)


def _note_on(given: str, simplify: Callable[[str], str]) -> Bilingual:
    """A right answer in traditional characters is right; its simplified form is worth a word."""
    plain = simplify(given)
    if plain == given:
        return NO_MESSAGE
    return Bilingual(zh=f"正确。简体写作“{plain}”。", en=f"Right. In simplified characters: {plain}.")


def _differences(given: str, folded: str, expected: str) -> list[Fault]:
    offsets = [*source_offsets(given), len(given)]
    faults: list[Fault] = []
    for tag, start, end, expected_start, expected_end in SequenceMatcher(None, folded, expected, False).get_opcodes():
        if tag == "equal":
            continue
        first = offsets[min(start, len(offsets) - 1)]
        last = offsets[end - 1] + 1 if end > start else first
        kind = {"replace": "wrong", "delete": "extra", "insert": "missing"}[tag]
        faults.append(
            Fault(
                start=first,
                end=last,
                kind=kind,  # type: ignore[arg-type]
                given=given[first:last],
                expected=expected[expected_start:expected_end],
            )
        )
    return faults


def _message(faults: Sequence[Fault], given: str, key: str) -> Bilingual:
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
            en.append(f"{fault.given} is not needed")
        else:
            zh.append(f"“{fault.given}”应该是“{fault.expected}”")
            en.append(f"{fault.given} should be {fault.expected}")
    return Bilingual(zh=f"{'，'.join(zh)}。正确答案是“{key}”。", en=f"{'; '.join(en)}. The answer is {key}.")


# -- labels --------------------------------------------------------------------------------------------------


def pairs_of(
    parts: Sequence[str], options: Sequence[Option], simplify: Callable[[str], str]
) -> list[tuple[str, str, int, int]]:
    """Left id, right id, start and end in the comma-joined answer; a pair said twice counts once.

    Read are `1-B,2-A` with any marks or none between, `B-1`, `1-text of the option`, and right labels alone in order.
    """
    text = "".join(fold_width(mark) for mark in ",".join(parts))
    pairs = [(m[1] or m[4], (m[2] or m[3]).upper(), m.start(), m.end()) for m in PAIR.finditer(text)]
    if not pairs:
        pairs = _pairs_by_text(text, options, simplify) or _pairs_in_order(text, options)
    return list({(left, right): (left, right, start, end) for left, right, start, end in reversed(pairs)}.values())[
        ::-1
    ]


PAIR = re.compile(
    r"(?<![0-9])([0-9]++)[^0-9A-Za-z]*+([A-Za-z])(?![A-Za-z])|(?<![A-Za-z])([A-Za-z])[^0-9A-Za-z,;]*+([0-9]++)"
)
"""A number and a single letter, or a single letter and a number. Nothing that was read is read again: the time is linear."""


def _pairs_by_text(
    text: str, options: Sequence[Option], simplify: Callable[[str], str]
) -> list[tuple[str, str, int, int]]:
    labels = {comparable_form(option.text, simplify): option.id for option in options}
    pairs = []
    for match in re.finditer(r"([0-9]+)([^,;，；\n]+)", text):
        label = labels.get(comparable_form(match[2], simplify))
        if label is not None:
            pairs.append((match[1], label, match.start(), match.end()))
    return pairs


def _pairs_in_order(text: str, options: Sequence[Option]) -> list[tuple[str, str, int, int]]:
    letters = list(re.finditer(r"(?<![A-Za-z])[A-Za-z](?![A-Za-z])", text))
    if len(letters) != len(options):
        return []
    return [(str(number), m[0].upper(), m.start(), m.end()) for number, m in enumerate(letters, start=1)]


def fold_width(mark: str) -> str:
    """A full-width or circled digit or letter as its plain twin, so that offsets stay."""
    plain = unicodedata.normalize("NFKC", mark)
    return plain if len(plain) == 1 else mark


def labels_of(
    parts: Sequence[str], options: Sequence[Option], simplify: Callable[[str], str]
) -> tuple[list[str], bool]:
    """The option ids of an ordering answer, and whether it holds more than pieces once each.

    Read are `C,A,B` with any marks or none between, and the pieces themselves written out.
    """
    ids = [option.id for option in options]
    plain = "".join(fold_width(mark) for mark in ",".join(parts)).upper()
    letters = [mark for mark in plain if "A" <= mark <= "Z"]
    if letters and not any(mark.isalnum() and not "A" <= mark <= "Z" for mark in plain):
        labels = [mark for mark in letters if mark in ids]
        return labels, len(labels) < len(letters) or len(set(labels)) < len(labels)
    return _labels_of_pieces(
        comparable_form("".join(parts), simplify), [(o.id, comparable_form(o.text, simplify)) for o in options]
    )


def _labels_of_pieces(text: str, pieces: Sequence[tuple[str, str]]) -> tuple[list[str], bool]:
    """Read a written-out order from left to right, longest piece first, and whether anything else stands in it."""
    labels: list[str] = []
    remaining = sorted(pieces, key=lambda piece: -len(piece[1]))
    more = False
    while text:
        piece = next(((label, chunk) for label, chunk in remaining if chunk and text.startswith(chunk)), None)
        if piece is None:
            more, text = True, text[1:]
            continue
        labels.append(piece[0])
        remaining.remove(piece)
        text = text[len(piece[1]) :]
    return labels, more


def common_subsequence(given: Sequence[str], expected: Sequence[str]) -> list[str]:
    """The longest common subsequence, leftmost of equals."""
    best: list[list[list[str]]] = [[[] for _ in range(len(expected) + 1)] for _ in range(len(given) + 1)]
    for i, given_label in enumerate(given, start=1):
        for j, wanted_label in enumerate(expected, start=1):
            if given_label == wanted_label:
                best[i][j] = [*best[i - 1][j - 1], given_label]
            else:
                best[i][j] = max(best[i - 1][j], best[i][j - 1], key=len)
    return best[-1][-1]
