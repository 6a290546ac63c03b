"""Sound files are decoded by what they hold, and whatever else is sent is refused with a reason."""

from __future__ import annotations

import io

import av
import numpy as np
import pytest
import soundfile
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from core.arrays import Float32
from core.backends.sound import SoundDecoder
from core.errors import BadRequest
from core.speech.refusals import BrokenSound, NoSoundTrack, NotASound, TooLong
from evaluation.speech import signals

READER = SoundDecoder()
SOUND = signals.babbling(40)


def by_libsndfile(kind: str, subtype: str, sound: NDArray[np.floating] = SOUND, *, rate: int = 16_000) -> bytes:
    file = io.BytesIO()
    soundfile.write(file, sound, rate, format=kind, subtype=subtype)
    return file.getvalue()


def by_ffmpeg(container: str, codec: str, sound: Float32 = SOUND) -> bytes:
    """The sound at 48 kHz, each sample three times."""
    file = io.BytesIO()
    with av.open(file, "w", format=container) as written:
        stream = written.add_stream(codec, rate=48_000)
        assert isinstance(stream, av.AudioStream)
        stream.layout = "mono"
        converter = av.AudioResampler(format=stream.format.name, layout="mono", rate=48_000)
        frame = av.AudioFrame.from_ndarray(np.repeat(sound, 3)[None], format="flt", layout="mono")
        frame.sample_rate, frame.pts = 48_000, 0
        for part in converter.resample(frame):
            written.mux(stream.encode(part))
        written.mux(stream.encode(None))
    return file.getvalue()


def silent_film() -> bytes:
    file = io.BytesIO()
    with av.open(file, "w", format="mp4") as written:
        stream = written.add_stream("mpeg4", rate=5)
        assert isinstance(stream, av.VideoStream)
        stream.width = stream.height = 32
        stream.pix_fmt = "yuv420p"
        for _ in range(5):
            written.mux(stream.encode(av.VideoFrame.from_ndarray(np.zeros((32, 32, 3), np.uint8), format="rgb24")))
        written.mux(stream.encode(None))
    return file.getvalue()


FILES = {
    "wav": by_libsndfile("WAV", "PCM_16"),
    "wav of floats": by_libsndfile("WAV", "FLOAT"),
    "flac": by_libsndfile("FLAC", "PCM_16"),
    "ogg vorbis": by_libsndfile("OGG", "VORBIS"),
    "ogg opus": by_libsndfile("OGG", "OPUS"),
    "mp3": by_libsndfile("MP3", "MPEG_LAYER_III"),
    "m4a": by_ffmpeg("mp4", "aac"),
    "adts": by_ffmpeg("adts", "aac"),
    "webm": by_ffmpeg("webm", "libopus"),
}


@pytest.mark.parametrize("kind", FILES)
def test_every_kind_of_file_gives_the_sound_that_was_put_in(kind: str) -> None:
    found = READER.decode(FILES[kind], name="anything.txt")
    count = min(len(SOUND), len(found.samples))
    assert found.seconds == pytest.approx(len(SOUND) / 16_000, abs=0.1)
    lag = int(np.argmax(np.correlate(found.samples[:count], SOUND[:count], "full"))) - count + 1
    assert abs(lag) <= (1_100 if kind == "adts" else 40)  # ADTS cannot say how long its encoder takes to begin
    assert np.std(found.samples) == pytest.approx(np.std(SOUND), rel=0.15)
    assert not found.truncated


