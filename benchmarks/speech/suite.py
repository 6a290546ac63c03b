"""Reading aloud: what is refused, pauses, sounds, text integrity, tones, fluency, intonation, the whole; and the figures that are published."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from benchmarks.speech import fluency as speech_fluency
from benchmarks.speech import gate as speech_gate
from benchmarks.speech import integrity as speech_integrity
from benchmarks.speech import intonation as speech_intonation
from benchmarks.speech import own_voice as speech_own_voice
from benchmarks.speech import pauses as speech_pauses
from benchmarks.speech import segments as speech_segments
from benchmarks.speech import tones as speech_tones
from benchmarks.speech import total as speech_total
from benchmarks.speech.tones import CONNECTED, CONNECTED_BAR, OTHER_FOUND_BAR, OWN_WRONG_BAR, UNJUDGED_BAR
from benchmarks.speech.total import EVERY
from core.learning.intervals import wilson
from core.models.tones import MODEL, NumpyToneModel
from core.tables import DATA
from evaluation.bars import Bars
from evaluation.figures import Figure, Section
from evaluation.speech import asked_tones
from evaluation.speech import fluency as rated_fluency
from evaluation.speech import segments as heard_segments
from evaluation.speech import tones as heard_tones
from evaluation.speech.corpora import DEVELOPMENT, SENTENCES, SPEECH, readings
from evaluation.speech.edits import development
from evaluation.speech.readings import HELD_OUT, held_out, shipped
from evaluation.speech.tones import ISOLATED

LEFT_OUT = {"S0150": "speaker S0150 left out of both models", "S0252": "speaker S0252 left out of the tone model"}


def run() -> int:
    """Print each figure beside its bar; how many did not hold."""
    bars = Bars()
    parts: dict[str, Callable[[Bars], None]] = {
        "gate": speech_gate.run,
        "pauses": speech_pauses.run,
        "segments": partial(speech_segments.run, unheard=HELD_OUT),
        "integrity": speech_integrity.run,
        "tones": speech_tones.run,
        "fluency": speech_fluency.run,
        "intonation": speech_intonation.run,
        "total": speech_total.run,
        "own voice": speech_own_voice.run,
    }
    for name, part in parts.items():
        print(f"-- {name}", flush=True)
        part(bars)
    return bars.failed


def section() -> Section:
    """What docs/accuracy.md says of it; needs the reference recordings."""
    figures = [*_sounds(), *_tones(), *_asked_tones(), *_natives(), _fluency(), *_own_voice()]
    return Section(
        title="Reading aloud",
        model="data/models/acoustic (network over log mels, 1.06 million weights), data/models/tones (three recurrences over the pitch of syllables)",
        data="15 unseen speakers of AISHELL-3 (one sentence each; they were looked at while it was built); one AISHELL-1 speaker left out of the "
        "acoustic model; tones with each speaker left out; 101 Mandarin speakers of English with five raters (speechocean762)",
        figures=figures,
        command="uv run python -m benchmarks speech",
        notes=[
            "Intervals: over speakers for the 15 and for the rated, over recordings where there is one speaker.",
            "Tones left out: two networks trained without the speaker, on the bounds of the training's aligner; three ship, trained on all.",
            "Another tone in the text: one full tone at a time is exchanged for another in what is asked for; the two networks have not heard the reader, "
            "the acoustic model has heard S0252. Thresholds and the line of calibration were chosen on both readers.",
            "The synthetic voice that no network of the figure has heard says half of its full tones otherwise than the text has them; labels are what was commanded.",
            "Fluency: the anchors are those of native Mandarin, with rates brought to Mandarin's pace; ways to weigh them were compared on the same speakers.",
            "No scored learner Mandarin could be had: the scores are not calibrated on scored learners, and every report says so.",
            "Tones of connected speech rest on two sentence readers and eight synthetic voices.",
            "Own voice, right tone: only what the product offers is counted (it asks the network that ships over its own pitch first). The second "
            "listener has another pitch tracker, other features and another network, was taught by the two sentence readers and had no part in "
            "choosing the targets; it is the one of the bar. Nobody has listened yet: these are machines.",
            *(
                f"Below its bar of {figure.bar:.2f}: {figure.name}."
                for figure in figures
                if figure.bar and figure.value < figure.bar
            ),
        ],
    )


def available() -> bool:
    """Whether the recordings are here."""
    return SPEECH.exists()


def _sounds() -> list[Figure]:
    figures = []
    for name, confusable, bar in (
        ("random", False, speech_segments.RANDOM),
        ("easily confused", True, speech_segments.CONFUSABLE),
    ):
        scores = heard_segments.judge_sounds(development(), confusable=confusable)
        title = f"initials and finals, area under the curve, right against {name} wrong ones"
        figures.append(
            Figure(title, scores.area, len(scores.right), f"sounds ({scores.counted})", *scores.interval, bar)
        )
    return figures


def _tones() -> list[Figure]:
    table: dict[str, Any] = NumpyToneModel(DATA / MODEL).card["left_out"]
    figures = []
    for kind, way, speakers in (("isolated", "session", ISOLATED), ("connected", "own register", CONNECTED)):
        for speaker in speakers:
            left_out = table[speaker][way]
            title = f"tones 1-4, {kind}, speaker {speaker} left out"
            figures.append(
                Figure(title, left_out["accuracy"], left_out["syllables"], "syllables", *left_out["interval"])
            )
    share, low, high, count = heard_tones.named_rightly(list(heard_tones.judged()))
    named = "tones 1-4, connected, 15 unseen speakers, as the product aligns them"
    figures.append(Figure(named, share, count, "syllables", low, high, CONNECTED_BAR))
    return figures


def _asked_tones() -> list[Figure]:
    figures = []
    for reader in asked_tones.READERS:
        tones = list(asked_tones.asked(reader))
        found, wrong = (asked_tones.share(tones, "wrong", edited=edited) for edited in (True, False))
        unjudged = asked_tones.share(tones, "unsure", edited=False)
        for name, (share, low, high, count), bar in (
            ("another tone in the text, called wrong", found, OTHER_FOUND_BAR),
            ("the reader's own tone, not called wrong", _rest(wrong), 1 - OWN_WRONG_BAR),
            ("the reader's own tone, judged", _rest(unjudged), 1 - UNJUDGED_BAR),
        ):
            title = f"{name}, speaker {reader} left out of the tone model"
            figures.append(Figure(title, share, count, "full tones", low, high, bar))
    synthetic = NumpyToneModel(DATA / MODEL).card["synthetic"]["zf_xiaoyi"]
    title = "commanded other tones found at .02 of the text's own, synthetic voice zf_xiaoyi left out"
    low, high = wilson(synthetic["found"], synthetic["commanded"])
    figures.append(Figure(title, synthetic["found"], synthetic["commanded"], "full tones", low, high))
    return figures


def _rest(shares: asked_tones.Shares) -> asked_tones.Shares:
    """What is left of all."""
    return asked_tones.Shares(1 - shares.share, 1 - shares.high, 1 - shares.low, shares.tones)


def _natives() -> list[Figure]:
    groups = [("15 unseen speakers", shipped(), list(readings(DEVELOPMENT)))]
    for reader, name in LEFT_OUT.items():
        groups.append((name, held_out(reader), list(readings(SENTENCES, speaker=reader, every=EVERY))))
    figures = []
    for name, evaluator, chosen in groups:
        natives = speech_total.heard_natives(evaluator, chosen)
        title = f"syllables of native readings against which nothing is claimed, {name}"
        share, low, high = natives.clear
        of = f"syllables of {len(natives.reports)} readings, {natives.refused} refused"
        figures.append(Figure(title, share, len(natives.syllables), of, low, high, 1 - speech_total.FALSE_ALARMS))
    return figures


def _own_voice() -> list[Figure]:
    return [figure for name, made in speech_own_voice.measured() for figure in speech_own_voice.figures_of(name, made)]


def _fluency() -> Figure:
    human, machine, recordings = rated_fluency.by_speaker(list(rated_fluency.rated()))
    reached, low, high = rated_fluency.shipped(machine, human)
    title = f"fluency by speaker against five raters, Pearson r ({recordings} recordings)"
    return Figure(title, reached, len(human), "speakers", low, high, speech_fluency.SHIPPED_BAR)
