"""Syllables of native readings put into every other full tone by the product, heard again by listeners that took no part in it.

Which tone is in the result says the second listener (`second_listener`), and beside it the network that ships over YIN's pitch. Which
sounds are in it says the acoustic model: the best fitting initial and final before and after.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

import numpy as np

from core.arrays import Bool, Float32, Float64
from core.models.tones import MODEL, NumpyToneModel
from core.speech.aligning.alignment import align
from core.speech.aligning.emissions import Emissions
from core.speech.aligning.onsets import with_refined_onsets
from core.speech.aligning.phones import FINALS, INITIALS, STATES
from core.speech.aligning.segments import syllable_sounds, verdict
from core.speech.aligning.syllable_fits import fits, syllable_probabilities
from core.speech.model import F0_SECONDS, FRAME_SECONDS, SAMPLE_RATE, AlignedSyllable, ExpectedSyllable
from core.speech.resynthesis.psola import with_pitch
from core.speech.resynthesis.transplant import RightTone, with_tone
from core.speech.tones.f0 import track
from core.speech.tones.features import Span, features, loudness, register, semitones
from core.tables import DATA
from evaluation.speech.corpora import SENTENCES, readings
from evaluation.speech.edits import development, emissions_from, expected
from evaluation.speech.readings import shipped
from evaluation.speech.second_listener import SecondListener, rows, yin
from evaluation.statistics import interval

FULL = (1, 2, 3, 4)
UNTAUGHT_FROM, UNTAUGHT_EVERY = 1, 84
"""Sentences that the second listener was not taught with: it took those of even numbers (`training/tones/second_listener.py`)."""
SHARPNESS = 0.2
"""As in `core.speech.aligning.segments`."""


@dataclass(frozen=True)
class NativeSentence:
    """A native reading, laid over its text; `tones` as spoken."""

    name: str
    samples: Float32
    emissions: Emissions
    aligned: list[AlignedSyllable]
    expected: list[ExpectedSyllable]

    @property
    def spans(self) -> list[Span]:
        """Times of the syllables that were read."""
        return [Span(each.start, each.final_start, each.end) for each in self.aligned]

    @property
    def tones(self) -> list[int]:
        """The tones that were said."""
        return [each.tone for each in self.expected]


class Heard(NamedTuple):
    """One syllable in another tone: what was wanted, what each listener hears (0 = nothing), which sounds are kept."""

    sentence: str
    said: int
    wanted: int
    second: int
    network: int
    sounds: tuple[bool, ...]
    """For initial (where there is one) and final: whether the same sound fits best as before."""
    kept: tuple[bool, ...]
    """The same for those sounds alone that fitted best as the text has them."""
    newly_wrong: int
    """Sounds that the product calls wrong in the result and did not call wrong before."""


@dataclass
class Transplants:
    """What was made of native sentences, and what was not."""

    heard: list[Heard] = field(default_factory=list)
    doubts: Counter[str] = field(default_factory=Counter)
    own_second: list[tuple[str, int, int]] = field(default_factory=list)
    """Control: sentence, tone and what the second listener hears, of the same syllables as the natives said them."""
    unchanged: list[tuple[str, bool]] = field(default_factory=list)
    """Control: for each sound whether it fits best as before where the syllable was cut and added up again at its own pitch."""
    own_network: list[tuple[str, int, int]] = field(default_factory=list)

    @property
    def offered(self) -> float:
        """Share of what was asked for."""
        return len(self.heard) / (len(self.heard) + sum(self.doubts.values()))

    def share(self, hit: Callable[[Heard], bool]) -> tuple[float, float, float, int]:
        """Share of the results, its 95 % interval over sentences, and how many they are."""
        return _share([(each.sentence, hit(each)) for each in self.heard])

    def same_sounds(self) -> tuple[float, float, float, int]:
        """Share of the sounds that are heard as before, interval over sentences, how many."""
        return _share([(each.sentence, same) for each in self.heard for same in each.sounds])

    def kept_sounds(self) -> tuple[float, float, float, int]:
        """The same of the sounds that fitted best as the text has them."""
        return _share([(each.sentence, same) for each in self.heard for same in each.kept])

    def unchanged_sounds(self) -> tuple[float, float, float, int]:
        """The same of the control."""
        return _share(self.unchanged)

    def own(self, *, second: bool) -> tuple[float, float, float, int]:
        """The control: share of the natives' own tones that a listener hears."""
        rows_ = self.own_second if second else self.own_network
        return _share([(sentence, tone == heard) for sentence, tone, heard in rows_])


