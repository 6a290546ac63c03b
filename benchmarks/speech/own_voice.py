"""One's own voice with the right tone: native syllables put into every other full tone, which tone and which sounds are heard."""

from __future__ import annotations

from collections.abc import Iterator

from evaluation.bars import Bars
from evaluation.figures import Figure
from evaluation.reference import ABSENT
from evaluation.speech.corpora import SPEECH
from evaluation.speech.transplants import (
    FULL,
    Transplants,
    development_sentences,
    transplanted,
    untaught_sentences,
)

TONE_BAR, SOUND_BAR = 0.95, 0.98


def run(bars: Bars) -> None:
    """Print each figure beside its bar."""
    if not SPEECH.exists():
        print(ABSENT)
        return
    for name, made in measured():
        print(
            f"    {name}: offered {made.offered:.3f} of {len(made.heard) + made.doubts.total()}; why not: {dict(made.doubts)}"
        )
        for tone in FULL:
            of_tone = [each for each in made.heard if each.wanted == tone]
            heard = [sum(each.second == other for each in of_tone) for other in FULL]
            print(f"    {name}, wanted tone {tone}: heard by the second listener as 1-4 {heard}, n {len(of_tone)}")
        for figure in figures_of(name, made):
            title = f"{figure.name} [{figure.low:.3f}, {figure.high:.3f}], n {figure.n}"
            title += f" ({figure.baseline})" if figure.baseline else ""
            if figure.bar is None:
                print(f"    {title}: {figure.value:.3f}")
            else:
                bars.at_least(title, figure.value, figure.bar)


def measured() -> Iterator[tuple[str, Transplants]]:
    """What was made of both sets of sentences."""
    yield "15 unseen speakers", transplanted(development_sentences())
    yield "two sentence readers", transplanted(untaught_sentences())


def figures_of(name: str, made: Transplants) -> list[Figure]:
    """Tone and sounds as heard, with the natives' own tones as the control."""
    of = f"syllables in another tone, {name}"
    second, network = (
        made.share(lambda each: each.second == each.wanted),
        made.share(lambda each: each.network == each.wanted),
    )
    sounds, clear = made.same_sounds(), made.share(lambda each: each.newly_wrong == 0)
    kept, unchanged = made.kept_sounds(), made.unchanged_sounds()
    control, control_network = made.own(second=True), made.own(second=False)
    rows = (
        (
            "heard as the target tone by the second listener",
            second,
            of,
            TONE_BAR,
            f"natives' own tones {control[0]:.3f}",
        ),
        (
            "heard as the target tone by the network that ships, over another pitch tracker",
            network,
            of,
            None,
            f"natives' own tones {control_network[0]:.3f}",
        ),
        ("the same sound fits best as before, where that was the text's", kept, f"sounds, {name}", SOUND_BAR, ""),
        (
            "the same sound fits best as before, any",
            sounds,
            f"sounds, {name}",
            SOUND_BAR,
            f"at its own pitch {unchanged[0]:.3f}",
        ),
        ("no sound called wrong that was not before", clear, of, None, ""),
    )
    return [
        Figure(f"own voice, right tone: {title}, {name}", share, count, what, low, high, bar, baseline)
        for title, (share, low, high, count), what, bar, baseline in rows
    ]
