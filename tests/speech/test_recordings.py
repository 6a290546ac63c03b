"""What recordings are like outside a studio: silence at the ends, telephones, two channels, noise suppression, other people."""

from __future__ import annotations

import io
from functools import cache

import numpy as np
import pytest
import soundfile
from scipy.signal import butter, resample_poly, sosfilt

from core.arrays import Float32
from core.errors import BadRequest
from core.speech.model import Recording
from core.speech.refusals import OtherText, TooLong
from core.speech.service import ReadingEvaluator
from core.speech.wire import SpeechReport
from core.wiring import in_memory_core
from tests.speech.synthetic.voice import perform

RATE = 16_000
TEXT = "王老师明天来，我在家学习中文。"
PINYIN = "wang2 lao3 shi1 ming2 tian1 lai2 , wo3 zai4 jia1 xue2 xi2 zhong1 wen2 ."
"""All of its tones are heard clearly: the made-up voice says the fourth tones of 气 and 看 as low as third ones."""
OTHER = "ta1 zuo2 tian1 wan3 shang4 zai4 tu2 shu1 guan3 li3 xie3 zuo4 ye4 ."


@pytest.fixture(scope="module")
def evaluator() -> ReadingEvaluator:
    made = in_memory_core().speech.evaluator
    assert isinstance(made, ReadingEvaluator)
    return made


@cache
def voice() -> Float32:
    return perform(PINYIN.split(), seed=1).samples


@cache
def other_voice() -> Float32:
    """Another reader with another text."""
    return perform(OTHER.split(), seed=3, f0_hz=210.0).samples


def file_of(samples: Float32, *, rate: int = RATE, subtype: str = "PCM_16") -> bytes:
    file = io.BytesIO()
    soundfile.write(file, samples, rate, format="WAV", subtype=subtype)
    return file.getvalue()


def scored(evaluator: ReadingEvaluator, raw: bytes) -> SpeechReport:
    return evaluator.evaluate(raw, filename="reading.wav", text=TEXT)


@pytest.fixture(scope="module")
def clean(evaluator: ReadingEvaluator) -> SpeechReport:
    """The reading as it was recorded."""
    return scored(evaluator, file_of(voice()))


def verdicts(report: SpeechReport) -> list[str]:
    return [syllable.verdict for syllable in report.syllables]


@pytest.mark.parametrize(("before", "after"), [(3.0, 3.0), (50.0, 0.0), (0.0, 50.0), (50.0, 50.0)])
def test_silence_at_the_ends_changes_nothing_but_the_times(
    evaluator: ReadingEvaluator, clean: SpeechReport, before: float, after: float
) -> None:
    quiet = [np.zeros(round(seconds * RATE), np.float32) for seconds in (before, after)]
    found = scored(evaluator, file_of(np.concatenate([quiet[0], voice(), quiet[1]])))
    assert verdicts(found) == verdicts(clean)
    assert found.total_score == pytest.approx(clean.total_score, abs=1)
    starts, at_first = ([syllable.start_ms or 0 for syllable in report.syllables] for report in (found, clean))
    assert starts == pytest.approx([start + 1_000 * before for start in at_first], abs=30)
    assert [pause.end_ms - pause.start_ms for pause in found.pauses] == pytest.approx(
        [pause.end_ms - pause.start_ms for pause in clean.pauses], abs=20
    )
    assert found.pauses[0].start_ms == pytest.approx(clean.pauses[0].start_ms + 1_000 * before, abs=30)
    lines = [report.intonation[0].line[0][0] for report in (found, clean)]
    assert lines[0] == pytest.approx(lines[1] + before, abs=0.03)


def test_the_hiss_of_a_room_at_the_ends_changes_little(evaluator: ReadingEvaluator, clean: SpeechReport) -> None:
    rng = np.random.default_rng(0)
    hiss = [(0.001 * rng.standard_normal(20 * RATE)).astype(np.float32) for _ in range(2)]
    found = scored(evaluator, file_of(np.concatenate([hiss[0], voice(), hiss[1]])))
    assert not {"wrong", "replaced", "omitted"} & set(verdicts(found))
    assert found.total_score == pytest.approx(clean.total_score, abs=3)


