"""The printed portrait says what the page says, and nothing that is unknown as a number."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest

from core.portrait.document import portrait_document, score_text
from core.portrait.wire import (
    Abilities,
    CurrentPortrait,
    IndicatorNode,
    LanguageAbility,
    LevelLabels,
    Performance,
    Portrait,
    PortraitPoint,
)  # fmt: skip
from core.records.printed import Axis, Bars, Document, Lines, Listing, Paragraph, Radar, Table
from core.wire import Language

DAY = date(2026, 11, 22)


def node(node_id: str, value: float | None, children: list[IndicatorNode] | None = None) -> IndicatorNode:
    """A node with a band of five points on either side."""
    return IndicatorNode(
        id=node_id,
        name_zh=f"名{node_id}",
        name_en=f"name {node_id}",
        value=value,
        band=(value - 5, value + 5) if value is not None else None,
        kind=None if children else "percentage",
        group=None if children else "proficiency",
        raw=value if not children else None,
        unit="%",
        n=12.0 if value is not None else 0.0,
        coverage=1.0 if value is not None else 0.0,
        updated_at=None,
        children=children or [],
    )


def portrait() -> Portrait:
    """Listening known, all else not."""
    tree = [node("F1", None, [node("S1", 72.0, [node("T01", 72.0, [node("D01", 72.0), node("D02", None)])])])]
    none = Performance(score=0.0, level="白银学习者", known=False, label_known=False)
    return Portrait(
        student_id="s1",
        first_portrait=Abilities(
            listen_ability=0, speak_ability=0, read_ability=0, write_ability=0, comprehensive_ability=0, known=False
        ),
        current_portrait=CurrentPortrait(
            language_ability=LanguageAbility(
                listen=72, speak=0, read=0, write=0, known={"listen": True, "speak": False, "read": False, "write": False}
            ),
            classroom_performance=none,
            community_performance=none,
        ),
        level_labels=LevelLabels(language="中文达人", star_level=1, star_exp=60, next_star_exp=110, label_known=True),
        updated_at="2026-11-22T00:00:00Z",
        indicators=tree,
        effort={"listen": 40.0, "speak": None, "read": None, "write": None},
        bands={
            "listen": (67, 77), "speak": None, "read": None, "write": None, "classroom": None, "community": None
        },
        tree_version="test",
    )  # fmt: skip


def printed(language: Language = "en", months: int = 3) -> Document:
    past = [
        PortraitPoint(
            day=f"2026-{9 + place:02d}-22",
            listen=70.0,
            speak=None,
            read=None,
            write=None,
            classroom=None,
            community=None,
        )
        for place in range(months)
    ]
    return portrait_document(portrait(), past, name="模拟学生", day=DAY, language=language)


def texts(document: Document) -> Iterator[str]:
    for block in document.blocks:
        if isinstance(block, Paragraph):
            yield block.text
        elif isinstance(block, Listing):
            yield from block.items
        elif isinstance(block, Table):
            for row in block.rows:
                yield " | ".join(row)


def test_an_unknown_side_has_no_spot_and_is_named_in_words() -> None:
    document = printed()
    (radar,) = [block for block in document.blocks if isinstance(block, Radar)]
    assert radar.axes[0] == Axis("Listening", 72, (67, 77))
    assert all(axis.value is None and axis.band is None for axis in radar.axes[1:])
    said = list(texts(document))
    assert "Listening | 72 (67–77), 12 observations" in said
    assert "Speaking | Not enough data yet" in said
    assert "Classroom · Not enough data yet" in said
    assert not any("白银学习者" in text for text in said)


def test_the_tree_lists_what_is_known_and_counts_the_rest() -> None:
    said = list(texts(printed()))
    assert "D01 | name D01 | 72 (67–77), 12 observations" in said
    assert not any(text.startswith("D02") for text in said)
    assert "Not enough data on 1 indicator." in said


def test_a_past_of_one_month_is_no_line() -> None:
    assert not any(isinstance(block, Lines) for block in printed(months=1).blocks)
    (lines,) = [block for block in printed(months=3).blocks if isinstance(block, Lines)]
    assert [line.name for line in lines.lines] == ["Listening"]


def test_effort_stands_apart_from_ability() -> None:
    (bars,) = [block for block in printed().blocks if isinstance(block, Bars)]
    assert [bar.value for bar in bars.bars] == [40.0, None, None, None]


@pytest.mark.parametrize(("language", "title"), [("zh", "学习画像"), ("en", "Learner portrait")])
def test_both_languages_have_the_same_blocks(language: Language, title: str) -> None:
    document = printed(language)
    assert document.title == title
    assert [type(block) for block in document.blocks] == [type(block) for block in printed("en").blocks]
    assert "模拟学生 · 2026-11-22" in document.subtitle


def test_a_value_of_the_first_portrait_says_so() -> None:
    assert score_text(70.0, None, 0, "en") == "70, from the first portrait"
    assert score_text(70.0, None, 0, "zh") == "70，来自初始画像"
