"""From a recording and its text to a report, read as numbered steps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from core.ports.language import AcousticModel, PinyinReader, Recogniser, ScriptConverter, Segmenter
from core.speech.aligning.alignment import Emissions, align, emissions
from core.speech.aligning.onsets import refined
from core.speech.aligning.second_opinion import confirmed, with_confirmed
from core.speech.aligning.segments import score_sounds
from core.speech.aligning.segments import verdict as sound_verdict
from core.speech.assembling import Heard, report_of
from core.speech.judging import sound_judged, syllable_judged, syllable_omitted, tone_judged
from core.speech.measures import quality, silences
from core.speech.measures.disfluency import with_fillers
from core.speech.measures.integrity import integrity, is_other_text
from core.speech.measures.intonation import intonation_groups
from core.speech.measures.quality import QualityFigures
from core.speech.measures.timing import timing
from core.speech.model import Alignment, ExpectedSyllable, Pause, PitchTrack, ReadingText, Recording, SegmentScore
from core.speech.ports import SoundReader
from core.speech.reading.acceptance import after_pause
from core.speech.reading.text import ways_of_reading
from core.speech.refusals import NothingToRead, OtherText
from core.speech.tones import f0
from core.speech.tones.verdicts import ToneModel, tone_scores
from core.speech.tones.verdicts import verdict as tone_verdict
from core.speech.wire import SpeechReport, SyllableJudged, Verdict
from core.tables.speech_norms import Norm

PAUSE_NEAR = 0.1
"""Seconds between a syllable and a pause after it: the aligner and the ear of `silences` need not agree to the frame."""


@dataclass
class ReadingEvaluator:
    """`core.speech.ports.SpeechEvaluator` with the project's own models. What is dear is loaded at the first call.

    `norms` and `variants` (further right readings of words) are asked for once.
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
        # 2. Lay the sound over the text, in the way of reading numbers that is likeliest: by the fit alone, words left out cost nothing.
        heard = emissions(self.acoustic.log_posteriors(recording.samples), log_priors=self.acoustic.log_priors)
        alignment, reading = max(((align(way.syllables, heard), way) for way in ways), key=lambda pair: pair[0].score)
        if is_other_text(alignment):
            raise OtherText
        certain = self._confirmed(reading, recording)
        alignment = with_confirmed(refined(alignment, recording.samples), certain)
        # 3. Pitch, pauses, hesitations.
        pitch = f0.track(recording.samples)
        pauses = silences.pauses(silences.speech_mask(recording.samples))
        alignment = with_fillers(alignment, recording.samples, pitch)
        # 4. Every syllable, the rests between them, the melody over them.
        times = timing(reading, alignment, pauses)
        found = Heard(
            reading=reading,
            alignment=alignment,
            timing=times,
            syllables=self._judged(reading, alignment, heard, recording, pitch, pauses, figures, certain),
            integrity=integrity(alignment),
            intonation=intonation_groups(reading, alignment, pitch, times.pauses if times else ()),
            quality=figures,
            models=self._versions(),
        )
        # 5. Say it in the contract's form.
        return report_of(found, filename=filename, norms=self._norms)

    def readings(self, text: str) -> tuple[ReadingText, ...]:
        """What is expected, in each way of reading its numbers. Raises `NothingToRead`."""
        ways = ways_of_reading(
            text, reader=self.reader, segmenter=self.segmenter, converter=self.converter, variants=self._variants
        )
        if not ways[0].syllables:
            raise NothingToRead
        return ways

    def _judged(
        self,
        reading: ReadingText,
        alignment: Alignment,
        heard: Emissions,
        recording: Recording,
        pitch: PitchTrack,
        pauses: Sequence[Pause],
        figures: QualityFigures,
        certain: frozenset[int],
    ) -> list[SyllableJudged]:
        """Verdicts on every syllable of the text."""
        wanted = paused(reading.syllables, alignment, pauses)
        tones = tone_scores(pitch, recording.samples, alignment.syllables, wanted, model=self.tones)
        sounds = score_sounds(alignment, reading.syllables, heard, snr_db=figures.snr_db)
        made = []
        for expected, place, tone, both in zip(wanted, alignment.syllables, tones, sounds, strict=True):
            if both is None:
                made.append(syllable_omitted(expected))
                continue
            initial, final = both
            cleared = place.index in certain
            made.append(
                syllable_judged(
                    expected,
                    place,
                    initial=sound_judged(initial, _verdict(initial, cleared)) if initial else None,
                    final=sound_judged(final, _verdict(final, cleared)),
                    tone=tone_judged(tone, expected, tone_verdict(tone)) if tone else None,
                    contour=tone.contour if tone else None,
                )
            )
        return made

    def _confirmed(self, reading: ReadingText, recording: Recording) -> frozenset[int]:
        if self.recogniser is None:
            return frozenset()
        transcript = "".join(token.text for token in self.recogniser.hear(recording.samples))
        return confirmed(reading.syllables, self.converter.simplified(transcript), reader=self.reader)

    def _versions(self) -> dict[str, str]:
        own = {"acoustic": self.acoustic.version, "tones": self.tones.version}
        return own if self.recogniser is None else {**own, "recogniser": self.recogniser.version}


def _verdict(score: SegmentScore, cleared: bool) -> Verdict:
    """A claim that the recogniser does not share is none."""
    found = sound_verdict(score)
    return "unsure" if cleared and found == "wrong" else found


def paused(
    syllables: Sequence[ExpectedSyllable], alignment: Alignment, pauses: Sequence[Pause]
) -> list[ExpectedSyllable]:
    """The text as it was divided up: before a pause no tone has to change (你 | 好)."""
    found = []
    for expected, place in zip(syllables, alignment.syllables, strict=True):
        followed = any(place.start < pause.start <= place.end + PAUSE_NEAR for pause in pauses)
        if followed and expected.listed_tone is not None:
            tones = after_pause(expected.tones, listed=expected.listed_tone)
            found.append(replace(expected, tones=tones))
        else:
            found.append(expected)
    return found