def test_a_telephone_is_heard(evaluator: ReadingEvaluator, clean: SpeechReport) -> None:
    """300 to 3,400 Hz, 8,000 samples a second, G.711."""
    narrow = resample_poly(sosfilt(butter(4, [300, 3_400], "band", fs=RATE, output="sos"), voice()), 1, 2)
    loud = (0.9 * narrow / np.abs(narrow).max()).astype(np.float32)
    found = scored(evaluator, file_of(loud, rate=8_000, subtype="ULAW"))
    assert found.omitted == found.wrong == []
    assert verdicts(found).count("right") >= verdicts(clean).count("right") - 1
    assert found.total_score == pytest.approx(clean.total_score, abs=5)


@pytest.mark.parametrize(("left", "right"), [(1.0, 1.0), (1.0, 0.0), (1.0, -1.0)])
def test_two_channels_are_one_reading(
    evaluator: ReadingEvaluator, clean: SpeechReport, left: float, right: float
) -> None:
    found = scored(evaluator, file_of(np.stack([left * voice(), right * voice()], axis=1)))
    assert not {"wrong", "replaced", "omitted"} & set(verdicts(found))
    assert found.total_score == pytest.approx(clean.total_score, abs=2)


def gated(samples: Float32) -> Float32:
    """Silence where nobody speaks, as browsers and meetings make it."""
    level = np.sqrt(np.convolve(samples**2, np.ones(320) / 320, "same"))
    window = np.hanning(480)
    opened = np.convolve(level > 0.02 * np.percentile(level, 99), window / window.sum(), "same")
    return (samples * opened).astype(np.float32)


