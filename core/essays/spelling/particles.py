"""Which of 的, 地 and 得 its neighbours ask for."""

from __future__ import annotations

from collections.abc import Mapping

PARTICLES = frozenset("的地得")
DEGREE = frozenset("很太真更最挺好多不非常特别十分比较这么那么有点")
"""What begins most complements of degree after 得."""
Classes = Mapping[str, frozenset[str]]
"""Parts of speech of a word as the learners' list gives them (N, V, Adj, Adv, Pron, ...)."""


def asked_for(particle: str, before: str, after: str, classes: Classes) -> bool:
    """Whether the words on both sides are such as the particle stands between; "" at the end of a text.

    地 stands between what describes and a verb, 得 between a verb and what is said of it, 的 before a noun or nothing.

    >>> classes = {"高兴": frozenset({"Adj"}), "跑": frozenset({"V"}), "快": frozenset({"Adj"}), "书": frozenset({"N"})}
    >>> asked_for("地", "高兴", "跑", classes), asked_for("得", "跑", "快", classes), asked_for("的", "高兴", "书", classes)
    (True, True, True)
    >>> asked_for("地", "高兴", "书", classes), asked_for("得", "高兴", "跑", classes)
    (False, False)
    """
    left, right = classes.get(before, frozenset()), classes.get(after, frozenset())
    if particle == "地":
        described = bool(left & {"Adj", "Adv"}) or _doubled(before)
        return described and "V" in right and "N" not in right
    if particle == "得":
        return bool(left & {"V", "Adj"}) and "N" not in left and (after[:1] in DEGREE or "Adj" in right)
    return "N" in right or "Pron" in right or not right


def _doubled(word: str) -> bool:
    """好好, 高高兴兴, 静悄悄."""
    return (len(word) > 1 and word[-1] == word[-2]) or (len(word) == 4 and word[0] == word[1])
