"""The portrait as the page reads it: brought up to date on opening, its six abilities, its tree by id."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from core.portrait.wire import IndicatorNode, Portrait, SixKey, SkillKey, UpdatePortraitRequest
from pages.parts.i18n import _, language
from pages.parts.visitor import Visitor

SIX_KEYS: tuple[SixKey, ...] = get_args(SixKey)
LANGUAGE_SKILLS: tuple[SkillKey, ...] = ("listen", "speak", "read", "write")
NODE_IDS: dict[SixKey, str] = {key: f"S{number}" for number, key in enumerate(SIX_KEYS, start=1)}
"""Ids of the six abilities in the tree; they are its second level, in this order."""


@dataclass(frozen=True)
class Aspect:
    """One of the six abilities."""

    key: SixKey
    name: str
    value: float | None
    """0-100; None where too little is known."""
    band: tuple[float, float] | None
    """The 80 % band."""
    n: float
    """Number of observations, older ones counting less."""


def fresh_portrait(who: Visitor, student_id: str) -> Portrait:
    """Add what was answered since the last nightly update, then read the portrait. A second call changes nothing."""
    return who.core.portrait.update(UpdatePortraitRequest(student_id=student_id), who.caller)


def six_names() -> dict[SixKey, str]:
    """Names of the six abilities in the interface language."""
    return {
        "listen": _("Listening"),
        "speak": _("Speaking"),
        "read": _("Reading"),
        "write": _("Writing"),
        "classroom": _("Classroom"),
        "community": _("Community"),
    }


def six_of(view: Portrait) -> dict[SixKey, Aspect]:
    """The six abilities with value, band and n."""
    current = view.current_portrait
    nodes = {node.id: node for node in walk(view.indicators)}
    values: dict[SixKey, float | None] = {
        "classroom": current.classroom_performance.score if current.classroom_performance.known else None,
        "community": current.community_performance.score if current.community_performance.known else None,
    }
    for key in LANGUAGE_SKILLS:
        known = current.language_ability.known[key]
        values[key] = getattr(current.language_ability, key) if known else None
    return {
        key: Aspect(
            key, six_names()[key], values[key], view.bands[key], nodes[NODE_IDS[key]].n if NODE_IDS[key] in nodes else 0
        )
        for key in SIX_KEYS
    }


def nothing_known(view: Portrait) -> bool:
    """Whether not a single number of the tree is known."""
    return all(node.value is None for node in walk(view.indicators)) and not any(
        aspect.value is not None for aspect in six_of(view).values()
    )


def walk(nodes: list[IndicatorNode]) -> Iterator[IndicatorNode]:
    """Every node, parents before their children."""
    for node in nodes:
        yield node
        yield from walk(node.children)


def parents_of(nodes: list[IndicatorNode], node_id: str) -> list[IndicatorNode]:
    """The ancestors of a node, the topmost first; empty for a topmost node and for an unknown id."""
    for node in nodes:
        if any(child.id == node_id for child in node.children):
            return [node]
        if below := parents_of(node.children, node_id):
            return [node, *below]
    return []


def name_of(node: IndicatorNode) -> str:
    """A node's name in the interface language."""
    if node.id in NODE_IDS.values() and language() == "en":
        return six_names()[SIX_KEYS[int(node.id[1:]) - 1]]
    return node.name_zh if language() == "zh" else node.name_en