def _share(pairs: list[tuple[str, bool]]) -> tuple[float, float, float, int]:
    hits = np.array([hit for _, hit in pairs], float)
    low, high = interval(np.array([name for name, _ in pairs]), lambda chosen: float(hits[chosen].mean()))
    return float(hits.mean()), low, high, len(hits)


def development_sentences() -> Iterator[NativeSentence]:
    """One sentence of each of the fifteen development speakers."""
    for read in development():
        syllables = expected(read.letters, read.tones)
        aligned = read.aligned_with(syllables).syllables
        yield _sentence(read.speaker, read.samples, read.emissions, aligned, syllables)


def untaught_sentences() -> Iterator[NativeSentence]:
    """Some sentences of the two sentence readers that the second listener was not taught with; it knows the voices."""
    evaluator = shipped()
    for reading in list(readings(SENTENCES))[UNTAUGHT_FROM::UNTAUGHT_EVERY]:
        syllables = list(evaluator.readings(reading.text)[0].syllables)
        emissions = emissions_from(reading.samples)
        alignment = with_refined_onsets(align(syllables, emissions), reading.samples)
        yield _sentence(reading.name, reading.samples, emissions, alignment.syllables, syllables)


def _sentence(
    name: str,
    samples: Float32,
    emissions: Emissions,
    aligned: Iterable[AlignedSyllable],
    syllables: list[ExpectedSyllable],
) -> NativeSentence:
    read = [each for each in aligned if each.presence == "read"]
    return NativeSentence(name, samples, emissions, read, [syllables[each.index] for each in read])


@cache
def _second() -> SecondListener:
    return SecondListener()


@cache
def _network() -> NumpyToneModel:
    return NumpyToneModel(DATA / MODEL)


def transplanted(sentences: Iterable[NativeSentence]) -> Transplants:
    """Every syllable of the sentences in every other full tone; a third tone before a third is not asked for, as nobody says it."""
    result = Transplants()
    for sentence in sentences:
        _of_sentence(sentence, result)
    return result


def _of_sentence(sentence: NativeSentence, result: Transplants) -> None:
    tracked, samples = track(sentence.samples), sentence.samples
    hz = yin(samples)
    native_second, native_network = _second_hears(hz, sentence), _network_hears(hz, samples, sentence, sentence.tones)
    for index, said in enumerate(sentence.tones):
        made_any = False
        for wanted in FULL:
            if wanted == said or (wanted == 3 and sentence.tones[index + 1 : index + 2] == [3]):
                continue
            tones = [wanted if place == index else tone for place, tone in enumerate(sentence.tones)]
            made = with_tone(samples, tracked, sentence.spans, tones, index, model=_network())
            if not isinstance(made, RightTone):
                result.doubts[made] += 1
                continue
            made_any = True
            result.heard.append(_heard(sentence, index, tones, pasted(samples, made)))
        if made_any and said in FULL:
            result.own_second.append((sentence.name, said, native_second[index]))
            result.own_network.append((sentence.name, said, native_network[index]))
        if made_any:
            emissions = emissions_from(_at_its_own_pitch(sentence, index, tracked.hz))
            same, _ = _kept_sounds(sentence, index, emissions)
            result.unchanged.extend((sentence.name, each) for each in same)


def pasted(samples: Float32, made: RightTone) -> Float32:
    """The recording with the stretch that was made."""
    whole, first = samples.copy(), round(made.offset * SAMPLE_RATE)
    whole[first : first + len(made.samples)] = made.samples
    return whole


