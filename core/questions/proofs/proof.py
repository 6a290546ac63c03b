"""Why an item has one right answer: a language model's margin, guards, and what the options give away.

The parts see different things. The margin is weak evidence (its AUC against planted second answers is in
`benchmarks.questions.proof`); a guard knows few words and is rarely wrong about them. So a guard that is sure decides, and
the margin only among what guards leave open.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from core.ports.language import LanguageModel
from core.questions.proofs.blind_guess import blind_guess
from core.questions.proofs.guards import GapContext, Guards
from core.questions.proofs.orders import orders_proof
from core.records.items import BLANK, Item
from core.records.proofs import BlindGuess, Finding, OrdersProof, Proof, Reading, Verdict
from core.tables.content.proofs import ProofRow, Proofs, mark_of

STRONG_NATS = 2.0
"""From this margin on the reading is strong; below its negative it speaks against the key."""
ENOUGH_READINGS = 2
LONGEST_GAP = 6
"""The most characters of an option whose sentence the model can weigh; it cannot weigh replies and answers."""
ATTESTED_REACH = 2
"""How many characters on either side of an option must be known together with it for it to count as attested."""
MODEL_ORDER = 5
"""Order of the language model: a longer stretch is known where every five characters of it are."""
UNLISTED_LEVEL = 8
"""Level of a word that the list does not have."""
LONGEST_PIECE = 14
"""Longer pieces are sentences of a text, whose order the model cannot judge."""
SENTENCE_ENDS = "。！？\n"


@dataclass(frozen=True)
class Verifiers:
    """What the proofs of items rest on: a language model, and the guards."""

    model: LanguageModel
    guards: Guards


def proof_of(item: Item, verifiers: Verifiers) -> Proof:
    """The proof of an item of any type, made now; deterministic."""
    if item.type == "ordering":
        return _ordering(item, verifiers)
    if item.type == "matching":
        return _matching(item, verifiers)
    if item.type == "fill_blank":
        return _typed(item, verifiers)
    texts = {option.id: option.text for option in item.options}
    wrong = [text for label, text in texts.items() if label != item.key]
    gap = gap_context(item.stem)
    if gap is None or max(map(len, texts.values())) > LONGEST_GAP:
        return question_proof(item.question.zh, texts[item.key], wrong, verifiers=verifiers)
    return gap_proof(gap, texts[item.key], wrong, verifiers=verifiers, source=item.source)


def gap_context(stem: str) -> GapContext | None:
    """The blank in its own sentence; None where there is not exactly one."""
    if stem.count(BLANK) != 1:
        return None
    before, after = stem.split(BLANK)
    begin = max(before.rfind(mark) for mark in SENTENCE_ENDS) + 1
    ends = [after.find(mark) for mark in SENTENCE_ENDS if mark in after]
    return GapContext(before[begin:], after[: min(ends) + 1] if ends else after)


def stored_proof(item: Item, proofs: Proofs, guards: Guards) -> Proof | None:
    """The proof of an item of the content as it was made offline; None where there is none for it as it is now."""
    if item.type not in ("multiple_choice", "ordering"):
        return None
    texts = {option.id: option.text for option in item.options}
    if item.type == "ordering":
        key = [texts[label] for label in item.key.split(",")]
        wrong = ["".join(texts[label] for label in order.split(",")) for order in item.accepted]
        row = proofs.by_mark.get(mark_of(item.source, key, wrong))
        return None if row is None else ordering_of_row(row, accepted=1 + len(wrong))
    right = texts.pop(item.key)
    row = proofs.by_mark.get(mark_of(item.source, [right], list(texts.values())))
    return None if row is None else choice_of_row(row, right, guards)


def ordering_of_row(row: ProofRow, *, accepted: int) -> Proof:
    """A stored proof of an ordering item that accepts so many orders."""
    orders = OrdersProof(accepted=accepted, tried=row.tried, rivals=row.rivals)
    return Proof(orders=orders, verdict=row.verdict)


def choice_of_row(row: ProofRow, key: str, guards: Guards) -> Proof:
    """A stored proof of an item with options, its findings in sentences again."""
    guard_and_option = [text.split(":", 1) for text in row.failed]
    return Proof(
        margin=row.margin,
        reading="none" if row.margin is None else reading_of(row.margin),
        rival=row.rival,
        passed=row.passed,
        failed=tuple(guards.finding(guard, key, option) for guard, option in guard_and_option),
        blind=None if row.chance is None else BlindGuess(chance=row.chance, cues=row.cues),
        readings=row.readings,
        verdict=row.verdict,
    )


# -- gaps ----------------------------------------------------------------------------------------------------


def gap_proof(gap: GapContext, key: str, wrong: Sequence[str], *, verifiers: Verifiers, source: str = "") -> Proof:
    """The proof of a gap with options. `source` names the content it comes from, which may not testify for itself."""
    scores = verifiers.model.log_probabilities([gap.filled(word) for word in (key, *wrong)])
    nearest = int(scores[1:].argmax())
    margin = round(float(scores[0] - scores[1 + nearest]), 2)
    failed = verifiers.guards.findings(gap, key, wrong, source=source)
    options_with_findings = {finding.option for finding in failed}
    failed += [
        verifiers.guards.finding("attested", key, word)
        for word in wrong
        if word not in options_with_findings and attested(gap, word, verifiers.model)
    ]
    kinds = verifiers.guards.kinds(gap, key) - {_guard_kind(finding) for finding in failed}
    reading = reading_of(margin)
    guess = blind_guess(
        [key, *wrong], 0, stem=gap.before + gap.after, model=verifiers.model, words=verifiers.guards.words
    )
    return Proof(
        margin=margin,
        reading=reading,
        rival=wrong[nearest],
        passed=tuple(sorted(kinds)),
        failed=tuple(failed),
        blind=guess,
        verdict=verdict_of(reading, failed),
    )


def reading_of(margin: float) -> Reading:
    """What a margin in nats says about the key."""
    if margin >= STRONG_NATS:
        return "strong"
    return "weak" if margin > -STRONG_NATS else "against"


def verdict_of_readings(
    readings: int, verdict: Verdict, failed: Sequence[Finding], *, doubted: bool = False
) -> Verdict:
    """What readers found weighs more than a margin: doubtful where one of them named more or less than the key, proved where two of them named
    the key and nothing else, and no guard is sure of another."""
    if doubted:
        return "doubtful"
    if readings >= ENOUGH_READINGS and not any(finding.sure for finding in failed):
        return "proved"
    return verdict


def verdict_of(reading: Reading, failed: Sequence[Finding]) -> Verdict:
    """A sure finding is a doubt, and so is a possible one that the model shares; proved takes a strong margin and no finding."""
    if any(finding.sure for finding in failed) or (failed and reading == "against"):
        return "doubtful"
    return "proved" if reading == "strong" and not failed else "plausible"


def attested(gap: GapContext, word: str, model: LanguageModel) -> bool:
    """Whether the word with two characters on either side stands in the model's text often enough to be kept."""
    near = GapContext(gap.before[-ATTESTED_REACH:], gap.after[:ATTESTED_REACH])
    if len(near.before) < ATTESTED_REACH or len(near.after) < ATTESTED_REACH:
        return False
    begin, end = len(near.before), len(near.before) + len(word) + ATTESTED_REACH
    known = model.known_lengths(near.filled(word))[begin:end]
    needed = np.minimum(np.arange(begin, end) + 1, MODEL_ORDER)
    return bool((known >= needed).all())


