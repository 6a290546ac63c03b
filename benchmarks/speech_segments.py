"""Right against wrong expected sounds on the development speakers, and onsets of spliced syllables.

    uv run python -m benchmarks.speech_segments [MODEL.onnx]

A wrong expectation is put into every third syllable of the text, and the reading is laid on that text. MODEL is one that has not heard
the man of the spliced syllables; the shipped one has.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from benchmarks.bars import Bars
from benchmarks.prediction_figures import auc, interval
from benchmarks.reference import ABSENT
from benchmarks.speech_corpora import MAN, Samples, decoded, files
from benchmarks.speech_edits import SEED, Read, development, expected, model
from benchmarks.speech_readings import with_noise
from core.models.acoustic import OnnxAcousticModel
from core.speech.aligning.alignment import align, emissions
from core.speech.aligning.onsets import onset_errors, refined
from core.speech.aligning.phones import FINALS, INITIALS, sounds
from core.speech.aligning.segments import SyllableSounds, score_sounds, verdict
from core.speech.model import SAMPLES_A_SECOND, ExpectedSyllable, SegmentScore

RANDOM, CONFUSABLE, ONSETS = 0.98, 0.93, 0.97
FALSE_ALARMS, UNSURE = 0.02, 0.10
CONFUSED = (
    "zh z, ch c, sh s, n l, f h, r l, j zh, q ch, x sh, b p, d t, g k, an ang, en eng, in ing, uan uang, ian iang, un ong, ü u, "
    "üe ie, uo e, ou uo, iu ou, ai ei, ao ou, ia ie, üan uan, ün un, i ü, ii e, iii e, ei ui, iong ong"
)
"""Sounds that learners take for one another."""
SPLICED, IN_ONE, CLOSE = 30, 10, 0.05


def confused() -> Mapping[str, list[str]]:
    """With what each sound is confused."""
    found: dict[str, list[str]] = {}
    for pair in CONFUSED.split(", "):
        one, other = pair.split()
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)
    return found


@dataclass
class Scores:
    """Probabilities that sounds were right, with the speaker of each. Of a syllable that was taken for omitted they are 0."""

    speakers: list[str] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    verdicts: list[str] = field(default_factory=list)

    def add(self, speaker: str, right: bool, score: SegmentScore | None) -> None:
        """One sound; None where its syllable was taken for omitted."""
        self.speakers.append(speaker)
        self.right.append(right)
        self.values.append(0.0 if score is None else score.probability)
        self.verdicts.append("wrong" if score is None else verdict(score))

    def share(self, verdict_: str, *, right: bool) -> float:
        """Share of the right or wrong sounds with this verdict."""
        of = [given for given, is_right in zip(self.verdicts, self.right, strict=True) if is_right == right]
        return of.count(verdict_) / len(of)

    @property
    def counted(self) -> str:
        """How many sounds of each kind."""
        return f"{sum(self.right)} right, {len(self.right) - sum(self.right)} wrong"

    @property
    def area(self) -> float:
        """Under the ROC curve; ties count half."""
        return auc(np.array(self.right, float), np.array(self.values))

    @property
    def interval(self) -> tuple[float, float]:
        """Of the area, 95 % over speakers."""
        right, values = np.array(self.right, float), np.array(self.values)
        return interval(np.array(self.speakers), lambda rows: auc(right[rows], values[rows]))


def judged(reads: Sequence[Read], *, confusable: bool) -> Scores:
    """Every right sound once, and a wrong one in place of one sound of every syllable."""
    draw, found, confusions = np.random.default_rng(SEED), Scores(), confused()
    for read in reads:
        asked = expected(read.letters)
        for syllable, one in zip(asked, _sounds(read, asked), strict=True):
            for part in [part for part, name in syllable.sounds._asdict().items() if name]:
                found.add(read.speaker, True, None if one is None else getattr(one, part))
        for offset in range(3):
            changed, parts = list(asked), {}
            for place in range(offset, len(asked), 3):
                initial, final = asked[place].sounds
                part = "initial" if initial and draw.random() < 0.5 else "final"
                said = str(initial if part == "initial" else final)
                every = [name for name in (INITIALS if part == "initial" else FINALS) if name != said]
                pool = confusions.get(said, []) if confusable else every
                if pool:
                    wrong = asked[place].sounds._replace(**{part: str(draw.choice(pool))})
                    changed[place], parts[place] = replace(asked[place], accepted=(wrong,)), part
            scored = _sounds(read, changed)
            for place, part in parts.items():
                one = scored[place]
                found.add(read.speaker, False, None if one is None else getattr(one, part))
    return found


def _sounds(read: Read, asked: Sequence[ExpectedSyllable]) -> list[SyllableSounds | None]:
    return score_sounds(read.aligned(asked), asked, read.heard)


def spliced(draw: np.random.Generator) -> Iterator[tuple[Samples, list[str], list[float]]]:
    """Isolated syllables of one man set end to end or apart, with where each begins: where its energy comes within 30 dB of its top."""
    syllables = {Path(name).stem: raw for name, raw in files(MAN).items()}
    names = sorted(name for name in syllables if sounds(_letters(name)))
    for _ in range(SPLICED):
        pieces, onsets, at = [draw.normal(0, 1e-4, 4_800)], [], 4_800
        chosen = [str(name) for name in draw.choice(names, IN_ONE)]
        for name in chosen:
            samples = decoded(syllables[name])
            power = np.array([np.mean(samples[place : place + 160] ** 2) for place in range(0, len(samples) - 160, 80)])
            loud = np.flatnonzero(power > power.max() / 1_000) * 80
            begin = max(0, loud[0] - 160)
            gap = draw.normal(0, 1e-4, int(SAMPLES_A_SECOND * draw.choice([0, 0, 0, 0.15, 0.4])))
            pieces += [samples[begin : loud[-1] + 160] / np.abs(samples).max() / 2, gap]
            onsets.append((at + loud[0] - begin) / SAMPLES_A_SECOND)
            at += len(pieces[-2]) + len(gap)
        made = np.concatenate([*pieces, draw.normal(0, 1e-4, 4_800)]).astype(np.float32)
        yield made, [_letters(name) for name in chosen], onsets


def _letters(name: str) -> str:
    return name.rstrip("0123456789").replace("v", "ü").replace("uu", "ü")


def close_onsets(ear: OnnxAcousticModel, snr_db: float | None) -> float:
    """Share of onsets found within 50 ms, of `SPLICED` times `IN_ONE`."""
    errors = []
    for seed, (clean, letters, onsets) in enumerate(spliced(np.random.default_rng(SEED))):
        samples = clean if snr_db is None else with_noise(clean, snr_db, seed=seed)
        heard = emissions(ear.log_posteriors(samples), log_priors=ear.log_priors)
        errors.append(onset_errors(refined(align(expected(letters), heard), samples).syllables, onsets))
    return float(np.mean(np.abs(np.concatenate(errors)) <= CLOSE))


def run(bars: Bars, *, unheard: Path | None = None) -> None:
    """Print each figure beside its bar."""
    reads = development()
    if not reads:
        print(ABSENT)
        return
    for name, confusable, least in (("random", False, RANDOM), ("confusable", True, CONFUSABLE)):
        found = judged(reads, confusable=confusable)
        low, high = found.interval
        called = f"wrong ones called wrong {found.share('wrong', right=False):.3f}"
        shown = f"{found.area:.3f} [{low:.3f}, {high:.3f}] n={found.counted}, {called}"
        bars.check(f"area, {name} wrong sounds", shown, found.area >= least, f"at least {least}")
    bars.at_most(f"right sounds called wrong, n {sum(found.right)}", found.share("wrong", right=True), FALSE_ALARMS)
    bars.at_most(f"right sounds not judged, n {sum(found.right)}", found.share("unsure", right=True), UNSURE)
    ear = OnnxAcousticModel(unheard) if unheard else model()
    voice = "unseen" if unheard else "heard in training"
    for snr_db in (None, 15.0):
        told = f"onsets within 50 ms, voice {voice}, noise {snr_db}, n {SPLICED * IN_ONE}"
        bars.at_least(told, close_onsets(ear, snr_db), ONSETS)


if __name__ == "__main__":
    printed = Bars()
    run(printed, unheard=Path(sys.argv[1]) if len(sys.argv) > 1 else None)
    sys.exit(1 if printed.failed else 0)
