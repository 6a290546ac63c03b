"""Accuracy figures as they stand in docs/accuracy.md: value, n, interval, baseline, data."""

from __future__ import annotations

from dataclasses import dataclass, field

from evaluation.bars import Bars


@dataclass(frozen=True)
class Figure:
    """One measured figure; `bar` None for figures that are only told."""

    name: str
    value: float
    n: int
    of: str
    """What n counts: texts, tokens, labels."""
    low: float
    high: float
    bar: float | None = None
    baseline: str = ""


@dataclass(frozen=True)
class Section:
    """The figures of one model, with the data they were measured on."""

    title: str
    model: str
    data: str
    figures: list[Figure]
    command: str
    notes: list[str] = field(default_factory=list)
    table: list[str] = field(default_factory=list)
    """Further lines of Markdown, such as a figure for each point."""


def report(section: Section, bars: Bars) -> None:
    """Print a section's figures beside their bars."""
    print(f"   {section.title}; data: {section.data}")
    for figure in section.figures:
        shown = f"{figure.value:.3f} [{figure.low:.3f}, {figure.high:.3f}] n={figure.n} {figure.of}"
        if figure.baseline:
            shown += f", baseline {figure.baseline}"
        if figure.bar is None:
            print(f"    {figure.name}: {shown}")
        else:
            bars.check(figure.name, shown, figure.value >= figure.bar, f"at least {figure.bar}")


def markdown(section: Section) -> str:
    """The section as it stands in docs/accuracy.md."""
    lines = [
        f"## {section.title}",
        "",
        f"Model: {section.model}",
        f"Data: {section.data}",
        f"Command: `{section.command}`",
        "",
        "| figure | value | 95 % interval | n | baseline |",
        "|---|---|---|---|---|",
        *(
            f"| {figure.name} | {figure.value:.3f} | {figure.low:.3f} – {figure.high:.3f} | {figure.n} {figure.of} | {figure.baseline} |"
            for figure in section.figures
        ),
        "",
        *section.notes,
    ]
    return "\n".join([*lines, *(["", *section.table] if section.table else []), ""])
