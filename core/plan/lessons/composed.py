"""Lessons composed of the dialogues and passages: heard, asked about, seen, said again."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from core.tables.content.lessons import Line, Slide
from core.tables.content.pictures import Picture, Scene
from core.tables.content.texts import Comprehension, Dialogue, Passage, Theme
from core.wire import Bilingual

THEME_ICONS: dict[Theme, tuple[str, ...]] = {
    "family": ("family_restroom", "home"),
    "daily_life": ("alarm", "local_cafe"),
    "food": ("restaurant", "rice_bowl"),
    "shopping": ("shopping_cart", "payments"),
    "travel": ("luggage", "map"),
    "transport": ("directions_bus", "train"),
    "school": ("school", "menu_book"),
    "work": ("work", "computer"),
    "health": ("local_hospital", "medication"),
    "sports": ("sports_soccer", "fitness_center"),
    "weather": ("sunny", "umbrella"),
    "hobbies": ("palette", "music_note"),
    "holidays": ("celebration", "cake"),
    "home": ("home", "chair"),
    "city": ("apartment", "park"),
    "nature": ("landscape", "forest"),
    "friends": ("group", "forum"),
    "time": ("schedule", "calendar_month"),
    "media": ("tv", "newspaper"),
    "feelings": ("mood", "favorite"),
    "society": ("groups", "handshake"),
    "economy": ("payments", "trending_up"),
    "technology": ("smartphone", "memory"),
    "science": ("science", "biotech"),
    "environment": ("eco", "recycling"),
    "culture": ("temple_buddhist", "theater_comedy"),
    "history": ("history_edu", "castle"),
    "education": ("school", "edit"),
    "law": ("gavel", "balance"),
    "arts": ("palette", "theater_comedy"),
    "language": ("translate", "forum"),
    "personality": ("person", "psychology"),
}
"""Material Symbols that stand for a theme."""
LINES_A_SLIDE = 5
"""More lines do not fit a phone."""
LONGEST_TO_REPEAT = 24
"""Characters that one can hold in the ear and say again."""


def theme_scene(theme: Theme, caption: str = "") -> Scene:
    """A picture of a theme."""
    return Scene(icons=THEME_ICONS[theme], caption=caption)


def _mixed(right: str, wrong: Sequence[str], rng: random.Random) -> tuple[tuple[str, ...], int]:
    """Options in an order of chance, and where the right one is."""
    options = [right, *wrong]
    rng.shuffle(options)
    return tuple(options), options.index(right)


def dialogue_lines(dialogue: Dialogue) -> list[Line]:
    """The turns with who speaks and, where the translation has as many lines, with their English."""
    english = dialogue.translated_lines
    if len(english) != len(dialogue.turns):
        english = [""] * len(dialogue.turns)
    return [
        Line(who=turn.speaker, zh=turn.text, en=translated)
        for turn, translated in zip(dialogue.turns, english, strict=True)
    ]


def dialogue_slides(dialogue: Dialogue) -> tuple[Slide, ...]:
    """Heard without text, asked about, heard slowly, asked again, seen with text, repeated."""
    lines = dialogue_lines(dialogue)
    setting = Bilingual(zh=dialogue.setting_zh, en=dialogue.setting_en)
    picture = theme_scene(dialogue.theme)
    checks = [_question(question, f"{dialogue.id}{index}") for index, question in enumerate(dialogue.questions[:2])]
    translated = None if lines[0].en else Bilingual(zh=dialogue.setting_zh, en=dialogue.en)
    return (
        Slide(do="show", picture=picture, note=setting),
        Slide(do="hear", picture=picture, lines=tuple(lines)),
        *checks[:1],
        Slide(do="hear", lines=tuple(lines), slow=True),
        *checks[1:],
        *_with_text(lines, picture, translated),
        *_repeated(lines),
    )


def passage_slides(passage: Passage) -> tuple[Slide, ...]:
    """Heard without text, asked about, read and heard, asked again, heard slowly."""
    lines = [Line(zh=sentence) for sentence in passage.sentences]
    title = Bilingual(zh=f"《{passage.title_zh}》", en=passage.title_en)
    picture: Picture = theme_scene(passage.theme, passage.title_zh)
    checks = [_question(question, f"{passage.id}{index}") for index, question in enumerate(passage.questions[:2])]
    translated = Bilingual(zh=f"《{passage.title_zh}》", en=passage.en)
    return (
        Slide(do="show", picture=picture, note=title),
        Slide(do="hear", picture=picture, lines=tuple(lines)),
        *checks[:1],
        *_with_text(lines, None, translated, do_read=True),
        *checks[1:],
        Slide(do="hear", lines=tuple(lines), slow=True),
        *_repeated(lines),
    )


def _question(question: Comprehension, seed: str) -> Slide:
    """A question on a text with three of its four options."""
    options, key = _mixed(question.options[0], question.options[1:3], random.Random(seed))
    ask = Bilingual(zh=question.zh, en=question.en)
    return Slide(do="check", ask=ask, options=options, key=key, why=Bilingual(zh=question.why_zh, en=question.why_en))


def _with_text(
    lines: Sequence[Line], picture: Picture | None, translated: Bilingual | None, *, do_read: bool = False
) -> Iterator[Slide]:
    """The lines to be seen, a few a slide; the translation of the whole under the last."""
    for start in range(0, len(lines), LINES_A_SLIDE):
        last = start + LINES_A_SLIDE >= len(lines)
        yield Slide(
            do="read" if do_read else "show",
            picture=None if start else picture,
            lines=tuple(lines[start : start + LINES_A_SLIDE]),
            note=translated if last else None,
        )


def _repeated(lines: Sequence[Line]) -> Iterator[Slide]:
    """Two lines that are short enough to be said again."""
    short = [line for line in lines if len(line.zh) <= LONGEST_TO_REPEAT]
    if short:
        yield Slide(do="say", lines=tuple(short[:2]))
