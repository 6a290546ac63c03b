"""A lesson as plain data for its player: slides with readings and voices, and the pace from which its length was computed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import Any

from core.tables.content.lessons import PACING, Line, Slide, slide_seconds, spoken_characters
from core.tables.resources import Resource
from core.wire import Language
from pages.parts.i18n import _
from pages.parts.practice.spoken_lines import Recording, no_recording

MALE_NAMES = re.compile("男|爸|爷|哥|弟|叔|舅|伯|公公|先生|小伙|师傅|儿子|丈夫|大爷|外公|孙子$")
FEMALE_NAMES = re.compile("女|妈|奶|姐|妹|姨|姑|婆|妻|太太|大妈|护士|外婆|孙女")
EASY_LEVEL = 2
"""Up to this level pinyin and translation are shown at first."""


def lesson_data(
    resource: Resource,
    slides: Sequence[Slide],
    language: Language,
    *,
    first_slide: int,
    texts: Mapping[str, Any] | None = None,
    recording: Recording = no_recording,
) -> dict[str, Any]:
    """Everything that the player draws; it begins with the slide `first_slide`, counted from 0.

    `language`: of notes, questions and explanations. `texts`: the lesson's Chinese texts as `pages.parts.ruby.learning_texts` gives them.
    """
    voices = voices_of(slides)
    by_ear = resource.skill == "listening" or resource.resource_type == "audio"
    return {
        "resource": resource.resource_id,
        "language": "zh-CN" if language == "zh" else "en",
        "goal": resource.goal.get(language),
        "easy": resource.level <= EASY_LEVEL,
        "at": first_slide,
        "slides": [
            slide_data(slide, resource.level, voices, language, by_ear=by_ear, recording=recording) for slide in slides
        ],
        "texts": texts or {},
        "pacing": {
            "rate": PACING.characters_a_second[resource.level - 1],
            "picture": PACING.picture,
            "pause": PACING.pause,
            "repeat": PACING.repeat,
            "breath": PACING.breath,
            "slow": PACING.slow,
        },
        "ui": player_words(),
    }


def slide_data(
    slide: Slide,
    level: int,
    voices: dict[str, str],
    language: Language,
    *,
    by_ear: bool,
    recording: Recording = no_recording,
) -> dict[str, Any]:
    """One slide, its texts in one language; `seconds` is its length."""
    note = slide.note
    return {
        "do": slide.do,
        "picture": slide.picture.model_dump(by_alias=True) if slide.picture else None,
        "lines": [line_data(line, voices, recording) for line in slide.lines],
        "note": note.get(language) if note else "",
        "noteSeconds": len(note.en.split()) / PACING.words_a_second if note else 0,
        "ask": slide.ask.get(language) if slide.ask else "",
        "options": [{"zh": option} for option in slide.options],
        "key": slide.key,
        "why": slide.why.get(language) if slide.why else "",
        "slow": slide.slow,
        "byEar": by_ear,
        "seconds": slide_seconds(slide, level),
    }


def line_data(line: Line, voices: dict[str, str], recording: Recording = no_recording) -> dict[str, Any]:
    """One line with its voice; `size` counts the characters that take time to say, at least 1; `file` is its recording, "" where there is none,
    or where it is somebody's turn: a speaker has one voice."""
    return {
        "who": line.who,
        "zh": line.zh,
        "en": line.en,
        "voice": voices[line.who],
        "file": "" if line.who else recording(line.zh) or "",
        "size": max(1, spoken_characters(line.zh)),
    }


def lesson_texts(slides: Sequence[Slide]) -> list[str]:
    """The Chinese texts of a lesson: what is said and what can be chosen."""
    return [text for slide in slides for text in (*(line.zh for line in slide.lines), *slide.options)]


def voices_of(slides: Sequence[Slide]) -> dict[str, str]:
    """`m` or `f` for each speaker: by the name, in turns where the name does not tell; the narrator is `f`."""
    voices = {"": "f"}
    turns = cycle("fm")
    for line in (line for slide in slides for line in slide.lines):
        if line.who not in voices:
            woman, man = FEMALE_NAMES.search(line.who), MALE_NAMES.search(line.who)
            voices[line.who] = "f" if woman else "m" if man else next(turns)
    return voices


def player_words() -> dict[str, Any]:
    """The player's own texts in the interface language."""
    return {
        "doing": {
            "show": _("Look and listen"),
            "listen": _("Listen first, then read along"),
            "hear": _("Listen without the text"),
            "say": _("Say it after the voice"),
            "read": _("Read, then listen"),
            "check": _("A quick question"),
            "write": _("Write it yourself"),
        },
        "progress": _("Slides of this lesson"),
        "slide": _("Slide"),
        "left": _("{minutes} min left"),
        "play": _("Play"),
        "pause": _("Pause"),
        "back": _("Back"),
        "next": _("Next slide"),
        "hear": _("Hear this line"),
        "pinyin": _("Pinyin"),
        "english": _("Translation"),
        "listenFirst": _("Listen first. The text comes afterwards."),
        "listenSlowly": _("The same once more, slowly."),
        "showText": _("Show the text"),
        "yourTurn": _("Your turn: say it aloud"),
        "noVoice": _("This browser has no Chinese voice: the lesson plays silently at the same pace."),
        "soundOff": _(
            "Sound is off in your settings: the lesson plays silently, and a line is said when you press its button."
        ),
        "right": _("Right"),
        "notRight": _("Not quite"),
        "isRight": _("right answer"),
        "isWrong": _("your answer"),
        "writeHere": _("Write here"),
        "showModel": _("Show a model answer"),
        "model": _("One good answer; yours may differ."),
        "nowYouCan": _("What you can do now"),
        "rightAtOnce": _("{right} of {count} questions right first time."),
        "done": _("Done"),
        "noted": _("Noted as done."),
        "practise": _("Practise its points"),
        "again": _("Play again"),
        "toPlan": _("Back to the plan"),
        "toLessons": _("Back to the lessons"),
    }
