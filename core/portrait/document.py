"""The portrait as a printed document: the same numbers as on the page, with bands and n, in one language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import get_args

from core.portrait.wire import IndicatorNode, LevelLabels, Portrait, PortraitPoint, SixKey, SkillKey
from core.records.printed import (
    Axis,
    Bar,
    Bars,
    Block,
    Document,
    Heading,
    Line,
    LinePoint,
    Lines,
    Listing,
    Paragraph,
    Radar,
    Table,
)
from core.wire import Bilingual, Language

SIX: tuple[SixKey, ...] = get_args(SixKey)
LANGUAGE_SKILLS: tuple[SkillKey, ...] = ("listen", "speak", "read", "write")
NAMES: dict[SixKey, Bilingual] = {
    "listen": Bilingual(zh="听力", en="Listening"),
    "speak": Bilingual(zh="口语", en="Speaking"),
    "read": Bilingual(zh="阅读", en="Reading"),
    "write": Bilingual(zh="写作", en="Writing"),
    "classroom": Bilingual(zh="课堂表现", en="Classroom"),
    "community": Bilingual(zh="社区表现", en="Community"),
}
TITLE = Bilingual(zh="学习画像", en="Learner portrait")
UNKNOWN = Bilingual(zh="数据还不够", en="Not enough data yet")
NEVER_SCORED = Bilingual(zh="不计分", en="Never scored")
DASH = "–"
LEAST_PAST = 2
"""Months with something known from which on the own past is drawn."""


def portrait_document(
    view: Portrait, past: Sequence[PortraitPoint], *, name: str, day: date, language: Language
) -> Document:
    """Labels, the six with their 80 % bands, effort beside ability, the own past, and every number of the tree.

    `name` is the student's; `day` the day of printing (UTC+8). Nothing that is unknown is printed as a number.
    """
    blocks: list[Block] = [
        *_labels(view, language),
        *_six(view, language),
        *_effort(view, language),
        *_past(past, language),
        *_tree(view.indicators, language),
    ]
    footer = Bilingual(
        zh="区间均为 80% 区间；越早的记录权重越小。", en="Ranges are 80 % ranges; older observations count less."
    )
    return Document(
        title=TITLE.get(language),
        subtitle=f"{name} · {day.isoformat()}",
        language=language,
        footer=footer.get(language),
        blocks=tuple(blocks),
    )


def score_text(value: float | None, band: tuple[float, float] | None, n: float, language: Language) -> str:
    """`72 (67–77), 31 observations`, or in words that too little is known.

    >>> score_text(72.04, (67.2, 76.9), 30.6, "en"), score_text(None, None, 0, "zh")
    ('72 (67–77), 31 observations', '数据还不够')
    """
    if value is None:
        return UNKNOWN.get(language)
    if band is None:
        return f"{_number(value)}{Bilingual(zh='，来自初始画像', en=', from the first portrait').get(language)}"
    ends = f" ({band[0]:.0f}–{band[1]:.0f})"
    count = round(n)
    said = Bilingual(zh=f"，{count} 条记录", en=f", {count} observation" + ("" if count == 1 else "s"))
    return _number(value) + ends + said.get(language)


def _number(value: float) -> str:
    """One decimal at most."""
    return f"{value:.1f}".removesuffix(".0")


def _labels(view: Portrait, language: Language) -> Iterator[Block]:
    current = view.current_portrait
    said = [
        (
            Bilingual(zh="语言能力", en="Language ability"),
            view.level_labels.language if any(current.language_ability.known.values()) else None,
        ),
        (NAMES["classroom"], current.classroom_performance.level if current.classroom_performance.known else None),
        (NAMES["community"], current.community_performance.level if current.community_performance.known else None),
    ]
    unknown = UNKNOWN.get(language)
    yield Listing(
        (*(f"{name.get(language)} · {label or unknown}" for name, label in said), _stars(view.level_labels, language))
    )


def _stars(labels: LevelLabels, language: Language) -> str:
    """Stars, experience, and what the next star asks for."""
    said = Bilingual(
        zh=f"星级 {labels.star_level} / 15，经验值 {labels.star_exp}",
        en=f"Stars: {labels.star_level} of 15, experience: {labels.star_exp}",
    ).get(language)
    if labels.next_star_exp is None:
        return said + Bilingual(zh="。", en=".").get(language)
    missing = labels.next_star_exp - labels.star_exp
    return said + Bilingual(zh=f"，离下一颗星还差 {missing}。", en=f"; {missing} more to the next star.").get(language)


def _six(view: Portrait, language: Language) -> Iterator[Block]:
    yield Heading(Bilingual(zh="六个方面", en="The six areas").get(language))
    values = {key: known_score(view, key) for key in SIX}
    yield Radar(tuple(Axis(NAMES[key].get(language), values[key], view.bands[key]) for key in SIX))
    by_id = {node.id: node for first in view.indicators for node in first.children}
    rows = tuple(
        (
            NAMES[key].get(language),
            score_text(values[key], view.bands[key], by_id[f"S{place}"].n if f"S{place}" in by_id else 0, language),
        )
        for place, key in enumerate(SIX, start=1)
    )
    head = (
        Bilingual(zh="方面", en="Area"),
        Bilingual(zh="得分（80% 区间）和记录数", en="Score (80 % range), observations"),
    )
    yield Table(tuple(each.get(language) for each in head), rows, column_widths=(1, 2))


def known_score(view: Portrait, key: SixKey) -> float | None:
    """One of the six as it is known; None where the contract's number stands for nothing."""
    current = view.current_portrait
    if key == "classroom":
        return current.classroom_performance.score if current.classroom_performance.known else None
    if key == "community":
        return current.community_performance.score if current.community_performance.known else None
    score: float = getattr(current.language_ability, key)
    return score if current.language_ability.known[key] else None


