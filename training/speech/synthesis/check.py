"""What the shipped models hear in the clips: commanded tones, and onsets against the exact ones.

    uv run python -m training.speech.synthesis.check OUT [--clips 60] [--voices zf_xiaoyi,zm_yunxi]

Prints a row for each voice and one for all. Tones are judged at the exact times and with the commanded tones beside them, so that it is
the voice that is measured; the area under the curve is that of the product: its own alignment, and the tones of the text expected.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from pathlib import Path

import numpy as np

from core.models.tones import MODEL, NumpyToneModel
from core.speech.aligning.alignment import align
from core.speech.aligning.onsets import with_refined_onsets
from core.speech.model import AlignedSyllable
from core.speech.tones.f0 import track
from core.speech.tones.verdicts import tone_scores
from core.tables import DATA
from evaluation.speech.edits import emissions_from, expected
from evaluation.statistics import auc
from training.speech.synthesis.clips import Clip, ClipFolder
from training.speech.synthesis.draws import FULL_TONES

CLOSE = 0.05
"""Seconds by which an onset may be off."""
COLUMNS = (
    "voice", "clips", "unchanged heard", "changed: new heard", "changed: old heard", "verification AUC", "onsets within 50 ms", "median onset",
)  # fmt: skip


@dataclass(frozen=True)
class Heard:
    """A syllable with a full tone: the tone that is heard at its exact place, and the probability that the product gives the text's
    tone and how far the aligner's onset lies behind the exact one (s), None where the syllable was taken for omitted."""

    voice: str
    text_tone: int
    tone: int
    heard: int
    probability: float | None
    onset_error: float | None


def heard_in(clip: Clip, folder: ClipFolder, model: NumpyToneModel) -> Iterator[Heard]:
    """Every syllable of a clip with a full tone."""
    samples = folder.samples(clip)
    letters = [syllable.letters for syllable in clip.syllables]
    as_text = expected(letters, [syllable.text_tone for syllable in clip.syllables])
    as_commanded = expected(letters, [syllable.tone for syllable in clip.syllables])
    exact = [
        AlignedSyllable(index, "read", syllable.start, syllable.end, syllable.final_start)
        for index, syllable in enumerate(clip.syllables)
    ]
    aligned = with_refined_onsets(align(as_text, emissions_from(samples)), samples).syllables
    pitch = track(samples)
    heard = tone_scores(pitch, samples, exact, as_commanded, model=model)
    judged = tone_scores(pitch, samples, aligned, as_text, model=model)
    for syllable, at_place, verified, found in zip(clip.syllables, heard, judged, aligned, strict=True):
        if syllable.tone in FULL_TONES and at_place is not None:
            yield Heard(
                voice=clip.voice,
                text_tone=syllable.text_tone,
                tone=syllable.tone,
                heard=int(np.argmax(at_place.probabilities[: len(FULL_TONES)])) + 1,
                probability=None if verified is None else verified.probability,
                onset_error=found.start - syllable.start if found.presence == "read" else None,
            )


def chosen_clips(clips: Sequence[Clip], count: int) -> list[Clip]:
    """Clips of all voices in turn."""
    by_voice: dict[str, list[Clip]] = defaultdict(list)
    for clip in clips:
        by_voice[clip.voice].append(clip)
    in_turn = chain.from_iterable(zip_longest(*(by_voice[voice] for voice in sorted(by_voice))))
    return [clip for clip in in_turn if clip is not None][:count]


def row(name: str, clips: int, heard: Sequence[Heard]) -> str:
    """A row of the table."""
    unchanged = [part.heard == part.tone for part in heard if part.tone == part.text_tone]
    changed = [part for part in heard if part.tone != part.text_tone]
    found = [part for part in heard if part.probability is not None]
    errors = np.array([np.inf if part.onset_error is None else part.onset_error for part in heard])
    is_right = np.array([part.tone == part.text_tone for part in found], float)
    probabilities = np.array([part.probability for part in found], float)
    cells = (
        name,
        str(clips),
        _share(unchanged),
        _share([part.heard == part.tone for part in changed]),
        _share([part.heard == part.text_tone for part in changed]),
        f"{auc(is_right, probabilities):.3f}" if 0 < is_right.mean() < 1 else "-",
        _share(list(np.abs(errors) <= CLOSE)),
        f"{1000 * np.median(errors):+.0f} ms",
    )
    return f"| {' | '.join(cells)} |"


def _share(hits: Sequence[bool]) -> str:
    return f"{np.mean(hits):.2f} ({len(hits)})" if len(hits) else "-"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--clips", type=int, default=60)
    parser.add_argument("--voices", default="", help="only these, with commas between them")
    asked = parser.parse_args()
    folder, model = ClipFolder(asked.out), NumpyToneModel(DATA / MODEL)
    voices = set(asked.voices.split(",")) - {""}
    clips = chosen_clips([clip for clip in folder if not voices or clip.voice in voices], asked.clips)
    heard = {clip.id: list(heard_in(clip, folder, model)) for clip in clips}
    print(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}")
    for voice in sorted({clip.voice for clip in clips}):
        own = [clip for clip in clips if clip.voice == voice]
        print(row(voice, len(own), [part for clip in own for part in heard[clip.id]]))
    print(row("all", len(clips), [part for parts in heard.values() for part in parts]))


if __name__ == "__main__":
    main()
