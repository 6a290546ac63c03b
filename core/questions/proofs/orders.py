"""Further orders of the pieces of a sentence that may be right: proposed by moves, judged by rules and a language model."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.ports.language import LanguageModel
from core.questions.kinds.pieces import MARKS, is_pinned, joined
from core.records.proofs import OrdersProof

Order = tuple[int, ...]

TIME = re.compile(
    r"^(从?[今明昨前后]天|每天|每年|每个?(?:星期|周|月)|[上下这]个?(?:星期|周|月|次|周末)|去年|今年|明年|现在|最近|平时|有时候?|"
    r"早上|上午|中午|下午|晚上|夜里|周末|星期[一二三四五六日天]|周[一二三四五六日]|[一二三四五六七八九十]+[点月]|以前|以后|后来|小时候|当时|刚才|.*(?:的时候|以后|以前|之后|之前))"
)
LOCATION = re.compile(r"^(在.+|从.+|.*(?:里|上|旁边|前面|后面|附近|外面|门口))$")
TOPIC = re.compile(r"^(这|那|我的|他的|她的|你的).+")
STANCE = re.compile(r"^(可能|也许|其实|当然|大概|恐怕|突然|忽然|终于|果然|幸亏|难道|到底|究竟|一般|平常|通常)$")
SUBJECT = re.compile(
    r"^(我|你|您|他|她|它|我们|你们|他们|她们|咱们|大家|.*(?:老师|同学|朋友|妈妈|爸爸|奶奶|爷爷|哥哥|姐姐|弟弟|妹妹|孩子|医生|经理|邻居|女儿|儿子|先生|师傅|教练|同事))$"
)
DEPENDENT = re.compile(r"^(所以|但是|可是|不过|因此|就|才|也|还|都|而且|于是|然后|却|又|那|再)")
"""What the second of two clauses begins with when it cannot stand first."""
JOINERS = frozenset({"和", "跟", "与", "还是", "或者", "或"})
CLAUSE_END = re.compile(r"[，。！？；：、]+")
LEAST_MARGIN = {
    "clauses": -2.0, "time": -4.0, "row": -6.0,
    "predicates": 2.0, "subject": 2.0, "topic": 0.0, "place": 0.0, "stance": 0.0, "time_place": 0.0,
    "": 6.0,
}  # fmt: skip
"""Nats above the written order that a proposal of each rule needs; '' is a move that no rule knows. Chosen on the further
orders that writers listed at levels 1-3; figures by `benchmarks.questions.proof`."""
MOST_RIVALS = 5
"""How many are shown to a teacher; more would not be read."""


@dataclass(frozen=True)
class OrderCandidate:
    """A further order, the rule that proposes it ('' for a bare move), and its margin in nats over the written order."""

    order: Order
    rule: str
    margin: float


def moves(count: int) -> list[Order]:
    """Every order that comes from the written one by moving one run of pieces somewhere else.

    >>> moves(3)
    [(0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1)]
    """
    orders = set()
    for start in range(count):
        for end in range(start + 1, count + 1):
            rest = [*range(start), *range(end, count)]
            for index in range(len(rest) + 1):
                orders.add((*rest[:index], *range(start, end), *rest[index:]))
    orders.discard(tuple(range(count)))
    return sorted(orders)


def orders_by_rule(pieces: Sequence[str], text: str = "") -> dict[Order, str]:
    """Orders that rules know to be often right, with the rule: fronted time, place, stance or topic,
    clauses and members of a row exchanged, a subject before or after the first clause."""
    rule_by_order: dict[Order, str] = {}
    count = len(pieces)
    for index, (before, after) in enumerate(pairwise(pieces)):
        swapped = (*range(index), index + 1, index, *range(index + 2, count))
        for name, pattern in (("time", TIME), ("place", LOCATION), ("stance", STANCE)):
            if (pattern.match(before) and SUBJECT.match(after)) or (SUBJECT.match(before) and pattern.match(after)):
                rule_by_order.setdefault(swapped, name)
        if TIME.match(before) and LOCATION.match(after):
            rule_by_order.setdefault(swapped, "time_place")
    for index in range(1, count):
        fronted = (index, *(rest for rest in range(count) if rest != index))
        if TIME.match(pieces[index]):
            rule_by_order.setdefault(fronted, "time")
    rule_by_order.update(_exchanged_clauses(pieces, text))
    rule_by_order.update(_exchanged_members(pieces))
    for size in (2, 1):
        if TOPIC.match("".join(pieces[count - size :])) and count > size + 1:
            rule_by_order.setdefault((*range(count - size, count), *range(count - size)), "topic")
    rule_by_order.pop(tuple(range(count)), None)
    return rule_by_order


def _exchanged_clauses(pieces: Sequence[str], text: str) -> dict[Order, str]:
    """What two clauses allow: the other way round, two predicates of one subject, a subject before or after the first clause."""
    ends = clause_ends(pieces, text)
    if len(ends) != 1:
        return {}
    end, count = ends[0], len(pieces)
    first, second = range(end), range(end, count)
    rule_by_order: dict[Order, str] = {}
    if not DEPENDENT.match(pieces[end]):
        rule_by_order[(*second, *first)] = "clauses"
        rule_by_order[(0, *second, *first[1:])] = "predicates"
    if end > 1:
        rule_by_order[(*first[1:], 0, *second)] = "subject"
    if end + 1 < count:
        rule_by_order[(end, *first, *second[1:])] = "subject"
    return rule_by_order


def _exchanged_members(pieces: Sequence[str]) -> dict[Order, str]:
    """Two members of a row exchanged: 又快又好, A 还是 B."""
    rule_by_order: dict[Order, str] = {}
    indexes = list(range(len(pieces)))
    for index in range(len(pieces) - 1):
        if pieces[index][0] == pieces[index + 1][0] and pieces[index][0] in "又也":
            rule_by_order[(*indexes[:index], index + 1, index, *indexes[index + 2 :])] = "row"
    for index in range(1, len(pieces) - 1):
        if pieces[index] in JOINERS:
            rule_by_order[(*indexes[: index - 1], index + 1, index, index - 1, *indexes[index + 2 :])] = "row"
    return rule_by_order


def clause_ends(pieces: Sequence[str], text: str) -> list[int]:
    """Indexes of the pieces before which the text has a comma or another mark; empty without a text."""
    lengths, length = set(), 0
    for clause in [part for part in CLAUSE_END.split(text) if part][:-1]:
        length += len(clause)
        lengths.add(length)
    ends, length = [], 0
    for index, piece in enumerate(pieces[:-1], start=1):
        length += len(piece)
        if length in lengths:
            ends.append(index)
    return ends


def punctuated_sentence(pieces: Sequence[str], order: Sequence[int], text: str) -> str:
    """The sentence of an order with commas where clauses end: as in the text, and after what was its end.

    Pieces that bear their own marks are joined as they are.
    """
    if is_pinned(pieces):
        return joined(pieces, order)
    pauses = {end - 1 for end in clause_ends(pieces, text)}
    if pauses:
        pauses.add(len(pieces) - 1)
    marks = ["，" if index in pauses else "" for index in order[:-1]]
    return "".join(pieces[index] + mark for index, mark in zip(order, [*marks, "。"], strict=True))


def order_candidates(
    pieces: Sequence[str], accepted: Sequence[Sequence[int]], *, model: LanguageModel, text: str = ""
) -> tuple[list[OrderCandidate], int]:
    """Orders that look natural and are not accepted yet, the likeliest first, and how many were tried.

    `accepted` are index lists over `pieces`, the written order (0, 1, 2 ...) included or not.
    """
    accepted_orders = {tuple(range(len(pieces))), *(tuple(order) for order in accepted)}
    rules = orders_by_rule([piece.strip(MARKS) for piece in pieces], text)
    last = len(pieces) - 1 if is_pinned(pieces) else None
    tried = [
        order
        for order in dict.fromkeys([*rules, *moves(len(pieces))])
        if order not in accepted_orders and last in (None, order[-1])
    ]
    sentences = [punctuated_sentence(pieces, order, text) for order in [*sorted(accepted_orders), *tried]]
    right = set(sentences[: len(accepted_orders)])
    scores = model.log_probabilities(sentences)
    written = scores[: len(accepted_orders)].max()
    candidates = [
        OrderCandidate(order, rules.get(order, ""), float(score - written))
        for order, sentence, score in zip(
            tried, sentences[len(accepted_orders) :], scores[len(accepted_orders) :], strict=True
        )
        if sentence not in right and score - written >= LEAST_MARGIN[rules.get(order, "")]
    ]
    return sorted(candidates, key=lambda candidate: -candidate.margin), len(tried)


def orders_proof(
    pieces: Sequence[str], accepted: Sequence[Sequence[int]], *, model: LanguageModel, text: str = ""
) -> OrdersProof:
    """How the accepted orders stand against what else could be said with the same pieces."""
    candidates, tried = order_candidates(pieces, accepted, model=model, text=text)
    rivals = tuple(joined(pieces, candidate.order) for candidate in candidates)
    accepted_orders = {tuple(range(len(pieces))), *(tuple(order) for order in accepted)}
    return OrdersProof(accepted=len(accepted_orders), tried=tried, rivals=rivals[:MOST_RIVALS])
