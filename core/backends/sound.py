"""Sound files, decoded: wav, mp3, ogg and flac by libsndfile, m4a, webm and some others by FFmpeg's libraries, both from memory.

What a file is stands in its first bytes, and FFmpeg is told which reader to use: left to guess it would also take play
lists, which name other files.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from core.arrays import Float32
from core.speech.model import SAMPLE_RATE, Recording
from core.speech.refusals import BrokenSound, NoSoundTrack, NotASound, TooLong
from core.speech.wire import LONGEST_SECONDS

if TYPE_CHECKING:
    from av import AudioStream
    from av.container import InputContainer

TOLERANCE_SECONDS = 0.2
"""Encoders fill the last block with silence."""
RATES = (4_000, 384_000)
MOST_CHANNELS = 8
BLOCK = 65_536
"""Frames decoded at once."""
SHORTFALL_SECONDS = 0.3
"""A file that is so much shorter than its header says was cut off."""
BEGINNINGS: tuple[tuple[int, bytes, str], ...] = (
    (8, b"WAVE", "wav"),
    (0, b"fLaC", "flac"),
    (0, b"OggS", "ogg"),
    (0, b"ID3", "mp3"),
    (8, b"AIFF", "aiff"),
    (8, b"AIFC", "aiff"),
    (0, b"caff", "caf"),
    (4, b"ftyp", "mov"),
    (4, b"moov", "mov"),
    (0, b"\x1a\x45\xdf\xa3", "matroska"),
    (0, b"#!AMR", "amr"),
    (8, b"AVI ", "avi"),
    (0, b"\x30\x26\xb2\x75\x8e\x66\xcf\x11", "asf"),
)
"""Offset and magic bytes of each kind of file, and FFmpeg's name for the kind."""
BY_FFMPEG = frozenset({"mov", "matroska", "amr", "avi", "asf", "aac"})
VIDEO_TOO = frozenset({"mov", "matroska", "ogg", "avi", "asf"})


@dataclass(frozen=True)
class _Source:
    """A file that is open: what its header says, and its blocks of shape (frames, channels)."""

    rate: int
    channels: int
    seconds: float | None
    blocks: Iterator[Float32]


class _Damaged(Exception):
    """Decoding stopped: what came before it stands."""


class SoundDecoder:
    """`core.speech.ports.SoundReader`. Holds nothing, so threads can share it."""

    def decode(self, raw: bytes, *, name: str) -> Recording:  # noqa: ARG002 - the name of a file proves nothing
        """The sound, mixed to one channel of 16 kHz. Raises `NotASound`, `NoSoundTrack`, `BrokenSound`, `TooLong`."""
        if not raw:
            raise NotASound("is empty")
        kind = kind_of(raw)
        if kind is None:
            raise NotASound("is not a sound file of a kind that is read here")
        if kind in BY_FFMPEG:
            return _by_ffmpeg(raw, kind)
        try:
            return _by_libsndfile(raw)
        except BrokenSound:
            return _by_ffmpeg(raw, kind)  # codecs that libsndfile does not have: Speex in ogg, AAC in wav


class Mp3Writer:
    """`core.speech.ports.SoundWriter`. MP3 is what every browser plays; a minute of speech takes about 240 KB."""

    media_type = "audio/mpeg"

    def encode(self, recording: Recording) -> bytes:
        """A sound file of the recording."""
        import soundfile

        file = io.BytesIO()
        soundfile.write(file, recording.samples, SAMPLE_RATE, format="MP3", subtype="MPEG_LAYER_III")
        return file.getvalue()


def kind_of(raw: bytes) -> str | None:
    """What kind of sound file the bytes begin, by FFmpeg's name; None if none.

    >>> kind_of(b"RIFF\\x24\\x00\\x00\\x00WAVEfmt "), kind_of(b"\\xff\\xfb\\x90\\x00"), kind_of(b"<!doctype html>")
    ('wav', 'mp3', None)
    """
    for offset, magic, kind in BEGINNINGS:
        if raw[offset : offset + len(magic)] == magic:
            return kind
    if raw[:1] == b"\xff" and len(raw) > 2:
        if raw[1] & 0xF6 == 0xF0:
            return "aac"  # ADTS: the two bits of the layer are 0
        if raw[1] & 0xE0 == 0xE0 and raw[1] & 0x06:
            return "mp3"
    return None


def _by_libsndfile(raw: bytes) -> Recording:
    import soundfile

    try:
        with soundfile.SoundFile(io.BytesIO(raw)) as opened:
            source = _Source(
                opened.samplerate, opened.channels, opened.frames / opened.samplerate, _sndfile_blocks(opened.read)
            )
            cut = _cut_off(raw, opened.samplerate * opened.channels)
            return _recorded(source, cut=cut)
    except (soundfile.SoundFileError, ZeroDivisionError, OverflowError, ValueError, OSError) as error:
        raise BrokenSound("is damaged: nothing of it can be decoded") from error


def _sndfile_blocks(read: Callable[..., Float32]) -> Iterator[Float32]:
    import soundfile

    while True:
        try:
            block = read(BLOCK, dtype="float32", always_2d=True)
        except soundfile.SoundFileError as error:
            raise _Damaged from error
        if not len(block):
            return
        yield block