def _heard(sentence: NativeSentence, index: int, tones: list[int], whole: Float32) -> Heard:
    hz, emissions = yin(whole), emissions_from(whole)
    same, kept = _kept_sounds(sentence, index, emissions)
    return Heard(
        sentence=sentence.name,
        said=sentence.tones[index],
        wanted=tones[index],
        second=_second_hears(hz, sentence)[index],
        network=_network_hears(hz, whole, sentence, tones)[index],
        sounds=same,
        kept=kept,
        newly_wrong=_newly_wrong(sentence, index, emissions),
    )


def _at_its_own_pitch(sentence: NativeSentence, index: int, hz: Float64) -> Float32:
    """The recording with the voice of a final cut and added up again where it was."""
    span, frames = sentence.spans[index], np.arange(len(hz))
    first, last = round(span.final_start / F0_SECONDS), round(span.end / F0_SECONDS)
    voiced = first + np.flatnonzero(np.isfinite(hz[first:last]))
    known = np.isfinite(hz)
    places = np.arange(len(sentence.samples)) / SAMPLE_RATE / F0_SECONDS
    at_samples = np.interp(places, frames[known], hz[known])
    begin, end = (round(int(frame) * F0_SECONDS * SAMPLE_RATE) for frame in (voiced[0], voiced[-1] + 1))
    made = with_pitch(sentence.samples, at_samples, at_samples, first=begin, last=min(end, len(sentence.samples)))
    return sentence.samples if made is None else made


def _kept_sounds(
    sentence: NativeSentence, index: int, emissions: Emissions
) -> tuple[tuple[bool, ...], tuple[bool, ...]]:
    """For initial (where there is one) and final whether the same fits best as before; and the same of those that fitted best as the
    text has them."""
    before, after = (_best_sounds(sentence.aligned[index], each) for each in (sentence.emissions, emissions))
    aligned = sentence.aligned[index]
    initial, final = sentence.expected[index].accepted[aligned.sounds]
    wanted = (-1 if initial is None else INITIALS.index(initial), FINALS.index(final))
    parts = [part for part in (0, 1) if part or initial is not None]
    same = tuple(before[part] == after[part] for part in parts)
    return same, tuple(before[part] == after[part] for part in parts if before[part] == wanted[part])


def _second_hears(hz: Float64, sentence: NativeSentence) -> list[int]:
    heard = rows(hz, sentence.spans)
    known: Bool = np.asarray(np.isfinite(heard).all(axis=1), bool)
    tones = _second().probabilities(np.where(known[:, None], heard, 0.0)).argmax(axis=1) + 1
    return [int(tone) if is_known else 0 for tone, is_known in zip(tones, known, strict=True)]


def _network_hears(hz: Float64, samples: Float32, sentence: NativeSentence, tones: list[int]) -> list[int]:
    """The network that ships, over YIN's pitch; of the four full tones."""
    pitch, strength = semitones(hz), track(samples).strength
    count = min(len(pitch), len(strength))
    pitch, spans = pitch[:count], sentence.spans
    accepted = [frozenset([tone]) for tone in tones]
    heard = features(pitch, strength[:count], loudness(samples)[:count], spans, accepted, register(pitch, spans))
    return [int(tone) + 1 for tone in _network().probabilities(heard)[:, :4].argmax(axis=1)]


def _best_sounds(syllable: AlignedSyllable, emissions: Emissions) -> tuple[int, int]:
    """Numbers of the initial and the final that fit best on the frames of the syllable."""
    first = round(syllable.start / FRAME_SECONDS)
    scores = emissions.scores[first : max(round(syllable.end / FRAME_SECONDS), first + 5)]
    probabilities = syllable_probabilities(fits(scores[:, : len(STATES)]), sharpness=SHARPNESS)
    return int(probabilities.sum(axis=1).argmax()), int(probabilities.sum(axis=0).argmax())


def _newly_wrong(sentence: NativeSentence, index: int, emissions: Emissions) -> int:
    aligned, sounds = sentence.aligned[index], sentence.expected[index].sounds
    before, after = (syllable_sounds(aligned, sounds, each) for each in (sentence.emissions, emissions))
    return sum(
        one is not None and other is not None and verdict(one) != "wrong" and verdict(other) == "wrong"
        for one, other in zip(before, after, strict=True)
    )
