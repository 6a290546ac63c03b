"""The plots of a printed document: bars, lines and a radar, with their bands, as reportlab drawings."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import cos, pi, sin
from typing import TYPE_CHECKING, Any

from core.records.printed import Bar, Bars, LinePoint, Lines, Radar, on_one_line

if TYPE_CHECKING:
    from reportlab.graphics.shapes import Drawing

INK, MUTED, LINE = "#1F2A37", "#5B6472", "#E7E1D6"
COLORS = ("#2B4C7E", "#B93A2B", "#2F7F6F", "#9A6F10")
"""Indigo, vermilion, jade, gold; lines are told apart by their marks too."""
BAR_ROW_PT, TRACK_PT = 34.0, 7.0
LINES_PT, AXIS_PT, FOOT_PT = 150.0, 26.0, 18.0
NARROWEST_NAME_PT = 46.0
"""Room that a name under the line needs; where there is less, names are left out evenly."""
RADAR_PT, RADIUS_PT = 230.0, 82.0
STEPS = 4
"""Grid lines of a scale: quarters."""


def drawing(block: Bars | Lines | Radar, *, font: str, width: float) -> Drawing:
    """A plot as wide as the text."""
    match block:
        case Bars():
            return _Plot(font, width, BAR_ROW_PT * len(block.bars)).bars(block)
        case Lines():
            return _Plot(font, width, LINES_PT).line_plot(block)
        case Radar():
            return _Plot(font, width, RADAR_PT).radar(block)


class _Plot:
    """A drawing under way."""

    def __init__(self, font: str, width: float, height: float) -> None:
        from reportlab.graphics import shapes

        self.font, self.width, self.height = font, width, height
        self.shapes: Any = shapes
        self.made: Any = shapes.Drawing(width, height)

    # -- bars ------------------------------------------------------------------------------------------------

    def bars(self, block: Bars) -> Drawing:
        for number, bar in enumerate(block.bars):
            self._bar(bar, block.maximum, top=self.height - number * BAR_ROW_PT)
        return self.made

    def _bar(self, bar: Bar, most: float, *, top: float) -> None:
        self._text(bar.name, 0, top - 12, size=9.5)
        self._text(bar.value_text, self.width, top - 12, size=9, color=MUTED, anchor="end")
        foot = top - 26
        self._rect(0, foot, self.width, TRACK_PT, LINE)
        if bar.value is None:
            return
        self._rect(0, foot, self.width * min(1.0, bar.value / most), TRACK_PT, COLORS[0])
        if bar.band is not None:
            low, high = (self.width * min(1.0, end / most) for end in bar.band)
            middle = foot + TRACK_PT / 2
            self._stroke(low, middle, high, middle, INK, 1.2)
            for end in (low, high):
                self._stroke(end, foot - 2, end, foot + TRACK_PT + 2, INK, 1.2)

    # -- lines -----------------------------------------------------------------------------------------------

    def line_plot(self, block: Lines) -> Drawing:
        names = [point.name for point in block.lines[0].points] if block.lines else []
        legend = 16.0 if len(block.lines) > 1 else 4.0
        foot, top = FOOT_PT, self.height - legend
        step = (self.width - AXIS_PT) / max(1, len(names))
        self._grid(block, foot, top)
        name_interval = max(1, -(-int(NARROWEST_NAME_PT) // max(1, int(step))))
        for number, name in enumerate(names):
            if (len(names) - 1 - number) % name_interval == 0:
                self._text(name, AXIS_PT + step * (number + 0.5), 4, size=8, color=MUTED, anchor="middle")
        for number, line in enumerate(block.lines):
            offset = (number - (len(block.lines) - 1) / 2) * 4
            points = list(self._points(line.points, block, foot, top, step, offset))
            self._line(points, number, joined=block.joined)
            if len(block.lines) > 1:
                left = AXIS_PT + number * (self.width - AXIS_PT) / len(block.lines)
                self._mark(left + 4, self.height - 6, number)
                self._text(line.name, left + 12, self.height - 9, size=8.5)
        return self.made

    def _grid(self, block: Lines, foot: float, top: float) -> None:
        for quarter in range(STEPS + 1):
            height = foot + (top - foot) * quarter / STEPS
            value = block.minimum + (block.maximum - block.minimum) * quarter / STEPS
            self._stroke(AXIS_PT, height, self.width, height, LINE, 0.6)
            self._text(f"{value:g}", AXIS_PT - 5, height - 3, size=8, color=MUTED, anchor="end")

    def _points(
        self, points: tuple[LinePoint, ...], block: Lines, foot: float, top: float, step: float, shift: float
    ) -> Iterator[tuple[float, float, float, float] | None]:
        """x, y, and the ends of the band; None where there is no value."""
        scale = (top - foot) / (block.maximum - block.minimum)
        for number, point in enumerate(points):
            if point.value is None:
                yield None
                continue
            across = AXIS_PT + step * (number + 0.5) + shift
            ends = point.band or (point.value, point.value)
            height, low, high = (foot + (level - block.minimum) * scale for level in (point.value, *ends))
            yield across, height, low, high

    def _line(self, points: list[tuple[float, float, float, float] | None], number: int, *, joined: bool) -> None:
        color = COLORS[number % len(COLORS)]
        for previous, following in pairwise(points):
            if joined and previous is not None and following is not None:
                self._stroke(previous[0], previous[1], following[0], following[1], color, 1.2)
        for point in points:
            if point is not None:
                across, height, low, high = point
                self._stroke(across, low, across, high, color, 2.2, opacity=0.45)
                self._mark(across, height, number)

    def _mark(self, across: float, height: float, number: int) -> None:
        """Disc, square, diamond, triangle."""
        color, size = COLORS[number % len(COLORS)], 3.2
        corners = ((-1, -1), (1, -1), (1, 1), (-1, 1)), ((0, -1.3), (1.3, 0), (0, 1.3), (-1.3, 0)), ((-1.2, -1), (1.2, -1), (0, 1.3))  # fmt: skip
        if number % len(COLORS) == 0:
            self.made.add(self.shapes.Circle(across, height, size, fillColor=self._color(color), strokeColor=None))
            return
        points = [part for x, y in corners[number % len(COLORS) - 1] for part in (across + x * size, height + y * size)]
        self.made.add(self.shapes.Polygon(points, fillColor=self._color(color), strokeColor=None))

    # -- radar -----------------------------------------------------------------------------------------------

    def radar(self, block: Radar) -> Drawing:
        middle, height = self.width / 2, self.height / 2
        angles = [pi / 2 - 2 * pi * number / len(block.axes) for number in range(len(block.axes))]

        def at(angle: float, value: float) -> tuple[float, float]:
            out = RADIUS_PT * value / block.maximum
            return middle + out * cos(angle), height + out * sin(angle)

        for part in range(1, STEPS + 1):
            ring = [coordinate for angle in angles for coordinate in at(angle, block.maximum * part / STEPS)]
            self.made.add(self.shapes.Polygon(ring, fillColor=None, strokeColor=self._color(LINE), strokeWidth=0.7))
        for axis, angle in zip(block.axes, angles, strict=True):
            self._stroke(middle, height, *at(angle, block.maximum), LINE, 0.7)
            x, y = at(angle, block.maximum * 1.12)
            anchor = "middle" if abs(cos(angle)) < 0.3 else "start" if cos(angle) > 0 else "end"
            self._text(axis.name, x, y - 3, size=9.5, anchor=anchor)
        axes_and_angles = list(zip(block.axes, angles, strict=True))
        for (axis, angle), (next_axis, next_angle) in zip(
            axes_and_angles, [*axes_and_angles[1:], *axes_and_angles[:1]], strict=True
        ):
            if axis.value is not None and next_axis.value is not None:
                self._stroke(*at(angle, axis.value), *at(next_angle, next_axis.value), COLORS[0], 1.4)
        for axis, angle in axes_and_angles:
            if axis.value is None:
                continue
            if axis.band is not None:
                self._stroke(*at(angle, axis.band[0]), *at(angle, axis.band[1]), COLORS[0], 5, opacity=0.3)
            self._mark(*at(angle, axis.value), 0)
        return self.made

    # -- shapes ----------------------------------------------------------------------------------------------

    def _color(self, name: str, opacity: float = 1.0) -> Any:
        from reportlab.lib.colors import HexColor

        color: Any = HexColor(name)
        return color.clone(alpha=opacity)

    def _text(self, text: str, x: float, y: float, *, size: float, color: str = INK, anchor: str = "start") -> None:
        self.made.add(
            self.shapes.String(
                x,
                y,
                on_one_line(text),
                fontName=self.font,
                fontSize=size,
                fillColor=self._color(color),
                textAnchor=anchor,
            )
        )

    def _rect(self, x: float, y: float, width: float, height: float, color: str) -> None:
        self.made.add(self.shapes.Rect(x, y, width, height, rx=2, ry=2, fillColor=self._color(color), strokeColor=None))

    def _stroke(
        self, x: float, y: float, to_x: float, to_y: float, color: str, width: float, *, opacity: float = 1.0
    ) -> None:
        self.made.add(self.shapes.Line(x, y, to_x, to_y, strokeColor=self._color(color, opacity), strokeWidth=width))