def _cut_off(raw: bytes, samples_a_second: int) -> bool:
    """Whether the container says that more should follow.

    An ogg ends in a page that is marked as the last (RFC 3533); a wav tells its length, where all ones or none mean that it
    was written before the end was known.
    """
    if raw[:4] == b"OggS":
        return not raw[raw.rindex(b"OggS") :][5:6] or not raw[raw.rindex(b"OggS") + 5] & 4
    announced = int.from_bytes(raw[4:8], "little")
    return (
        raw[:4] == b"RIFF"
        and 0 < announced < 0xFFFF_0000
        and announced - len(raw) > samples_a_second * SHORTFALL_SECONDS
    )


def _by_ffmpeg(raw: bytes, kind: str) -> Recording:
    import av

    try:
        with av.open(io.BytesIO(raw), mode="r", format=kind, metadata_errors="ignore") as container:
            if not container.streams.audio:
                if kind in VIDEO_TOO and len(container.streams):
                    raise NoSoundTrack("has no sound track")
                raise BrokenSound("is damaged: no sound is found in it")
            stream = container.streams.audio[0]
            if getattr(stream, "codec_context", None) is None:
                raise BrokenSound("is of a kind of compression that is not read here")
            stream.codec_context.thread_count = 1  # The process that reads a file may start no threads.
            # Headers of compressed files may leave the rate to the first packet.
            length = container.duration / av.time_base if container.duration and kind != "aac" else None
            source = _Source(stream.rate or 0, stream.channels, length, _ffmpeg_blocks(container, stream))
            return _recorded(source)
    except (av.FFmpegError, ValueError, OverflowError, OSError, RuntimeError, MemoryError) as error:
        raise BrokenSound("is damaged: nothing of it can be decoded") from error


def _ffmpeg_blocks(container: InputContainer, stream: AudioStream) -> Iterator[Float32]:
    """Damaged packets are passed over, as players do; `_Damaged` comes at the end, and where the rate changes."""
    import av

    converter = av.AudioResampler(format="flt", layout=stream.layout, rate=stream.rate)
    damaged = False
    packets = container.demux(stream)
    while True:
        try:
            packet = next(packets)
        except StopIteration:
            break
        except av.FFmpegError as error:
            raise _Damaged from error
        try:
            for frame in packet.decode():
                if frame.sample_rate != stream.rate:
                    raise _Damaged
                # Most decoders give planes of floats already; converting them once more costs a third of the time.
                if frame.format.name == "fltp":
                    yield frame.to_ndarray().T.astype(np.float32, copy=False)
                    continue
                for part in converter.resample(frame):
                    yield part.to_ndarray().reshape(-1, stream.channels).astype(np.float32, copy=False)
        except (av.FFmpegError, ValueError):
            damaged = True
    if damaged:
        raise _Damaged


def _recorded(source: _Source, *, cut: bool = False) -> Recording:
    """Mixed, resampled and centred, block by block: two minutes of eight channels would take 700 MB at once."""
    _must_be_scorable(source)
    parts, damaged = _resampled(source)
    samples = np.concatenate(parts) if parts else np.zeros(0, dtype=np.float32)
    if not len(samples):
        raise BrokenSound("is damaged: it holds no sound" if damaged or cut else "holds no sound")
    short = source.seconds is not None and source.seconds - len(samples) / SAMPLE_RATE > SHORTFALL_SECONDS
    samples -= samples.mean(dtype=np.float64)
    return Recording(
        np.clip(samples, -1, 1, dtype=np.float32), source.rate, source.channels, truncated=damaged or cut or short
    )


def _must_be_scorable(source: _Source) -> None:
    if not RATES[0] <= source.rate <= RATES[1]:
        raise NotASound(f"has {source.rate} samples a second; {RATES[0]} to {RATES[1]} are read")
    if not 1 <= source.channels <= MOST_CHANNELS:
        raise NotASound(f"has {source.channels} channels; 1 to {MOST_CHANNELS} are read")
    if source.seconds is not None and source.seconds > LONGEST_SECONDS + TOLERANCE_SECONDS:
        raise TooLong(source.seconds, most=LONGEST_SECONDS)


def _resampled(source: _Source) -> tuple[list[Float32], bool]:
    """The parts at 16 kHz, and whether decoding stopped early.

    soxr HQ: what lies over 8.3 kHz is 137 dB down; scipy's resample_poly puts it down by 10 dB and takes 2.6 times as long.
    """
    import soxr

    stream = soxr.ResampleStream(source.rate, SAMPLE_RATE, 1, dtype="float32", quality="HQ")
    parts: list[Float32] = []
    frames, most = 0, (LONGEST_SECONDS + TOLERANCE_SECONDS) * source.rate
    damaged = False
    try:
        for block in source.blocks:
            frames += len(block)
            if frames > most:
                raise TooLong(None, most=LONGEST_SECONDS)
            parts.append(stream.resample_chunk(_mixed(block)))
    except _Damaged:
        damaged = True
    if frames:
        parts.append(stream.resample_chunk(np.zeros(0, dtype=np.float32), last=True))
    return parts, damaged


def _mixed(block: Float32) -> Float32:
    """The mean of the channels. Raises `BrokenSound` for samples that are no numbers."""
    mixed = np.ascontiguousarray(block.mean(axis=1, dtype=np.float32))
    if not np.isfinite(mixed).all():
        raise BrokenSound("has samples that are not numbers")
    return np.asarray(np.clip(mixed, -2, 2))
