"""Intonation: what a reading loses when its pitch is flattened and nothing else changed; the control has the same pitch put back.

On sentences of two native readers, aligned by the product's own aligner, each version for itself.
"""

from __future__ import annotations

import io
import tarfile
from collections.abc import Iterator
from functools import partial

import numpy as np

from benchmarks.bars import Bars
from benchmarks.reference import ABSENT, REFERENCE
from benchmarks.resynthesis import Samples, with_flat_pitch, with_pitch_range
from core.backends.acoustic import MODEL, OnnxAcousticModel
from core.backends.jieba import JiebaSegmenter
from core.language_ports import AcousticModel
from core.speech.align import align, emissions
from core.speech.f0 import track
from core.speech.intonation import intonation_groups, sentence_intonation
from core.speech.measures import timing
from core.speech.model import ReadingText
from core.speech.reading import reading_text
from core.speech.silences import pauses, speech_mask
from core.tables import DATA
from core.wiring import in_memory_core

READ = REFERENCE / "speech" / "aishell1-two-speakers.tar"
EVERY = 12
"""Of 1,000 sentences, evenly over both readers."""
WANTED_LOSS, WANTED_SHARE = 30.0, 0.95
STAYS, STAYS_SHARE = 5.0, 0.9
"""Points that the control may move either way, and in which share of cases: cutting and adding moves voicing at the edges."""


def run(bars: Bars, *, model: AcousticModel | None = None) -> None:
    """Print each figure beside its bar."""
    if not READ.exists():
        print(ABSENT)
        return
    if model is None and not (DATA / MODEL).exists():
        print("There is no acoustic model to align with: train it (training/acoustic).")
        return
    score = partial(scored, model=model or OnnxAcousticModel(DATA / MODEL))
    rows = []
    for reading, samples in sentences():
        versions = (samples, with_flat_pitch(samples), with_pitch_range(samples, semitones_kept=1.0))
        found = [score(reading, version) for version in versions]
        if found[0] is not None:
            rows.append([0.0 if each is None else each for each in found])
    whole, flat, control = np.array(rows).T
    print(
        f"    {len(rows)} sentences of two readers; as read: median {np.median(whole):.0f}, 5th percentile {np.percentile(whole, 5):.0f}"
    )
    print(
        f"    lost by a flat pitch: median {np.median(whole - flat):.0f}, 5th percentile {np.percentile(whole - flat, 5):.0f}"
    )
    stays = float(np.mean(np.abs(whole - control) <= STAYS))
    bars.at_least(
        "flattened readings that lose 30 points of intonation",
        float(np.mean(whole - flat >= WANTED_LOSS)),
        WANTED_SHARE,
    )
    bars.at_least("control readings that stay within 5 points", stays, STAYS_SHARE)


def sentences() -> Iterator[tuple[ReadingText, Samples]]:
    """Every `EVERY`th sentence with its text."""
    import soundfile

    core = in_memory_core()
    segmenter = JiebaSegmenter(core.tables)
    with tarfile.open(READ) as tar:
        held = {member.name.rsplit("/", 1)[-1]: member for member in tar if member.isfile()}
        transcripts = tar.extractfile(held["transcripts.tsv"])
        assert transcripts is not None
        for line in transcripts.read().decode("utf-8").splitlines()[::EVERY]:
            name, text = line.split("\t")[:2]
            file = tar.extractfile(held[f"{name}.ogg"])
            assert file is not None
            samples, _ = soundfile.read(io.BytesIO(file.read()), dtype="float32")
            yield reading_text(f"{text}。", reader=core.reader, segmenter=segmenter), samples


def scored(reading: ReadingText, samples: Samples, *, model: AcousticModel) -> float | None:
    """The score of sentence intonation, 0-100; None where no group could be judged."""
    heard = emissions(model.log_posteriors(samples), log_priors=model.log_priors)
    alignment = align(reading.syllables, heard)
    times = timing(reading, alignment, pauses(speech_mask(samples)))
    if times is None:
        return None
    share = sentence_intonation(intonation_groups(reading, alignment, track(samples), times.pauses)).value
    return None if share is None else 100 * share


if __name__ == "__main__":
    run(Bars())
