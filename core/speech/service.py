"""From a recording and its text to a report, read as numbered steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from core.arrays import Float32
from core.ports.language import AcousticModel, PinyinReader, Recogniser, ScriptConverter, Segmenter
from core.speech.aligning.alignment import align
from core.speech.aligning.emissions import emissions_of
from core.speech.aligning.onsets import with_refined_onsets
from core.speech.aligning.second_opinion import confirmed, with_confirmed
from core.speech.aligning.segments import score_sounds
from core.speech.assembling import ReadingAnalysis, later, report_of
from core.speech.judging import is_any_part_judged, judged_syllables
from core.speech.measures import quality, silences
from core.speech.measures.disfluency import with_fillers
from core.speech.measures.integrity import integrity, is_other_text
from core.speech.measures.intonation import intonation_groups
from core.speech.measures.timing import timing
from core.speech.model import Alignment, ExpectedSyllable, Pause, ReadingText, Recording
from core.speech.ports import SoundReader
from core.speech.reading.acceptance import after_pause
from core.speech.reading.text import ways_of_reading
from core.speech.refusals import NothingToRead, OtherText
from core.speech.tones import f0
from core.speech.tones.verdicts import ToneModel, tone_scores
from core.speech.wire import SpeechReport
from core.tables.speech_norms import Norm

PAUSE_NEAR = 0.1
"""Seconds between a syllable and a pause after it: the aligner and the detector of `silences` need not agree to the
frame."""


@dataclass
class ReadingEvaluator:
    """`core.speech.ports.SpeechEvaluator` with the project's own models, which are loaded at the first call.

    `load_norms` and `load_variants` (further right readings of words) are called once.
    """

    decoder: SoundReader
    acoustic: AcousticModel
    tones: ToneModel
    reader: PinyinReader
    segmenter: Segmenter
    converter: ScriptConverter
    recogniser: Recogniser | None
    """A second opinion, where the operator has one."""
    load_norms: Callable[[], Mapping[str, Norm]]
    load_variants: Callable[[], Mapping[str, Sequence[str]]]

    @cached_property
    def _norms(self) -> Mapping[str, Norm]:
        return self.load_norms()

    @cached_property
    def _variants(self) -> Mapping[str, Sequence[str]]:
        return self.load_variants()

    def evaluate(self, raw: bytes, *, filename: str, text: str) -> SpeechReport:
        """See `core.speech.ports.SpeechEvaluator.evaluate`."""
        return self.scored(self.decoder.decode(raw, name=filename), filename=filename, text=text)

    def scored(self, recording: Recording, *, filename: str, text: str) -> SpeechReport:
        """The report of a decoded recording.

        Raises
        ------
        core.speech.refusals.Refused
            With what is wrong with the recording; `NothingToRead` about the text.
        """
        # 1. What is to be read, and whether the recording can be scored at all.
        ways = self.readings(text)
        figures = quality.inspect(recording)
        quality.refuse_unusable(figures, syllables=len(ways[0].syllables))
        # 2. Align the sound with the text, in the likeliest way of reading numbers: by the fit alone, words left out would cost nothing.
        samples, begins = silences.spoken_part(recording.samples)
        pitch = f0.track(samples)
        emissions = emissions_of(self.acoustic.log_posteriors(samples), log_priors=self.acoustic.log_priors)
        alignment, reading = max(
            ((align(way.syllables, emissions), way) for way in ways), key=lambda pair: pair[0].score
        )
        if is_other_text(alignment):
            quality.refuse_voiceless(pitch)
            raise OtherText
        confirmed_indexes = self._confirmed(reading, samples)
        alignment = with_confirmed(with_refined_onsets(alignment, samples), confirmed_indexes)
        # 3. Pauses, hesitations.
        pauses = silences.pauses(silences.speech_mask(samples))
        alignment = with_fillers(alignment, samples, pitch)
        # 4. Every syllable, the rests between them, the melody over them.
        times = timing(reading, alignment, pauses)
        expected = with_tones_at_pauses(reading.syllables, alignment, pauses)
        syllables = judged_syllables(
            expected,
            alignment,
            sounds=score_sounds(alignment, reading.syllables, emissions, snr_db=figures.snr_db),
            tones=tone_scores(pitch, samples, alignment.syllables, expected, model=self.tones),
            confirmed=confirmed_indexes,
        )
        if not is_any_part_judged(syllables):
            quality.refuse_voiceless(pitch)
        analysis = ReadingAnalysis(
            reading=reading,
            alignment=alignment,
            timing=times,
            syllables=syllables,
            integrity=integrity(alignment, [syllable.verdict for syllable in syllables]),
            intonation=intonation_groups(reading, alignment, pitch, times.pauses if times else ()),
            quality=figures,
            models=self._versions(),
        )
        # 5. Write it in the contract's form, with times from the beginning of the recording.
        return later(report_of(analysis, filename=filename, norms=self._norms), begins)

    def readings(self, text: str) -> tuple[ReadingText, ...]:
        """The text as it is to be read, in each way of reading its numbers. Raises `NothingToRead`."""
        ways = ways_of_reading(
            text, reader=self.reader, segmenter=self.segmenter, converter=self.converter, variants=self._variants
        )
        if not ways[0].syllables:
            raise NothingToRead
        return ways

    def _confirmed(self, reading: ReadingText, samples: Float32) -> frozenset[int]:
        if self.recogniser is None:
            return frozenset()
        transcript = "".join(token.text for token in self.recogniser.hear(samples))
        return confirmed(reading.syllables, self.converter.simplified(transcript), reader=self.reader)

    def _versions(self) -> dict[str, str]:
        own = {"acoustic": self.acoustic.version, "tones": self.tones.version}
        return own if self.recogniser is None else {**own, "recogniser": self.recogniser.version}


def with_tones_at_pauses(
    syllables: Sequence[ExpectedSyllable], alignment: Alignment, pauses: Sequence[Pause]
) -> list[ExpectedSyllable]:
    """The expected syllables with the tones that count where the reader made pauses: before a pause no tone has to
    change (你 | 好)."""
    adjusted = []
    for expected, aligned in zip(syllables, alignment.syllables, strict=True):
        before_pause = any(aligned.start < pause.start <= aligned.end + PAUSE_NEAR for pause in pauses)
        if before_pause and expected.dictionary_tone is not None:
            tones = after_pause(expected.tones, dictionary_tone=expected.dictionary_tone)
            adjusted.append(replace(expected, tones=tones))
        else:
            adjusted.append(expected)
    return adjusted