def _effort(view: Portrait, language: Language) -> Iterator[Block]:
    if all(value is None for value in view.effort.values()):
        return
    yield Heading(Bilingual(zh="投入（不计入能力）", en="Effort (no part of ability)").get(language))
    yield Bars(tuple(_bar(key, view.effort.get(key), language) for key in LANGUAGE_SKILLS))
    note = Bilingual(
        zh="投入只看最近几周的时间和练习量，不会提高或降低能力分。",
        en="Effort counts the time and work of recent weeks. It never raises or lowers ability.",
    )
    yield Paragraph(note.get(language), style="quiet")


def _bar(key: SkillKey, value: float | None, language: Language) -> Bar:
    text = UNKNOWN.get(language) if value is None else f"{value:.0f}"
    return Bar(NAMES[key].get(language), value, value_text=text)


def _past(past: Sequence[PortraitPoint], language: Language) -> Iterator[Block]:
    known = [key for key in SIX if any(getattr(point, key) is not None for point in past)]
    if sum(any(getattr(point, key) is not None for key in SIX) for point in past) < LEAST_PAST:
        return
    yield Heading(Bilingual(zh="逐月变化", en="Month by month").get(language))
    yield Lines(
        tuple(
            Line(NAMES[key].get(language), tuple(LinePoint(point.day[2:7], getattr(point, key)) for point in past))
            for key in known
        )
    )


def _tree(nodes: Sequence[IndicatorNode], language: Language) -> Iterator[Block]:
    """For each of the 6 a table of what is known of its 36 parts and 85 leaves, and how many are not."""
    yield Heading(Bilingual(zh="全部指标", en="All indicators").get(language))
    head = (
        "",
        Bilingual(zh="指标", en="Indicator").get(language),
        Bilingual(zh="得分（80% 区间）和记录数", en="Score (80 % range), observations").get(language),
    )
    for first in nodes:
        for second in first.children:
            yield Heading(f"{_name(first, language)} · {_name(second, language)}", level=2)
            below = [node for third in second.children for node in (third, *third.children)]
            known = [node for node in below if node.value is not None or node.raw is not None]
            if known:
                yield Table(head, tuple(_row(node, language) for node in known), column_widths=(0.5, 3, 2.5))
            if missing := sum(not node.children and node not in known for node in below):
                yield Paragraph(_missing(missing, language), style="quiet")


def _missing(count: int, language: Language) -> str:
    """How many leaves have nothing to show."""
    some = f"Not enough data on {count} indicator{'' if count == 1 else 's'}."
    return Bilingual(zh=f"另有 {count} 项指标数据还不够。", en=some).get(language)


def _row(node: IndicatorNode, language: Language) -> tuple[str, str, str]:
    if node.group == "context":
        return (node.id, _name(node, language), NEVER_SCORED.get(language))
    return (node.id, _name(node, language), score_text(node.value, node.band, node.n, language))


def _name(node: IndicatorNode, language: Language) -> str:
    return node.name_zh if language == "zh" else node.name_en
