"""Whether an answer is right, to what degree, and where exactly it is wrong. Pure: an item and an answer in, a mark out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from core.answers import pinyin_marking, text_marking
from core.answers.diagnosis.choices import told_choice
from core.answers.diagnosis.meanings import NOTHING, Telling, joined
from core.answers.diagnosis.orders import diagnosis
from core.answers.diagnosis.pairs import told_pairs
from core.answers.diagnosis.sequences import told_sequence
from core.answers.diagnosis.typed import told_typed
from core.answers.wire import Fault
from core.records.answers import FULL_SCORE
from core.records.items import BLANK, Item, Option
from core.wire import Bilingual

SENTENCE_ENDS = "。！？"
BEST_WITH_A_FAULT = 99.0
"""The most that an answer with any fault can score."""


@dataclass(frozen=True)
class Mark:
    """Score 0-100; `message` is what to tell the student about this very answer, without the explanation."""

    score: float
    answered: bool
    message: Bilingual
    faults: tuple[Fault, ...] = field(default=())
    diagnosis: Bilingual = NOTHING
    """What this answer did, without the right answer that `message` may name beside it; empty where nothing is told."""

    @property
    def is_correct(self) -> bool:
        """Only a full score is right."""
        return self.score == FULL_SCORE


SENTENCE_DICTATION = "sentence_dictation"
"""The kind of item of which each character that was heard counts."""
LEAST_LENGTH_ALLOWED = 200
"""Characters that may be typed whatever the item: the longest right answer of the bank has 178, a sentence written out in its pieces."""
LENGTH_FACTOR = 4
"""How many times the length of the item's own texts an answer may have: with labels, marks, tone numbers and the sentence around
the answer."""

NOT_ANSWERED = Mark(0.0, False, Bilingual(zh="没有作答。", en="Not answered."))
RIGHT = Bilingual(zh="正确。", en="Right.")


def mark(
    item: Item, answer: str | Sequence[str], *, simplify: Callable[[str], str], telling: Telling | None = None
) -> Mark:
    """Mark an answer given as the wire's string or as the array of its parts.

    `simplify` turns traditional characters into simplified ones of the same length. With `telling` the message on a wrong answer
    says more of what this answer did; score and faults are the same without.
    """
    parts = [answer] if isinstance(answer, str) else list(answer)
    if not any(part.strip() for part in parts):
        return NOT_ANSWERED
    if sum(map(len, parts)) > (limit := length_allowed(item)):
        return _too_long(item, "".join(parts), limit)
    if item.answer_kind == "choice":
        return _choice(item, parts, simplify, telling)
    if item.answer_kind == "pairs":
        return _pairs(item, parts, simplify, telling)
    if item.answer_kind == "order":
        return _order(item, parts, simplify, telling)
    written = "".join(parts)
    marked = _typed(item, written, simplify)
    if marked.is_correct or telling is None or not marked.faults:
        return marked
    told = told_typed(item, simplify(without_stem(item, written, simplify)).strip(" 。，！？"), telling.meanings)
    return replace(marked, message=joined(marked.message, told), diagnosis=told)


def length_allowed(item: Item) -> int:
    """How many characters an answer may have to be compared at all; what is longer is no near miss, and would cost for nothing."""
    texts = (item.stem, item.key, item.pinyin or "", *(option.text for option in item.options))
    return LEAST_LENGTH_ALLOWED + LENGTH_FACTOR * (sum(map(len, texts)) + max(map(len, item.accepted), default=0))


def _too_long(item: Item, given: str, allowed: int) -> Mark:
    message = Bilingual(
        zh=f"答案有 {len(given)} 个字符，这道题最多看 {allowed} 个。正确答案是 {item.key}。",
        en=f"The answer has {len(given)} characters; at most {allowed} are looked at here. The answer is {item.key}.",
    )
    return Mark(
        0.0, True, message, (Fault(start=0, end=len(given), kind="wrong", given=given[:allowed], expected=item.key),)
    )


# -- multiple choice -----------------------------------------------------------------------------------------


def _choice(item: Item, parts: list[str], simplify: Callable[[str], str], telling: Telling | None) -> Mark:
    """The key, or an option that is accepted beside it."""
    chosen = chosen_option(item, parts, simplify)
    if chosen is not None and chosen.id in (item.key, *item.accepted):
        return Mark(FULL_SCORE, True, RIGHT)
    right = next(option for option in item.options if option.id == item.key)
    if chosen is None:
        labels = "、".join(option.id for option in item.options)
        message = Bilingual(
            zh=f"没有这个选项；可选 {labels}。正确答案是 {right.id}（{right.text}）。",
            en=f"There is no such option (choose from {', '.join(labels.split('、'))}). The answer is {right.id} ({right.text}).",
        )
    else:
        note = told_choice(item, chosen, right, telling.meanings if telling is not None else None)
        message = Bilingual(
            zh=f"你选了 {chosen.id}（{chosen.text}），正确答案是 {right.id}（{right.text}）。{note.zh}",
            en=f"You chose {chosen.id} ({chosen.text}); the answer is {right.id} ({right.text}). {note.en}".rstrip(),
        )
    whole = "".join(parts)
    fault = Fault(start=0, end=len(whole), kind="wrong", given=whole, expected=right.id)
    return Mark(0.0, True, message, (fault,), note if chosen is not None else NOTHING)


def chosen_option(item: Item, parts: Sequence[str], simplify: Callable[[str], str]) -> Option | None:
    """The option that an answer names: by its label in any case or width, by its text, or by both; None where it names none."""
    given = text_marking.comparable_form("".join(dict.fromkeys(parts)), simplify)
    given = text_marking.LABEL_PREFIX.sub("", given) or given
    return next((option for option in item.options if given in _names_of(option, simplify)), None)


def _names_of(option: Option, simplify: Callable[[str], str]) -> tuple[str, ...]:
    label, text = option.id.lower(), text_marking.comparable_form(option.text, simplify)
    return (label, text, label + text)


# -- typed ---------------------------------------------------------------------------------------------------


def _typed(item: Item, given: str, simplify: Callable[[str], str]) -> Mark:
    """Compare with the key and everything accepted; the best comparison counts."""
    if item.answer_kind == "pinyin":
        return _as_mark(pinyin_marking.compare(given, [item.key, *item.accepted], characters=item.stem))
    accepted = [item.key, *item.accepted]
    comparison = text_marking.compare(without_stem(item, given, simplify), accepted, simplify)
    if SENTENCE_DICTATION in item.tags and comparison.score < FULL_SCORE:
        share = text_marking.share_written(given, accepted, simplify)
        comparison = replace(comparison, score=min(BEST_WITH_A_FAULT, round(FULL_SCORE * share, 1)))
    if comparison.score == FULL_SCORE or not item.pinyin:
        return _as_mark(comparison)
    pinyin_comparison = pinyin_marking.compare(given, [item.pinyin], characters=item.key)
    if item.answer_kind == "text_or_pinyin":
        return _as_mark(max(comparison, pinyin_comparison, key=lambda candidate: candidate.score))
    if pinyin_comparison.score == FULL_SCORE:
        return Mark(
            text_marking.PINYIN_FOR_CHARACTERS,
            True,
            Bilingual(
                zh=f"读音对了；请写成汉字：{item.key}。", en=f"The sound is right; write it in characters: {item.key}."
            ),
            (Fault(start=0, end=len(given), kind="wrong", given=given, expected=item.key),),
        )
    return _as_mark(comparison)


def without_stem(item: Item, given: str, simplify: Callable[[str], str]) -> str:
    """The answer itself when somebody typed the whole sentence around it."""
    before, blank, after = item.stem.partition(BLANK)
    folded = text_marking.comparable_form(given, simplify)
    head, tail = text_marking.comparable_form(before, simplify), text_marking.comparable_form(after, simplify)
    has_sentence_around = blank and (head or tail) and len(folded) > len(head) + len(tail)
    if has_sentence_around and folded.startswith(head) and folded.endswith(tail):
        return folded[len(head) : len(folded) - len(tail)]
    return given


def _as_mark(comparison: text_marking.Comparison) -> Mark:
    return Mark(
        comparison.score,
        True,
        RIGHT if comparison.score == FULL_SCORE and not comparison.message.zh else comparison.message,
        comparison.faults,
    )


# -- matching and ordering -----------------------------------------------------------------------------------


def _pairs(item: Item, parts: list[str], simplify: Callable[[str], str], telling: Telling | None) -> Mark:
    """Share of the left side that is joined rightly; a left or right id used twice counts for nothing."""
    right_of_left = dict(pair.split("-") for pair in item.key.split(","))
    given = text_marking.pairs_of(parts, item.options, simplify)
    lefts = Counter(left for left, _, _, _ in given)
    rights = Counter(right for _, right, _, _ in given)
    right_lefts = {
        left
        for left, right, _, _ in given
        if right_of_left.get(left) == right and lefts[left] == 1 and rights[right] == 1
    }
    as_pairs = sorted(f"{left}-{right}" for left, right, _, _ in given)
    is_accepted = any(as_pairs == sorted(pairs.split(",")) for pairs in item.accepted)
    if is_accepted or (len(right_lefts) == len(right_of_left) and len(given) == len(right_of_left)):
        return Mark(FULL_SCORE, True, RIGHT)
    faults = [
        Fault(start=start, end=end, kind="pair", given=f"{left}-{right}", expected=f"{left}-{right_of_left[left]}")
        for left, right, start, end in given
        if left in right_of_left and left not in right_lefts
    ]
    end = len(",".join(parts))
    faults += [
        Fault(start=end, end=end, kind="missing", given="", expected=f"{left}-{right}")
        for left, right in right_of_left.items()
        if left not in lefts
    ]
    expected_pairs = "、".join(f"{left}-{right}" for left, right in right_of_left.items() if left not in right_lefts)
    score = min(BEST_WITH_A_FAULT, round(FULL_SCORE * len(right_lefts) / len(right_of_left), 1))
    told = told_pairs(
        item,
        {left: right for left, right, _, _ in given if lefts[left] == 1},
        [left for left in right_of_left if lefts[left] == 1 and left not in right_lefts],
        telling.meanings if telling is not None else None,
    )
    message = Bilingual(
        zh=f"{len(right_of_left)} 对里连对了 {len(right_lefts)} 对。应该是 {expected_pairs or item.key}。",
        en=f"Pairs right: {len(right_lefts)} of {len(right_of_left)}. It should be {expected_pairs.replace('、', ', ') or item.key}.",
    )
    return Mark(score, True, joined(message, told), tuple(faults), told)


def _order(item: Item, parts: list[str], simplify: Callable[[str], str], telling: Telling | None) -> Mark:
    """By labels in order or by the text of the pieces; else the share of pieces that stand in the right succession.

    Partial score: (L - 1) / (n - 1) where L is the longest run of pieces, not necessarily adjacent, in the right order
    (longest common subsequence with the nearest accepted order) and n the number of pieces.
    """
    accepted = [order.split(",") for order in (item.key, *item.accepted)]
    given, more = text_marking.labels_of(parts, item.options, simplify)
    if given in accepted and not more:
        return Mark(FULL_SCORE, True, RIGHT)
    nearest = max(accepted, key=lambda order: len(text_marking.common_subsequence(given, order)))
    in_order = text_marking.common_subsequence(given, nearest)
    text = {option.id: option.text for option in item.options}
    score = round(FULL_SCORE * max(0, len(in_order) - 1) / (len(nearest) - 1), 1)
    told = _order_told(item, given, nearest, in_order, text, telling)
    return Mark(
        min(BEST_WITH_A_FAULT, score),
        True,
        _with_right_order(item, told, nearest, text),
        _order_faults(given, nearest, in_order, text, more=more),
        told,
    )


def _order_faults(
    given: Sequence[str], nearest: Sequence[str], in_order: Sequence[str], text: Mapping[str, str], *, more: bool
) -> tuple[Fault, ...]:
    """Pieces out of place, missing, or given once too often; offsets count in the labels joined with commas."""
    end = max(0, 2 * len(given) - 1)
    faults = []
    for position, label in enumerate(nearest, start=1):
        if label in in_order:
            continue
        start = 2 * given.index(label) if label in given else end
        faults.append(
            Fault(
                start=start,
                end=start + (label in given),
                kind="place" if label in given else "missing",
                given=text[label] if label in given else "",
                expected=str(position),
            )
        )
    labels_so_far: set[str] = set()
    for position, label in enumerate(given):
        if label in labels_so_far:
            faults.append(Fault(start=2 * position, end=2 * position + 1, kind="extra", given=text[label], expected=""))
        labels_so_far.add(label)
    if more and not any(fault.kind == "extra" for fault in faults):
        faults.append(Fault(start=end, end=end, kind="extra", given="", expected=""))
    return tuple(faults)


def _is_sentence(item: Item, text: Mapping[str, str]) -> bool:
    """Whether the pieces make the sentence that is shown after the answer, which may close with a mark that no piece has."""
    whole = "".join(text[label] for label in item.key.split(","))
    return whole.rstrip(SENTENCE_ENDS) == "".join(item.full_text.split()).rstrip(SENTENCE_ENDS)


def _order_told(
    item: Item,
    given: Sequence[str],
    nearest: Sequence[str],
    in_order: Sequence[str],
    text: Mapping[str, str],
    telling: Telling | None,
) -> Bilingual:
    """What the order did, without the right one."""
    whole = "".join(text[label] for label in nearest)
    missing = [text[label] for label in nearest if label not in given]
    moved = [label for label in nearest if label in given and label not in in_order]
    is_parsed = telling is not None and moved and _is_sentence(item, text) and item.topic == "grammar"
    meanings = telling.meanings if telling is not None else None
    said = told_sequence(item, given, nearest, text, meanings, moved=moved)
    if said is None and item.topic != "vocabulary":
        # Of the characters of a word nothing is said but where they belong.
        parsed = telling.parse(whole) if telling is not None and is_parsed else []
        said = diagnosis(given, nearest, text, parsed, moved=moved)
    zh, en = [], []
    if said is not None:
        zh.append(said.zh.removesuffix("。"))
        en.append(said.en.removesuffix("."))
    elif moved:
        zh.append(f"位置不对：{'、'.join(text[label] for label in moved)}")
        en.append(f"out of place: {', '.join(text[label] for label in moved)}")
    if missing:
        zh.append(f"少了：{'、'.join(missing)}")
        en.append(f"missing: {', '.join(missing)}")
    if not moved and not missing:
        zh.append("多了词语")
        en.append("too many pieces")
    summary = "; ".join(en)
    return Bilingual(zh=f"{'；'.join(zh)}。", en=f"{summary[0].upper()}{summary[1:]}.")


def _with_right_order(item: Item, told: Bilingual, nearest: Sequence[str], text: Mapping[str, str]) -> Bilingual:
    pieces = [text[label] for label in nearest]
    shown = "".join(pieces) if _is_sentence(item, text) or "build" in item.tags else " → ".join(pieces)
    return Bilingual(zh=f"{told.zh}正确顺序：{shown}", en=f"{told.en} Right order: {shown}")
