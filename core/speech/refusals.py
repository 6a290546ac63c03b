"""Why a recording is not scored. All are 400 with code 400002, and name the parameter `file`.

BadParameter
└── Refused
    ├── NotASound          empty, not audio, or of a kind that is not read
    │   ├── NoSoundTrack   a video without sound
    │   └── BrokenSound    damaged or cut off before anything could be heard; samples that are no numbers
    ├── TooLong            over two minutes
    ├── NoSpeech           silence, noise, or too little to score
    ├── Clipped            far too loud: the tops of the waves are cut off
    └── TooNoisy           the noise is nearly as loud as the voice
"""

from __future__ import annotations

from core.errors import BadParameter, FieldFault
from core.wire import Bilingual

FIELD = "file"


class Refused(BadParameter):
    """A recording that cannot be scored."""

    default_remedy = Bilingual(zh="请在安静的地方重新录音后再提交。", en="Record again in a quiet place.")

    def __init__(self, fault: str, *, remedy: Bilingual | None = None) -> None:
        """`fault` goes on after the name of the parameter: "is empty"."""
        super().__init__(
            f"Parameter validation failed: {FIELD}: {fault}", remedy=remedy, faults=(FieldFault(FIELD, fault),)
        )


class NotASound(Refused):
    """Nothing that can be decoded as sound."""

    default_remedy = Bilingual(
        zh="请上传 wav、mp3、ogg、flac、m4a 或 webm 格式的录音。",
        en="Send a recording as wav, mp3, ogg, flac, m4a or webm.",
    )


class NoSoundTrack(NotASound):
    """A video, or another container, without a sound track."""

    default_remedy = Bilingual(
        zh="这个文件里没有声音，请上传录音。", en="The file holds no sound track; send a recording."
    )


class BrokenSound(NotASound):
    """A sound file that breaks off or is damaged before anything could be heard."""

    default_remedy = Bilingual(
        zh="录音文件已损坏或没有传完，请重新导出或录音后再上传。",
        en="The file is damaged or was not sent whole; export or record it again.",
    )


class TooLong(Refused):
    """Longer than is scored."""

    def __init__(self, seconds: float | None, *, most: float) -> None:
        """`seconds` as far as they are known; None where decoding was stopped."""
        length = f"lasts {seconds:.1f} s" if seconds is not None else f"lasts more than {most:g} s"
        super().__init__(
            f"{length}; at most {most:g} s are allowed",
            remedy=Bilingual(
                zh=f"录音最长 {most:g} 秒，请把课文分段录。",
                en=f"A recording may last {most:g} s; read the text in parts.",
            ),
        )


class NoSpeech(Refused):
    """Silence, steady noise, or too little speech to score."""

    default_remedy = Bilingual(
        zh="没有听到朗读。请检查麦克风是否打开、音量是否太小，然后出声（不要耳语）再读一遍。",
        en="No reading was heard. Check that the microphone is on and loud enough, and read again aloud, not in a whisper.",
    )


class Clipped(Refused):
    """So loud that the tops of the waves are cut off."""

    def __init__(self, share: float, *, most: float) -> None:
        super().__init__(
            f"is too loud: {share:.1%} of the speech is cut off at the highest level; at most {most:.1%} can be scored",
            remedy=Bilingual(
                zh="录音音量过大，声音已经失真。请离麦克风远一点，或调低录音音量后再读一遍。",
                en="The recording is distorted. Move away from the microphone or lower its level, and read again.",
            ),
        )


class TooNoisy(Refused):
    """The noise is nearly as loud as the voice."""

    def __init__(self, snr_db: float, *, least: float) -> None:
        super().__init__(
            f"is too noisy: the speech is {snr_db:.1f} dB over the noise; at least {least:g} dB are needed",
            remedy=Bilingual(
                zh="背景噪声太大。请换一个安静的地方，离麦克风近一点再读一遍。",
                en="There is too much noise. Go to a quiet place, come nearer to the microphone, and read again.",
            ),
        )


class OtherText(Refused):
    """Another text, another language, music."""

    def __init__(self) -> None:
        super().__init__(
            "does not hold a reading of the text",
            remedy=Bilingual(
                zh="录音和课文对不上。请检查选的是不是这段课文，再读一遍；声音不清楚、旁边有人说话时也会这样，请靠近麦克风，只由一个人读。",
                en="The recording does not match the text. Check that it is the right text and read it again; unclear sound and other people "
                "talking have the same effect, so come nearer to the microphone, and let one person read alone.",
            ),
        )


class NothingToRead(BadParameter):
    """A text without a character that can be read aloud."""

    default_remedy = Bilingual(zh="请输入一段汉字课文。", en="Give a text in Chinese characters.")

    def __init__(self) -> None:
        fault = "has no character that can be read aloud"
        super().__init__(f"Parameter validation failed: text: {fault}", faults=(FieldFault("text", fault),))