def _guard_kind(finding: Finding) -> str:
    return finding.guard.split("-")[0]


# -- questions, typed answers, matching, ordering ------------------------------------------------------------


def question_proof(question: str, key: str, wrong: Sequence[str], *, verifiers: Verifiers) -> Proof:
    """The proof of a question with answers: whether two answers are the same, and what they give away. The text itself is not examined."""
    failed = [verifiers.guards.finding("same_text", key, option) for option in wrong if option == key]
    guess = blind_guess([key, *wrong], 0, stem=question, model=verifiers.model, words=verifiers.guards.words)
    verdict: Verdict = "doubtful" if failed else "plausible"
    return Proof(failed=tuple(failed), blind=guess, verdict=verdict)


def _typed(item: Item, verifiers: Verifiers) -> Proof:
    """The proof of a gap to be typed: no sure equivalent of the key that its learners know may be missing from what is accepted."""
    gap = gap_context(item.stem)
    if gap is None:
        return Proof(verdict="plausible")
    accepted = {item.key, *item.accepted}
    levels = verifiers.guards.words.levels
    others = [
        word
        for word in verifiers.guards.equivalents.alternatives(item.key)
        if word not in accepted and levels.get(word, UNLISTED_LEVEL) <= item.standard_level
    ]
    missing = _missing_answers(gap, item, others, verifiers)
    kinds = verifiers.guards.kinds(gap, item.key) - {_guard_kind(finding) for finding in missing}
    verdict: Verdict = "proved" if kinds and not missing else "plausible"
    return Proof(passed=tuple(sorted(kinds)), failed=tuple(missing), verdict=verdict)


