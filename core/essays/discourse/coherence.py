"""The checklist of coherence, a heuristic: connectives, their variety, and links between sentences.

Connectives and links are observed and no advice follows from them: over the scored essays the score falls with the number of connectives (r -.46).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from core.essays.discourse.composition import MANY_SENTENCES, ChecklistItem, Composition, PositionedWord
from core.essays.discourse.connectives import CONNECTIVES
from core.wire import Bilingual

POINTING_WORDS = "他 她 它 他们 她们 它们 这 那 这个 那个 这样 那样 这些 那些 这里 那里 这儿 那儿 其 此 自己"
COMMON_WORDS = "的 了 是 在 有 我 你 您 们 很 也 都 就 不 和 个 一 这 那 上 下 里 到 说 要 会 能 可以 我们 你们 自己 没有 没 着 过 把 被 给 对 从 还"
ANAPHORA = frozenset(POINTING_WORDS.split())
FUNCTION_WORDS = frozenset(COMMON_WORDS.split())
"""Words that do not link two sentences by occurring in both."""
CLAUSES_PER_CONNECTIVE = 3.0
"""Half of the scored essays have at least one connective in three clauses."""
LEAST_LINKED, LINKED = 0.5, 0.95
"""Shares of sentences that are linked to the one before by a word, a pronoun or a connective: no credit at the first, full credit from the
second. Half of the scored essays have .87 and more, nine in ten .73."""
MOST_OF_ONE_CONNECTIVE, LEAST_CONNECTIVES = 0.5, 4
"""The share of all connectives that a single one may have, and how many connectives there must be to judge it."""
MONOTONE_SHARE = 0.3
"""The lowest credit for variety: of a text whose connectives are nearly all the same."""


def coherence(composition: Composition) -> Iterator[ChecklistItem]:
    if len(composition.sentences) < MANY_SENTENCES:
        return
    connectives = [(word, start, end) for word, start, end in composition.words if word in CONNECTIVES]
    yield _connectives(composition, connectives)
    if len(connectives) >= LEAST_CONNECTIVES:
        yield _variety(connectives)
    yield _links(composition)


def _connectives(composition: Composition, connectives: Sequence[PositionedWord]) -> ChecklistItem:
    expected = max(1.0, composition.clauses / CLAUSES_PER_CONNECTIVE)
    share = min(1.0, len(connectives) / expected)
    return ChecklistItem(
        "coherence",
        "connectives",
        share,
        Bilingual(zh="连接词语", en="Connectives"),
        Bilingual(
            zh=f"{composition.clauses} 个小句里用了 {len(connectives)} 次",
            en=f"{len(connectives)} in {composition.clauses} clauses",
        ),
        tuple((start, end) for _, start, end in connectives),
    )


def _variety(connectives: Sequence[PositionedWord]) -> ChecklistItem:
    (commonest, count), *_ = Counter(word for word, _, _ in connectives).most_common(1)
    share = (
        1.0
        if count <= MOST_OF_ONE_CONNECTIVE * len(connectives)
        else max(MONOTONE_SHARE, 1.5 - count / len(connectives))
    )
    return ChecklistItem(
        "coherence",
        "variety",
        share,
        Bilingual(zh="连接词语的变化", en="Variety of connectives"),
        Bilingual(zh=f"“{commonest}”用了 {count} 次", en=f"“{commonest}” {times(count)}"),
        tuple((start, end) for word, start, end in connectives if word == commonest),
        None
        if share == 1
        else Bilingual(
            zh=f"有几处“{commonest}”可以换一个说法或者不用。", en=f"Replace some “{commonest}”, or leave them out."
        ),
    )


def times(count: int) -> str:
    """
    >>> times(1), times(3)
    ('once', '3 times')
    """
    return "once" if count == 1 else f"{count} times"


def _links(composition: Composition) -> ChecklistItem:
    word_sets = [set(composition.words_in(span)) for span in composition.sentences]
    unlinked = tuple(
        span
        for (before, after), span in zip(pairwise(word_sets), composition.sentences[1:], strict=True)
        if not (before & after - FUNCTION_WORDS or after & ANAPHORA or after & CONNECTIVES)
    )
    linked = 1 - len(unlinked) / (len(word_sets) - 1)
    share = min(1.0, max(0.0, (linked - LEAST_LINKED) / (LINKED - LEAST_LINKED)))
    return ChecklistItem(
        "coherence",
        "links",
        share,
        Bilingual(zh="前后句的联系", en="Links between sentences"),
        Bilingual(
            zh=f"{len(word_sets) - 1 - len(unlinked)} 处接上了前一句的词语、代词或连接词语，{len(unlinked)} 处没有",
            en=f"{len(word_sets) - 1 - len(unlinked)} with a word, a pronoun or a connective, {len(unlinked)} without",
        ),
        unlinked,
    )
