"""The portrait as the page reads it: made fresh on opening, its six, its tree by id."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import get_args

from core.knowledge.wire import UpdateRequest
from core.portrait.wire import IndicatorNode, Portrait, SixKey, SkillKey, UpdatePortraitRequest
from pages.parts.dates import day_in_shanghai
from pages.parts.i18n import _, language
from pages.parts.visitor import Visitor

SIX: tuple[SixKey, ...] = get_args(SixKey)
LANGUAGE_SKILLS: tuple[SkillKey, ...] = ("listen", "speak", "read", "write")
NODES: dict[SixKey, str] = {key: f"S{place}" for place, key in enumerate(SIX, start=1)}
"""The six are the second level of the tree, in this order."""


@dataclass(frozen=True)
class Aspect:
    """One of the six."""

    key: SixKey
    name: str
    value: float | None
    """0-100; None where too little is known."""
    band: tuple[float, float] | None
    """80 %."""
    n: float
    """Decayed observations."""


def fresh_portrait(who: Visitor, student_id: str) -> Portrait:
    """Take in what was answered since the last night, then the portrait of now. A second call changes nothing."""
    day = day_in_shanghai(who.core.clock.now()).isoformat()
    who.core.knowledge.update(UpdateRequest(student_id=student_id, date=day), who.caller)
    return who.core.portrait.update(UpdatePortraitRequest(student_id=student_id), who.caller)


def six_names() -> dict[SixKey, str]:
    """The six in the interface language."""
    return {
        "listen": _("Listening"),
        "speak": _("Speaking"),
        "read": _("Reading"),
        "write": _("Writing"),
        "classroom": _("Classroom"),
        "community": _("Community"),
    }


def six_of(view: Portrait) -> dict[SixKey, Aspect]:
    """The six with value, band and n."""
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
            key, six_names()[key], values[key], view.bands[key], nodes[NODES[key]].n if NODES[key] in nodes else 0
        )
        for key in SIX
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
    """The way from the top to a node, the node itself left out; empty for the top and for unknown ids."""
    for node in nodes:
        if any(child.id == node_id for child in node.children):
            return [node]
        if below := parents_of(node.children, node_id):
            return [node, *below]
    return []


def name_of(node: IndicatorNode) -> str:
    """A node's name in the interface language."""
    if node.id in NODES.values() and language() == "en":
        return six_names()[SIX[int(node.id[1:]) - 1]]
    return node.name_zh if language() == "zh" else node.name_en