def levelled(samples: Float32) -> Float32:
    """Gain control over half a second."""
    level = np.sqrt(np.convolve(samples**2, np.ones(RATE // 2) / (RATE // 2), "same")) + 1e-3
    return np.clip(0.1 * samples / level, -0.95, 0.95).astype(np.float32)


def noise_subtracted(samples: Float32, *, snr_db: float) -> Float32:
    """Noise of a room, and its spectrum taken away again (Boll 1979), musical tones included."""
    noise = np.random.default_rng(0).standard_normal(len(samples))
    noise *= np.sqrt(np.mean(samples**2) / 10 ** (snr_db / 10))
    size, hop = 512, 128
    window, noisy, out = np.sqrt(np.hanning(size + 1)[:-1]), samples + noise, np.zeros(len(samples) + size)
    starts = range(0, len(samples) - size, hop)
    spectrum = np.mean([np.abs(np.fft.rfft(window * noise[start : start + size])) ** 2 for start in starts], axis=0)
    for start in starts:
        heard = np.fft.rfft(window * noisy[start : start + size])
        gain = np.sqrt(np.maximum(1 - 1.5 * spectrum / (np.abs(heard) ** 2 + 1e-12), 0.01))
        out[start : start + size] += window * np.fft.irfft(gain * heard)
    return (out[: len(samples)] * 2 * hop / size).astype(np.float32)


@pytest.mark.parametrize("name", ["gated", "levelled", "levelled and gated", "noise subtracted"])
def test_what_a_browser_does_to_a_voice_costs_it_little(
    evaluator: ReadingEvaluator, clean: SpeechReport, name: str
) -> None:
    changed = {
        "gated": gated(voice()),
        "levelled": levelled(voice()),
        "levelled and gated": gated(levelled(voice())),
        "noise subtracted": noise_subtracted(voice(), snr_db=20),
    }[name]
    found = scored(evaluator, file_of(changed))
    assert found.omitted == found.wrong == []
    assert verdicts(found).count("right") >= verdicts(clean).count("right") - 1
    assert found.total_score == pytest.approx(clean.total_score, abs=3)


@pytest.mark.parametrize("digital", [True, False], ids=["to nothing", "to a constant"])
def test_noise_that_was_taken_away_is_no_reason_for_doubt(evaluator: ReadingEvaluator, digital: bool) -> None:
    """The file's own constant offset, which is taken off, leaves less than nothing where there was nothing."""
    quiet = Recording(gated(voice()), RATE, 1)
    found = evaluator.scored(quiet, filename="", text=TEXT) if digital else scored(evaluator, file_of(quiet.samples))
    assert found.quality.snr_db is None or found.quality.snr_db > 25
    assert found.quality.warnings == []
    assert verdicts(found).count("unsure") <= 2


def over(samples: Float32, other: Float32, *, db: float) -> Float32:
    """Another voice over the whole recording, so many decibels weaker."""
    beneath = np.resize(other, len(samples))
    gain = np.sqrt(np.mean(samples**2) / np.mean(beneath**2) / 10 ** (db / 10))
    return (0.7 * (samples + gain * beneath)).astype(np.float32)


def test_a_voice_far_in_the_room_costs_little(evaluator: ReadingEvaluator, clean: SpeechReport) -> None:
    found = scored(evaluator, file_of(over(voice(), other_voice(), db=20)))
    assert found.omitted == found.wrong == []
    assert found.total_score == pytest.approx(clean.total_score, abs=5)


@pytest.mark.parametrize("db", [10, 6, 3, 0, -6])
def test_two_people_at_once_are_refused_or_judged_by_the_same_rules(evaluator: ReadingEvaluator, db: float) -> None:
    raw = file_of(over(voice(), other_voice(), db=db))
    found, refusal = None, None
    try:
        found = scored(evaluator, raw)
    except OtherText as error:
        refusal = error
    if found is None:
        assert refusal is not None
        assert "只由一个人读" in refusal.remedy("zh")
        assert refusal.remedy("en").endswith("let one person read alone.")
    else:
        assert len(verdicts(found)) == 13
        assert found.total_interval[0] <= found.total_score <= found.total_interval[1]


def test_a_remark_of_someone_else_is_speech_beside_the_text(evaluator: ReadingEvaluator, clean: SpeechReport) -> None:
    remark = np.concatenate([np.zeros(RATE // 2, np.float32), other_voice()[:12_000]])
    found = scored(evaluator, file_of(np.concatenate([voice(), remark])))
    assert verdicts(found) == verdicts(clean)
    assert [beside.kind for beside in found.beside] == ["extra"]


def test_someone_else_alone_is_refused(evaluator: ReadingEvaluator) -> None:
    with pytest.raises(OtherText, match="does not hold a reading of the text"):
        scored(evaluator, file_of(other_voice()))


def test_a_recording_that_is_too_long_is_refused_with_its_length(evaluator: ReadingEvaluator) -> None:
    padded = np.concatenate([voice(), np.zeros(120 * RATE - len(voice()), np.float32)])
    assert scored(evaluator, file_of(padded)).quality.seconds == 120.0
    with pytest.raises(TooLong, match=r"file: lasts 120\.1 s; at most 120 s are allowed"):
        scored(evaluator, file_of(np.concatenate([padded, np.zeros(RATE // 10, np.float32)])))


@pytest.mark.parametrize("size", [0, 36, 10**9, 2**32 - 1])
def test_a_wrong_outer_size_changes_nothing(evaluator: ReadingEvaluator, clean: SpeechReport, size: int) -> None:
    raw = file_of(voice())
    found = scored(evaluator, raw[:4] + size.to_bytes(4, "little") + raw[8:])
    assert found == clean


def test_what_is_refused_tells_why_whatever_is_sent(evaluator: ReadingEvaluator) -> None:
    for raw in (b"", b"RIFF", file_of(voice())[:60], file_of(np.zeros(RATE, np.float32))):
        with pytest.raises(BadRequest, match="file: "):
            scored(evaluator, raw)
