"""What is said about the intonation of a group: one sentence for each part that lost points, or one of praise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from core.wire import Bilingual

Part = Literal["range", "declination", "final", "lengthening", "breaks"]
MENTIONED_BELOW = 70.0
"""Score of a part under which it is worth a sentence."""
GOOD = 85.0
"""All parts at this or over it: the group is praised."""
_RISING = ("question",)


def reasons_for(
    parts: Mapping[Part, float],
    *,
    kind: str,
    spread: float,
    fall: float | None,
    final: float | None,
    lengthening: float | None,
) -> tuple[Bilingual, ...]:
    """Sentences in the order of what to mend first."""
    reasons = []
    if parts["range"] < MENTIONED_BELOW:
        reasons.append(_range(spread))
    if parts.get("final", 100.0) < MENTIONED_BELOW and final is not None:
        reasons.append(_final(kind, final))
    if parts.get("declination", 100.0) < MENTIONED_BELOW and fall is not None:
        reasons.append(_declination(fall))
    if parts["breaks"] < MENTIONED_BELOW + 10:
        reasons.append(_breaks())
    if parts.get("lengthening", 100.0) < MENTIONED_BELOW and lengthening is not None:
        reasons.append(_lengthening(lengthening))
    if not reasons and min(parts.values()) >= GOOD:
        reasons.append(Bilingual(zh="语调自然。", en="The intonation is natural."))
    return tuple(reasons)


def _range(spread: float) -> Bilingual:
    return Bilingual(
        zh=f"音高起伏只有 {spread:.1f} 个半音，听起来偏平：高的再高一点，低的再低一点。",
        en=f"Pitch moves over {spread:.1f} semitones only, which sounds flat: go higher on high tones and lower on low ones.",
    )


def _final(kind: str, final: float) -> Bilingual:
    if kind in _RISING:
        return Bilingual(
            zh=f"问句末尾降得太低（{-final:.1f} 个半音），听起来像陈述句：句尾抬高一点。",
            en=f"The question ends {-final:.1f} semitones low, like a statement: lift its end a little.",
        )
    if final > 0:
        return Bilingual(
            zh=f"句末上扬了 {final:.1f} 个半音，听起来像没说完或在提问：句尾放低一点。",
            en=f"The end goes up by {final:.1f} semitones, as if asking or not done: let it come down.",
        )
    return Bilingual(
        zh=f"句末突然低了 {-final:.1f} 个半音：最后一个字也要读清楚。",
        en=f"The end drops by {-final:.1f} semitones: keep your voice up to the last syllable.",
    )


def _declination(fall: float) -> Bilingual:
    if fall < 1:
        return Bilingual(
            zh="整句音高没有逐渐下降：从头到尾慢慢放低，句子才像一个整体。",
            en="The pitch of the whole does not come down: let it sink slowly, so that the sentence sounds as one.",
        )
    return Bilingual(
        zh=f"整句音高降了 {fall:.1f} 个半音，降得太多：不要开头太高、结尾太低。",
        en=f"Over the sentence your pitch falls by {fall:.1f} semitones, which is too much: begin lower and end higher.",
    )


def _breaks() -> Bilingual:
    return Bilingual(
        zh="停顿的位置不合适：一个短语中间不要停，句号后面要停。",
        en="Pauses are in the wrong place: keep a phrase in one breath, and pause after a full stop.",
    )


def _lengthening(ratio: float) -> Bilingual:
    if ratio < 1:
        return Bilingual(
            zh="句末的字读得太短：最后一个字可以稍微拖长。",
            en="The last syllable is cut short: it may be a little longer than the others.",
        )
    return Bilingual(
        zh=f"句末的字拖得太长，是其他字的 {ratio:.1f} 倍。",
        en=f"The last syllable is drawn out to {ratio:.1f} times the others.",
    )