@pytest.mark.parametrize("kind", sorted(set(FILES) - {"m4a", "adts"}))
def test_of_a_file_that_breaks_off_the_beginning_is_kept(kind: str) -> None:
    found = READER.decode(FILES[kind][: len(FILES[kind]) // 2], name="")
    assert 0.2 < found.seconds < 0.85 * len(SOUND) / 16_000
    assert found.truncated


def test_channels_are_mixed_and_a_constant_offset_is_taken_away() -> None:
    found = READER.decode(by_libsndfile("WAV", "FLOAT", np.stack([SOUND + 0.2, SOUND], axis=1)), name="")
    assert found.original_channels == 2
    assert abs(float(found.samples.mean())) < 1e-4
    assert np.corrcoef(found.samples, SOUND)[0, 1] > 0.999


@pytest.mark.parametrize("rate", [8_000, 11_025, 22_050, 44_100, 48_000, 96_000])
def test_a_tone_stays_at_its_pitch_from_any_rate_and_nothing_folds_back(rate: int) -> None:
    times = np.arange(rate * 2) / rate
    found = READER.decode(by_libsndfile("WAV", "FLOAT", 0.3 * np.sin(2 * np.pi * 1_000 * times), rate=rate), name="")
    spectrum = np.abs(np.fft.rfft(found.samples[8_000:24_000] * np.hanning(16_000)))
    assert int(np.argmax(spectrum)) == 1_000
    assert found.original_rate == rate
    if rate > 20_000:
        above = 0.3 * np.sin(2 * np.pi * 9_000 * times)
        folded = READER.decode(by_libsndfile("WAV", "FLOAT", above, rate=rate), name="")
        assert np.abs(folded.samples[8_000:24_000]).max() < 1e-4


@pytest.mark.parametrize(
    ("raw", "error", "said"),
    [
        (b"", NotASound, "is empty"),
        (b"<!doctype html><title>404</title>", NotASound, "is not a sound file"),
        (b"#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n", NotASound, "is not a sound file"),
        (b"RIFF\x10\x00\x00\x00WAVEfmt ", BrokenSound, "is damaged"),
        (by_libsndfile("WAV", "PCM_16", signals.silence(0)), BrokenSound, "holds no sound"),
        (FILES["m4a"][:300], BrokenSound, "is damaged"),
        (FILES["webm"][:100], BrokenSound, "is damaged"),
        (silent_film(), NoSoundTrack, "has no sound track"),
        (by_libsndfile("WAV", "FLOAT", np.array([0.1, np.nan, 0.2])), BrokenSound, "not numbers"),
        (by_libsndfile("WAV", "FLOAT", np.array([0.1, np.inf, 0.2])), BrokenSound, "not numbers"),
        (by_libsndfile("WAV", "PCM_16", SOUND, rate=100), NotASound, "has 100 samples a second"),
        (by_libsndfile("WAV", "PCM_16", np.zeros((100, 12))), NotASound, "has 12 channels"),
        (signals.wav(signals.silence(121)), TooLong, r"lasts 121\.0 s; at most 120 s"),
        (by_libsndfile("FLAC", "PCM_16", signals.silence(3_600)), TooLong, r"lasts 3600\.0 s"),
        (by_ffmpeg("adts", "aac", signals.silence(125)), TooLong, r"lasts 125\.0 s; at most 120 s"),
        (by_ffmpeg("adts", "aac", signals.silence(700)), TooLong, "lasts more than 120 s"),
        (signals.wav(signals.silence(120.1)), TooLong, r"lasts 120\.1 s; at most 120 s"),
        (by_libsndfile("FLAC", "PCM_16", signals.silence(120.1)), TooLong, r"lasts 120\.1 s; at most 120 s"),
        (by_libsndfile("MP3", "MPEG_LAYER_III", signals.silence(120.1)), TooLong, r"lasts 120\.1 s; at most 120 s"),
    ],
    ids=lambda value: "" if isinstance(value, bytes) else None,  # libsndfile writes the time into its files
)  # fmt: skip
def test_what_is_no_use_is_refused_with_its_reason(raw: bytes, error: type[NotASound], said: str) -> None:
    with pytest.raises(error, match=said) as caught:
        READER.decode(raw, name="reading.wav")
    assert caught.value.error_code == 400002
    assert caught.value.remedy("zh") != caught.value.remedy("en")


TWO_MINUTES = signals.silence(120.0)


@pytest.mark.parametrize("kind", ["WAV", "FLAC", "OGG"])
def test_two_minutes_are_taken(kind: str) -> None:
    raw = by_libsndfile(kind, "VORBIS" if kind == "OGG" else "PCM_16", TWO_MINUTES)
    assert READER.decode(raw, name="").seconds == pytest.approx(120.0, abs=0.001)


@pytest.mark.parametrize("header", ["1", "0"], ids=["with a header of its length", "without"])
@pytest.mark.parametrize("rate", [8_000, 16_000, 44_100])
def test_two_minutes_of_mp3_are_taken_with_the_padding_of_the_encoder(rate: int, header: str) -> None:
    raw = mp3(np.zeros(120 * rate, np.float32), rate=rate, write_xing=header)
    found = READER.decode(raw, name="")
    assert 120.0 <= found.seconds < 120.3
    assert not found.truncated


@pytest.mark.parametrize(("container", "codec"), [("adts", "aac"), ("mp4", "aac"), ("webm", "libopus")])
def test_two_minutes_of_other_kinds_are_taken_with_the_padding_of_the_encoder(container: str, codec: str) -> None:
    assert READER.decode(by_ffmpeg(container, codec, TWO_MINUTES), name="").seconds == pytest.approx(120.0, abs=0.1)


def mp3(sound: Float32, *, rate: int, **options: str) -> bytes:
    """An mp3 by FFmpeg; without `write_xing` the file says nothing of what its encoder padded."""
    file = io.BytesIO()
    with av.open(file, "w", format="mp3", options=options) as written:
        stream = written.add_stream("mp3", rate=rate)
        assert isinstance(stream, av.AudioStream)
        stream.layout = "mono"
        frame = av.AudioFrame.from_ndarray(sound[None], format="fltp", layout="mono")
        frame.sample_rate, frame.pts = rate, 0
        written.mux(stream.encode(frame))
        written.mux(stream.encode(None))
    return file.getvalue()


def with_outer_size(raw: bytes, size: int) -> bytes:
    return raw[:4] + size.to_bytes(4, "little") + raw[8:]


def with_size_of_samples(raw: bytes, size: int) -> bytes:
    place = raw.index(b"data") + 4
    return raw[:place] + size.to_bytes(4, "little") + raw[place + 4 :]


@pytest.mark.parametrize("size", [0, 4, 36, 1_000, 10**6, 10**9, 2**31, 2**32 - 1])
def test_a_wav_whose_outer_size_is_wrong_is_read_whole(size: int) -> None:
    plain = READER.decode(FILES["wav"], name="")
    listed = FILES["wav"][:36] + b"LIST" + (10).to_bytes(4, "little") + b"INFOabcdef" + FILES["wav"][36:]
    for raw in (FILES["wav"], listed, FILES["wav"] + bytes(500)):
        found = READER.decode(with_outer_size(raw, size), name="")
        assert not found.truncated
        assert np.array_equal(found.samples[: len(plain.samples)], plain.samples)


@pytest.mark.parametrize("size", [0, 2**31 - 1, 2**32 - 1])
def test_a_wav_that_was_written_before_its_end_was_known_is_read_whole(size: int) -> None:
    found = READER.decode(with_size_of_samples(FILES["wav"], size), name="")
    assert not found.truncated
    assert found.seconds == pytest.approx(len(SOUND) / 16_000, abs=0.001)


def test_a_wav_with_fewer_samples_than_it_announces_was_cut_off() -> None:
    assert READER.decode(with_size_of_samples(FILES["wav"], 3 * len(FILES["wav"])), name="").truncated


@pytest.mark.parametrize(("left", "right"), [(1, 1), (1, 0), (0, 1), (1, -1), (1, -0.8)])
def test_a_voice_is_heard_whatever_the_two_channels_make_of_it(left: float, right: float) -> None:
    """One side alone, both, or one upside down, whose sum would be silence."""
    found = READER.decode(by_libsndfile("WAV", "PCM_16", np.stack([left * SOUND, right * SOUND], axis=1)), name="")
    assert abs(np.corrcoef(found.samples, SOUND)[0, 1]) > 0.999
    assert np.std(found.samples) > 0.4 * np.std(SOUND)


@given(st.binary(max_size=400), st.sampled_from([b"", *(raw[:24] for raw in FILES.values())]))
@settings(max_examples=150, deadline=None)
def test_random_bytes_raise_nothing_but_the_error_tree(raw: bytes, beginning: bytes) -> None:
    try:
        READER.decode(beginning + raw, name="")
    except BadRequest:
        return


@given(st.sampled_from(sorted(FILES)), st.lists(st.tuples(st.integers(0, 200), st.integers(0, 255)), max_size=6))
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_files_with_a_changed_header_raise_nothing_but_the_error_tree(
    kind: str, changes: list[tuple[int, int]]
) -> None:
    raw = bytearray(FILES[kind])
    for place, value in changes:
        raw[place] = value
    try:
        found = READER.decode(bytes(raw), name="")
    except BadRequest:
        return
    assert np.isfinite(found.samples).all()
    assert found.seconds <= 121
