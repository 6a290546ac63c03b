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

ROUNDING_SECONDS = 0.05
"""Lengths are told to a tenth of a second: what would be called 120.0 s is taken."""
PADDING_SAMPLES = 2_304
"""Two blocks of MP3 or AAC: what encoders put before and after the sound where the file does not say how much that is."""
PADDED = frozenset({"mp3", "aac", "mov", "matroska", "amr", "avi", "asf"})
"""Kinds of file whose sound may be longer than what was recorded. The ends of FLAC, WAV and Ogg are exact."""
COUNTED_SECONDS = 600.0
"""A file of unknown length is decoded so far, to say how long it is."""
RATES = (4_000, 384_000)
MOST_CHANNELS, STEREO = 8, 2
BLOCK = 65_536
"""Frames decoded at once."""
SHORTFALL_SECONDS = 0.3
"""A file that is so much shorter than its header says was cut off."""
UNKNOWN_SIZE = 0x7FFF_0000
"""From here on the size of a WAV file's samples was written before the end was known, as 0 was."""
OPPOSITE = 4.0
"""So many times the power of the sum of two channels has their difference where one is the other upside down: a microphone wired the
wrong way, or a stereo effect. Their sum would be silence."""
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
    """None where the header does not say, or only guesses."""
    blocks: Iterator[Float32]
    padding: float = 0.0
    """Seconds by which the sound may be longer than what was recorded."""

    @property
    def most_seconds(self) -> float:
        """Length from which it is refused."""
        return LONGEST_SECONDS + ROUNDING_SECONDS + self.padding


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
            return _by_libsndfile(raw, kind)
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


def _by_libsndfile(raw: bytes, kind: str) -> Recording:
    import soundfile

    guessed = kind == "mp3" and not _tells_its_padding(raw)
    try:
        with soundfile.SoundFile(io.BytesIO(raw)) as opened:
            source = _Source(
                opened.samplerate,
                opened.channels,
                None if guessed else opened.frames / opened.samplerate,
                _sndfile_blocks(opened.read),
                padding=PADDING_SAMPLES / opened.samplerate if guessed else 0.0,
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


def _tells_its_padding(raw: bytes) -> bool:
    """Whether the first frame of an mp3 is a header of Xing or LAME: then its length is exact, else guessed from its bit rate."""
    start = 0
    if raw[:3] == b"ID3" and len(raw) >= 10:
        start = 10 + sum((byte & 0x7F) << shift for byte, shift in zip(raw[6:10], (21, 14, 7, 0), strict=True))
    beginning = raw[start : start + 1_024]
    return b"Xing" in beginning or b"Info" in beginning


def _cut_off(raw: bytes, samples_a_second: int) -> bool:
    """Whether the container says that more should follow.

    An ogg ends in a page that is marked as the last (RFC 3533). Of a wav the chunk of samples tells its length; the outer size of the
    file says nothing that it does not, and editors and streams leave it wrong.
    """
    if raw[:4] == b"OggS":
        return not raw[raw.rindex(b"OggS") :][5:6] or not raw[raw.rindex(b"OggS") + 5] & 4
    return raw[:4] == b"RIFF" and _missing_bytes(raw) > samples_a_second * SHORTFALL_SECONDS


def _missing_bytes(raw: bytes) -> int:
    """Bytes that the chunk of samples of a wav announces beyond the end of the file; 0 where it announces nothing."""
    place = 12
    while place + 8 <= len(raw):
        size = int.from_bytes(raw[place + 4 : place + 8], "little")
        if raw[place : place + 4] == b"data":
            return max(0, place + 8 + size - len(raw)) if size < UNKNOWN_SIZE else 0
        place += 8 + size + size % 2
    return 0


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
            padding = PADDING_SAMPLES / stream.rate if kind in PADDED and stream.rate else 0.0
            blocks = _ffmpeg_blocks(container, stream)
            source = _Source(stream.rate or 0, stream.channels, length, blocks, padding=padding)
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
    if source.seconds is not None and source.seconds >= source.most_seconds:
        raise TooLong(source.seconds, most=LONGEST_SECONDS)


def _resampled(source: _Source) -> tuple[list[Float32], bool]:
    """The parts at 16 kHz, and whether decoding stopped early. Raises `TooLong`."""
    mixes = [_Mix(source.rate, _sum)]
    if source.channels == STEREO:
        mixes.append(_Mix(source.rate, _difference))
    frames, most = 0, source.most_seconds * source.rate
    damaged = False
    try:
        for block in source.blocks:
            frames += len(block)
            if frames < most:
                for mix in mixes:
                    mix.add(block)
            elif frames > COUNTED_SECONDS * source.rate:
                raise TooLong(None, most=LONGEST_SECONDS)
    except _Damaged:
        damaged = True
    if frames >= most:
        raise TooLong(frames / source.rate, most=LONGEST_SECONDS)
    chosen = mixes[0] if len(mixes) == 1 or mixes[1].power <= OPPOSITE * mixes[0].power else mixes[1]
    return chosen.parts(), damaged


class _Mix:
    """One channel made of a block's channels, at 16 kHz.

    soxr HQ: what lies over 8.3 kHz is 137 dB down; scipy's resample_poly puts it down by 10 dB and takes 2.6 times as long.
    """

    def __init__(self, rate: int, mixed: Callable[[Float32], Float32]) -> None:
        import soxr

        self._stream = soxr.ResampleStream(rate, SAMPLE_RATE, 1, dtype="float32", quality="HQ")
        self._mixed = mixed
        self._parts: list[Float32] = []
        self.power = 0.0
        """Sum of the squared samples."""

    def add(self, block: Float32) -> None:
        """Take a block [shape=(frames, channels)]. Raises `BrokenSound` for samples that are no numbers."""
        mixed = np.ascontiguousarray(self._mixed(block), dtype=np.float32)
        if not np.isfinite(mixed).all():
            raise BrokenSound("has samples that are not numbers")
        mixed = np.clip(mixed, -2, 2)
        self.power += float(np.square(mixed - mixed.mean(), dtype=np.float64).sum())
        self._parts.append(self._stream.resample_chunk(mixed))

    def parts(self) -> list[Float32]:
        """Everything that was added; empty before that."""
        if not self._parts:
            return []
        return [*self._parts, self._stream.resample_chunk(np.zeros(0, dtype=np.float32), last=True)]


def _sum(block: Float32) -> Float32:
    """The mean of the channels."""
    return np.asarray(block.mean(axis=1, dtype=np.float32))


def _difference(block: Float32) -> Float32:
    """Half the difference of two channels."""
    return np.asarray((block[:, 0] - block[:, 1]) / 2, np.float32)
