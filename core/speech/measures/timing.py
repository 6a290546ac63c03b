"""Temporal measures of a reading: rates, pauses, runs.
The temporal measures are those of fluency research (Kormos and Dénes 2004; de Jong and Bosker 2013 for the shortest pause). T runs from the
first onset to the last offset, N are the syllables produced, P the silences inside T. Each measure is made twice by one
function: raw, with every pause, and charged, with only what costs: pauses inside a phrase, and pauses at marks beyond
`FREE_AT_MARK_SECONDS`. Raw values are shown, charged ones are scored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from core.speech.measures.silences import SHORTEST_PAUSE
from core.speech.model import Alignment, Measure, Pause, ReadingText

FREE_AT_MARK_SECONDS = 1.0
"""A pause at a mark is part of reading well; natives seldom need more than a second for one."""
MARKS = frozenset({"minor", "major"})
PausePlace = Literal["boundary", "inside"]


@dataclass(frozen=True)
class PlacedPause:
    """A pause with its place in the text: at a mark or inside a phrase; `after` is the index of the syllable before it."""

    start: float
    end: float
    after: int
    place: PausePlace

    @property
    def seconds(self) -> float:
        """Length in seconds."""
        return self.end - self.start

    @property
    def charged_seconds(self) -> float:
        """The seconds that cost something: all of a pause inside, the excess of one at a mark."""
        return self.seconds if self.place == "inside" else max(0.0, self.seconds - FREE_AT_MARK_SECONDS)

    @property
    def costs(self) -> bool:
        """Whether it lowers a score."""
        return self.charged_seconds > 0


@dataclass(frozen=True)
class Timing:
    """A reading's times: `onset` of the first sound to `offset` of the last, syllables produced, pauses between."""

    onset: float
    offset: float
    produced: int
    pauses: tuple[PlacedPause, ...]


def timing(reading: ReadingText, alignment: Alignment, pauses: Sequence[Pause]) -> Timing | None:
    """Times of a reading; None where nothing was read.

    What the text does not hold (fillers, repeats) was produced too: it counts in N, and T begins and ends with it. Pauses are cut to
    T, and what is then shorter than `SHORTEST_PAUSE` is none.
    """
    read = [(syllable.start, syllable.end) for syllable in alignment.syllables if syllable.presence == "read"]
    if not read:
        return None
    spans = [*read, *((extra.start, extra.end) for extra in alignment.extras)]
    onset, offset = min(start for start, _ in spans), max(end for _, end in spans)
    cut = [Pause(max(pause.start, onset), min(pause.end, offset)) for pause in pauses]
    placed = tuple(_placed(reading, alignment, pause) for pause in cut if pause.seconds >= SHORTEST_PAUSE)
    return Timing(onset, offset, len(read) + sum(extra.syllables for extra in alignment.extras), placed)


def _placed(reading: ReadingText, alignment: Alignment, pause: Pause) -> PlacedPause:
    """A pause with its place in the text.

    It lies behind the last syllable whose middle comes before its own; a mark before the next syllable that was read excuses it.
    """
    middle = (pause.start + pause.end) / 2
    read = [syllable for syllable in alignment.syllables if syllable.presence == "read"]
    before = [syllable.index for syllable in read if (syllable.start + syllable.end) / 2 < middle]
    later = [syllable.index for syllable in read if (syllable.start + syllable.end) / 2 >= middle]
    after, following = max(before, default=-1), min(later, default=len(reading.syllables))
    between = reading.syllables[after + 1 : following + 1]
    at_edge = after < 0 or following == len(reading.syllables)
    marked = at_edge or any(syllable.break_before in MARKS for syllable in between)
    return PlacedPause(pause.start, pause.end, after, "boundary" if marked else "inside")


def raw_measures(times: Timing) -> Mapping[str, Measure]:
    """The six temporal measures over all pauses, by name of the indicator."""
    silent = sum(pause.seconds for pause in times.pauses)
    return _measures(times.produced, times.offset - times.onset, silent, silent, len(times.pauses))


def charged_measures(times: Timing) -> Mapping[str, Measure]:
    """The same over what costs: free pauses are taken out of T as if they had not been made.

    Of a pause at a mark that is too long the excess goes into the times, and its whole length into the average length, so that
    it does not make the average look short.
    """
    charged = [pause for pause in times.pauses if pause.costs]
    silent = sum(pause.charged_seconds for pause in charged)
    free = sum(pause.seconds - pause.charged_seconds for pause in times.pauses)
    lengths = sum(pause.seconds for pause in charged)
    return _measures(times.produced, times.offset - times.onset - free, silent, lengths, len(charged))


def _measures(produced: int, seconds: float, silent: float, lengths: float, count: int) -> Mapping[str, Measure]:
    speaking = seconds - silent
    return {
        "speed_of_speech": Measure(_ratio(produced, seconds), "syllables/s", produced),
        "rate_of_pronunciation": Measure(_ratio(produced, speaking), "syllables/s", produced),
        "pronunciation_time_ratio": Measure(_ratio(speaking, seconds), "share", produced),
        "silent_pause_frequency": Measure(100 * count / produced, "per 100 syllables", produced),
        "average_length_of_silent_pause": Measure(_ratio(lengths, count), "s", count),
        "average_flow_length": Measure(produced / (count + 1), "syllables", count + 1),
    }


def _ratio(above: float, below: float) -> float | None:
    return above / below if below > 0 else None
