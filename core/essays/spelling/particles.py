"""Which of the particles 的, 地 and 得 fits between its neighbours."""

from __future__ import annotations

from collections.abc import Mapping

PARTICLES = frozenset("的地得")
DEGREE_WORDS = frozenset("很太真更最挺好多不非常特别十分比较这么那么有点")
"""The words with which most complements of degree begin after 得, as single characters."""
Classes = Mapping[str, frozenset[str]]
"""Parts of speech of a word as the learners' list gives them (N, V, Adj, Adv, Pron, ...)."""


def fits_between(particle: str, before: str, after: str, classes: Classes) -> bool:
    """Whether the words on both sides are such as the particle can stand between; "" at the end of a text.

    地 stands between a modifier and a verb, 得 between a verb and its complement, 的 before a noun or at the end.

    >>> classes = {"高兴": frozenset({"Adj"}), "跑": frozenset({"V"}), "快": frozenset({"Adj"}), "书": frozenset({"N"})}
    >>> fits_between("地", "高兴", "跑", classes), fits_between("得", "跑", "快", classes), fits_between("的", "高兴", "书", classes)
    (True, True, True)
    >>> fits_between("地", "高兴", "书", classes), fits_between("得", "高兴", "跑", classes)
    (False, False)
    """
    classes_before, classes_after = classes.get(before, frozenset()), classes.get(after, frozenset())
    if particle == "地":
        described = bool(classes_before & {"Adj", "Adv"}) or _is_reduplicated(before)
        return described and "V" in classes_after and "N" not in classes_after
    if particle == "得":
        return (
            bool(classes_before & {"V", "Adj"})
            and "N" not in classes_before
            and (after[:1] in DEGREE_WORDS or "Adj" in classes_after)
        )
    return "N" in classes_after or "Pron" in classes_after or not classes_after


def _is_reduplicated(word: str) -> bool:
    """Whether a word is reduplicated: 好好, 高高兴兴, 静悄悄."""
    return (len(word) > 1 and word[-1] == word[-2]) or (len(word) == 4 and word[0] == word[1])
