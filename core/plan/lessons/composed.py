"""Lessons composed from what the project already has: one for each grammar point, one for each dialogue and passage."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence

from core.tables.content.lessons import Line, Part, Pattern, Picture, Scene, Slide
from core.tables.content.texts import Comprehension, Dialogue, Gap, Passage, Sentence, Theme
from core.tables.grammar import PointPage
from core.tables.points import GrammarPoint
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
TERMS = re.compile(
    "主语|谓语|宾语|定语|状语|补语|中心语|介词|副词|形容词|区别词|名词|代词|数词|量词|数量|动词|助词|连词|短语|小句|分句|句子|复句|"
    "陈述句|疑问|时间|时段|时点|处所|地点|方位|动作|结果|趋向|程度|原因|目的|对象|事物|多个|重叠|喜欢类|类|人|大|小|或|等"
)
"""Words of a pattern that name a place in the sentence rather than stand there."""
HAN = re.compile(r"[\u4e00-\u9fff]")
SPEAKER = re.compile(r"^(?:W|M|Man|Woman): *")


def pattern_picture(pattern: str) -> Pattern:
    """The first way of a written pattern as blocks; what is to be learnt is key.

    >>> [(part.text, part.key) for part in pattern_picture("动词 + 着（+ 宾语）；A + 比 + B").parts]
    [('动词', False), ('着', True), ('（宾语）', False)]
    """
    first = re.split("[；;]", pattern)[0].strip()
    first = re.sub(r"（\s*\+\s*", " + （", re.sub(r"(?<!\s)\s*+\+\s*+）", "） + ", first))
    first = re.sub(r"，\s*(?=[^，）]*$|[^（）]*(?:（|$))", "， + ", first)
    blocks = [_closed(block.strip()) for block in first.split("+") if block.strip()]
    if len(blocks) > Pattern.model_fields["parts"].metadata[1].max_length:
        blocks = [first]
    return Pattern(parts=tuple(Part(text=block, key=_is_key(block)) for block in blocks))


def _is_key(block: str) -> bool:
    """Whether a block names words that stand in the sentence, what is said in brackets apart."""
    return bool(HAN.search(TERMS.sub("", re.sub("（[^（）]*）", "", block) or block)))


def _closed(block: str) -> str:
    """A block whose bracket was cut off gets it back."""
    missing = block.count("（") - block.count("）")
    return "（" * -missing + block + "）" * missing


def theme_scene(theme: Theme, caption: str = "") -> Scene:
    """A picture of a theme."""
    return Scene(icons=THEME_ICONS[theme], caption=caption)


def point_slides(
    point: GrammarPoint, page: PointPage, sentences: Sequence[Sentence], theme: Theme
) -> tuple[Slide, ...]:
    """The lesson of a point: seen, explained, heard, asked, told from what looks like it, read, said, written.

    Parameters
    ----------
    sentences : at least six of the point, easiest first, each with its gap
    """
    first, second = (Line(zh=example.zh, en=example.en) for example in page.examples[:2])
    lines = [Line(zh=row.text, en=row.en) for row in sentences[:6]]
    blocks = pattern_picture(page.pattern)
    rng = random.Random(point.id)
    return (
        Slide(do="show", picture=theme_scene(theme), lines=(first,)),
        Slide(do="show", picture=blocks, note=point.explanation),
        Slide(do="show", picture=blocks, lines=(second,)),
        Slide(do="listen", picture=theme_scene(sentences[0].theme), lines=tuple(lines[:2])),
        _gap_check(sentences[2], rng),
        Slide(do="say", picture=blocks, lines=tuple(sorted((first, lines[2]), key=lambda line: len(line.zh)))),
        _near_miss_check(page, rng),
        Slide(do="read", picture=theme_scene(sentences[3].theme), lines=tuple(lines[3:5])),
        _gap_check(sentences[5], rng),
        Slide(do="say", picture=blocks, lines=(lines[3],)),
        _writing(sentences[1], rng),
    )


def _gap_check(sentence: Sentence, rng: random.Random) -> Slide:
    gap = sentence.cloze
    assert gap is not None
    options, key = _mixed(gap.key, gap.distractors[:2], rng)
    start = gap.start_in(sentence.text)
    shown = f"{sentence.text[:start]}＿＿{sentence.text[start + len(gap.key) :]}"
    ask = Bilingual(zh=f"空白处填哪一个？\n{shown}", en=f"Which one fits the gap?\n{shown}\n{sentence.en}")
    return Slide(do="check", ask=ask, options=options, key=key, why=_why(gap))


def _why(gap: Gap) -> Bilingual:
    return Bilingual(zh=gap.why_zh, en=gap.why_en)


def _near_miss_check(page: PointPage, rng: random.Random) -> Slide:
    """Three sentences, of which one only looks like the point."""
    options, key = _mixed(page.near_miss.zh, [example.zh for example in page.examples[:2]], rng)
    ask = Bilingual(zh="哪一句看着像，其实不是这个语法？", en="Which one only looks like this point?")
    return Slide(do="check", ask=ask, options=options, key=key, why=page.near_miss.why)


def _mixed(right: str, wrong: Sequence[str], rng: random.Random) -> tuple[tuple[str, ...], int]:
    """Options in an order of chance, and where the right one is."""
    options = [right, *wrong]
    rng.shuffle(options)
    return tuple(options), options.index(right)


def _writing(sentence: Sentence, rng: random.Random) -> Slide:
    """A sentence to write from its pieces, or from its meaning where it has none."""
    line = Line(zh=sentence.text, en=sentence.en)
    pieces = list(sentence.chunks)
    rng.shuffle(pieces)
    if len(pieces) < 2 or pieces == list(sentence.chunks):
        ask = Bilingual(zh=f"把这句话写成中文：\n{sentence.en}", en=f"Write this in Chinese:\n{sentence.en}")
    else:
        row = "　".join(pieces)
        ask = Bilingual(
            zh=f"用这些词语写一句话：\n{row}", en=f"Write a sentence with these pieces:\n{row}\n{sentence.en}"
        )
    return Slide(do="write", ask=ask, lines=(line,))


def dialogue_lines(dialogue: Dialogue) -> list[Line]:
    """The turns with who speaks and, where the translation has as many lines, with their English."""
    english = [SPEAKER.sub("", line) for line in dialogue.en.split("\n")]
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
