"""Whether a recording can be scored: level, clipping, noise, how much speech there is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from core.arrays import Bool, Float64
from core.speech.measures import silences
from core.speech.model import F0_SECONDS, SAMPLE_RATE, PitchTrack, Recording
from core.speech.refusals import Clipped, NoSpeech, TooNoisy
from core.wire import Bilingual

LOWEST_PEAK_DBFS = -35.0
LOW_PEAK_DBFS = -30.0
"""Warned of; the quietest of 1,000 native sentences peaks at -29 dBFS."""
LEAST_SPEECH_SECONDS = 0.5
SHORTEST_SYLLABLE = 0.1
"""Seconds of speech that a text of one or two syllables must have at least, each."""
LEAST_VOICED_SECONDS = 0.05
"""Half of what the shortest vowel has. White noise has none (`core.speech.tones.f0`); brown noise, which is mostly low, has more in some six of
forty recordings."""
CLIPPED_SHARE, HEAVILY_CLIPPED_SHARE = 0.001, 0.02
"""Of the samples in speech: warned of, refused. Native sentences have 0.03 % at most in 99 of 100 recordings, single syllables 0.2 %. Of all
samples, readings cut off by 6 dB have 1.5 % (median), by 10 dB 7 %, by 20 dB 29 %; so 0.1 % is a touch too loud, which a reader need not
repeat, and 2 % is some 7 dB. What clipping does to the scores was not measured when this was set."""
RAIL = 0.985
"""Share of the highest level from which a sample counts as cut off: resampling rounds the edges of a cut wave."""
LOW_SNR_DB, LEAST_SNR_DB = 12.0, 6.0
SHORT_FRAMES, QUIET_FRAMES = 100, 10
"""Under a second with under a tenth of a second of quiet: a syllable cut out closely has no noise to be measured by."""
GATED_FRAMES = 10
"""A tenth of a second of digital silence between the first and the last speech: the noise was taken away where nobody spoke, by a
browser or a telephone, and what is left to measure are the weak ends of speech."""
MOST_SNR_DB = 80.0
"""Beyond it nothing is measured: 16 bits have 96 dB."""
SYLLABIC_HZ = (3.0, 8.0)
"""How often a second speech grows loud and soft; syllables come at 3 to 8 Hz (Greenberg 1999)."""
TALL_DB = 40.0
"""Heights are cut here, so that the modulation does not grow with the quiet of the room."""


@dataclass(frozen=True)
class QualityFigures:
    """What was measured of a recording."""

    seconds: float
    speech_seconds: float
    peak_dbfs: float
    """-100 for digital silence."""
    snr_db: float | None
    """Speech over steady noise between the first onset and the last end of speech, 90-7,900 Hz; None where it cannot be told
    (too little sound, or noise that was taken away between the words).

    White and pink noise mixed in at 0 to 20 dB are found within 2 dB (median), brown noise 6 to 8 dB weaker (most of it lies below
    90 Hz), six people talking 1 to 7 dB weaker. Amplitude statistics alone (WADA, Kim & Stern 2008) cannot tell 6 dB from 12.
    """
    clipped_share: float
    """Of the samples in speech, 0-1."""
    speech_likeness: float
    """How deep the loudness moves at the pace of syllables, decibels: speech 2 to 6, steady sounds under 1. Not a verdict."""
    warnings: tuple[Bilingual, ...]


def inspect(recording: Recording) -> QualityFigures:
    """Measure a recording of any length, an empty one included."""
    powers = silences.band_powers(recording.samples)
    floor = silences.noise_floor(powers)
    mask = silences.mask_of(powers)
    speech = silences.speech_seconds(mask)
    peak = _peak_dbfs(recording)
    snr = _snr_db(powers, floor, mask)
    clipped = _clipped_share(recording, speech)
    return QualityFigures(
        seconds=round(recording.seconds, 3),
        speech_seconds=speech,
        peak_dbfs=peak,
        snr_db=snr,
        clipped_share=clipped,
        speech_likeness=syllabic_depth(silences.heights(powers, floor)),
        warnings=_warnings(recording, peak=peak, snr=snr, clipped=clipped),
    )


def refuse_unusable(figures: QualityFigures, *, syllables: int | None = None) -> None:
    """Raise why the recording cannot be scored, if so; `syllables` of the text, where they are known.

    Raises
    ------
    NoSpeech, TooNoisy, Clipped
        In this order: a steady tone is no speech before it is anything else.
    """
    least = LEAST_SPEECH_SECONDS if syllables is None else min(LEAST_SPEECH_SECONDS, SHORTEST_SYLLABLE * syllables)
    if figures.peak_dbfs < LOWEST_PEAK_DBFS:
        raise NoSpeech(f"is silent: its loudest moment is {figures.peak_dbfs:.0f} dBFS")
    if figures.speech_seconds < least:
        raise NoSpeech(f"holds {figures.speech_seconds:.1f} s of speech; at least {least:.1f} s are needed")
    if figures.snr_db is not None and figures.snr_db < LEAST_SNR_DB:
        raise TooNoisy(figures.snr_db, least=LEAST_SNR_DB)
    if figures.clipped_share > HEAVILY_CLIPPED_SHARE:
        raise Clipped(figures.clipped_share, most=HEAVILY_CLIPPED_SHARE)


def refuse_voiceless(pitch: PitchTrack) -> None:
    """Raise `NoSpeech` where nothing in the recording has the pitch of a voice. For a recording in which no sound was recognised either: a right
    third tone of a creaky voice has no pitch to speak of, and must not be refused for that alone.

    Steady noise is no speech (`refuse_unusable`), but a browser takes it down only after half a second or so: what came before is then
    6 to 8 dB over the rest, like speech, and a text of two syllables would be found in it.
    """
    voiced = float(np.count_nonzero(np.isfinite(pitch.hz))) * F0_SECONDS
    if voiced < LEAST_VOICED_SECONDS:
        raise NoSpeech(f"holds {voiced:.2f} s of a voice; at least {LEAST_VOICED_SECONDS} s are needed")


def _peak_dbfs(recording: Recording) -> float:
    peak = float(np.max(np.abs(recording.samples), initial=0.0))
    return round(float(20 * np.log10(max(peak, 1e-5))), 1)


def _snr_db(powers: Float64, floor: Float64, mask: Bool) -> float | None:
    """By the floor of the noise and not by the pauses: a reading without any has a ratio too."""
    runs = silences.intervals(mask)
    if not runs or (len(mask) < SHORT_FRAMES and np.count_nonzero(~mask) < QUIET_FRAMES):
        return None
    between = powers[runs[0][0] : runs[-1][1]].sum(axis=1)
    if np.count_nonzero(between <= silences.DIGITAL_SILENCE) >= GATED_FRAMES:
        return None
    noise = float(floor.sum())
    speech = float(between.mean()) - noise
    return round(min(float(10 * np.log10(max(speech, noise * 1e-2) / noise)), MOST_SNR_DB), 1)


def _clipped_share(recording: Recording, speech_seconds: float) -> float:
    """Samples at full scale, or crowded at the recording's own top and bottom: it may have been made softer afterwards.

    A wave that is not cut off has few samples so near its highest.
    """
    samples = recording.samples
    if not len(samples) or not speech_seconds:
        return 0.0
    top, bottom = max(float(samples.max()), 1e-9), min(float(samples.min()), -1e-9)
    at_full_scale = np.count_nonzero(np.abs(samples) >= RAIL)
    at_own_limits = np.count_nonzero((samples >= RAIL * top) | (samples <= RAIL * bottom))
    return round(min(max(at_full_scale, at_own_limits) / (speech_seconds * SAMPLE_RATE), 1.0), 5)


def syllabic_depth(height: Float64) -> float:
    """Root mean square of the heights within `SYLLABIC_HZ`, decibels."""
    if len(height) < SAMPLE_RATE // silences.STEP // 2:
        return 0.0
    cut = np.clip(height, 0, TALL_DB)
    spectrum = np.fft.rfft(cut - cut.mean())
    hz = np.fft.rfftfreq(len(cut), silences.STEP_SECONDS)
    syllabic = spectrum[(hz >= SYLLABIC_HZ[0]) & (hz <= SYLLABIC_HZ[1])]
    return round(float(np.sqrt(2 * np.sum(np.abs(syllabic) ** 2)) / len(cut)), 2)


def _warnings(recording: Recording, *, peak: float, snr: float | None, clipped: float) -> tuple[Bilingual, ...]:
    warnings = []
    if recording.truncated:
        warnings.append(
            Bilingual(
                zh="文件没有传完或有损坏，只评了能听到的部分。",
                en="The file breaks off or is damaged; what could be heard of it was scored.",
            )
        )
    if peak < LOW_PEAK_DBFS:
        warnings.append(Bilingual(zh="录音音量很小。", en="The recording is very quiet."))
    if clipped > CLIPPED_SHARE:
        warnings.append(
            Bilingual(zh="录音音量过大，有些地方失真。", en="The recording is too loud and distorted in places.")
        )
    if snr is not None and snr < LOW_SNR_DB:
        warnings.append(
            Bilingual(
                zh=f"背景噪声较大（信噪比 {snr:.0f} 分贝），评分可能不准。",
                en=f"There is much noise (the voice is {snr:.0f} dB over it); the scores may be off.",
            )
        )
    return tuple(warnings)
