"""Bars: a figure, what it must be, and whether it holds."""

from __future__ import annotations


class Bars:
    """Prints each figure beside its bar and counts those that fail."""

    def __init__(self) -> None:
        self.failed = 0

    def check(self, name: str, figure: object, holds: bool, bar: str) -> None:
        """One line: the figure, the bar, ok or NOT."""
        shown = f"{figure:.3f}" if isinstance(figure, float) else str(figure)
        print(f"{'ok ' if holds else 'NOT'} {name}: {shown} (bar: {bar})", flush=True)
        self.failed += not holds

    def at_most(self, name: str, figure: float, most: float) -> None:
        """The figure is `most` or less."""
        self.check(name, figure, figure <= most, f"at most {most}")

    def at_least(self, name: str, figure: float, least: float) -> None:
        """The figure is `least` or more."""
        self.check(name, figure, figure >= least, f"at least {least}")

    def equal(self, name: str, figure: object, wanted: object) -> None:
        """The figure is exactly `wanted`."""
        self.check(name, figure, figure == wanted, f"{wanted}")