def _missing_answers(gap: GapContext, item: Item, others: Sequence[str], verifiers: Verifiers) -> list[Finding]:
    if item.topic == "vocabulary":
        return []  # the pinyin of the key is shown, so no other word is an answer
    return [finding for finding in verifiers.guards.findings(gap, item.key, others, source=item.source) if finding.sure]


def _matching(item: Item, verifiers: Verifiers) -> Proof:
    """The proof of pairs: no two alike on a side, and where words go into sentences, no exchange that is right or likelier."""
    right = {option.id: option.text for option in item.options}
    left = {option.id: option.text for option in item.left}
    pairs = [(left[a], right[b]) for a, b in (pair.split("-") for pair in item.key.split(","))]
    failed = [
        verifiers.guards.finding("same_text", text, text)
        for side in (left, right)
        for text in _repeated(list(side.values()))
    ]
    gaps = [gap_context(text) for text, _ in pairs]
    words = [word for _, word in pairs]
    known_gaps = [gap for gap in gaps if gap is not None]
    if len(known_gaps) < len(pairs):
        return Proof(failed=tuple(failed), verdict="doubtful" if failed else "plausible")
    failed += _exchanges(known_gaps, words, verifiers)
    margin, rival = _matching_margin(known_gaps, words, verifiers.model)
    reading = reading_of(margin)
    return Proof(margin=margin, reading=reading, rival=rival, failed=tuple(failed), verdict=verdict_of(reading, failed))


def _repeated(texts: Sequence[str]) -> list[str]:
    return [text for index, text in enumerate(texts) if text in texts[:index]]


def _exchanges(gaps: Sequence[GapContext], words: Sequence[str], verifiers: Verifiers) -> list[Finding]:
    """Findings of two words that could stand in each other's sentences."""
    findings = []
    for later in range(len(gaps)):
        for earlier in range(later):
            here = verifiers.guards.findings(gaps[later], words[later], [words[earlier]])
            there = verifiers.guards.findings(gaps[earlier], words[earlier], [words[later]])
            if here and there:
                findings.append(min(here[0], there[0], key=lambda finding: finding.sure))
    return findings


def _matching_margin(gaps: Sequence[GapContext], words: Sequence[str], model: LanguageModel) -> tuple[float, str]:
    """Nats of the key above the best other assignment, and that assignment's words in the order of the sentences."""
    count = len(gaps)
    texts = [gap.filled(word) for gap in gaps for word in words]
    scores = model.log_probabilities(texts).reshape(count, count)
    totals = {order: float(scores[range(count), order].sum()) for order in permutations(range(count))}
    key = totals.pop(tuple(range(count)))
    best = max(totals, key=lambda order: totals[order])
    return round(key - totals[best], 2), "、".join(words[gap] for gap in best)


def _ordering(item: Item, verifiers: Verifiers) -> Proof:
    """The proof of pieces: no further order that rules propose or that reads as naturally."""
    labels = item.key.split(",")
    texts = {option.id: option.text for option in item.options}
    pieces = [texts[label] for label in labels]
    accepted = [[labels.index(label) for label in order.split(",")] for order in item.accepted]
    if not _is_a_sentence(pieces, item):
        return Proof(orders=OrdersProof(accepted=1 + len(accepted), tried=0), verdict="plausible")
    orders = orders_proof(pieces, accepted, model=verifiers.model, text=item.full_text)
    return Proof(orders=orders, verdict="plausible" if orders.rivals else "proved")


def _is_a_sentence(pieces: Sequence[str], item: Item) -> bool:
    """Whether the pieces make one sentence: not the sentences of a text, nor the parts of a word, nor things heard in turn."""
    sizes = [len(piece) for piece in pieces]
    return item.audio is None and max(sizes) <= LONGEST_PIECE and max(sizes) > 1
