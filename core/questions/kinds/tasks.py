"""Items from the small tasks: a learner's sentence to mend, words on a scale, a reply in the tone that fits, a line to write down by ear."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import partial

from core.ports.language import PinyinReader
from core.questions.kinds.building import Draft, Frame, Wording, fill_blank_item, multiple_choice_item, ordering_item
from core.records.items import BLANK, Audio, Item
from core.tables.content.collected import Content
from core.tables.content.tasks import Mend, Register, Scale
from core.tables.content.texts import Source
from core.wire import Bilingual

SAY = Bilingual(zh="怎么说最合适？", en="What is the fitting thing to say?")
WRITE_HEARD = Bilingual(
    zh="听一听，写出你听到的句子（汉字或带声调的拼音）。",
    en="Listen and type the sentence you hear, in characters or in pinyin with tones.",
)
HAN = re.compile(r"[\u4e00-\u9fff]")
LEAST_DICTATED = 4
MOST_DICTATED = {1: 9, 2: 12, 3: 12}
"""Characters of a line that is kept in mind after it was heard, by level."""
MOST_DICTATED_ABOVE = 14
UNHEARD = re.compile(r"[小老][\u4e00-\u9fff](?=[，。？！说在的是来去])|[A-Za-z0-9]")
"""A surname after 小 or 老, and letters: the ear cannot tell how they are written."""
THIRD_PERSON = "他她它"


class TaskItems:
    """Makes the items of small tasks."""

    def __init__(self, content: Content, reader: PinyinReader, *, people: Collection[str]) -> None:
        """`people`: names of people, of which the ear cannot tell how they are written."""
        self._content = content
        self._reader = reader
        self._people = people

    def mends(self) -> Iterator[Draft]:
        """Four ways of mending a sentence, one of them right."""
        for row in self._content.mends:
            yield Draft(_mend_frame(row), partial(_mend, row=row))

    def mends_typed(self) -> Iterator[Draft]:
        """The sentence without what is wrong in it, which is to be typed."""
        for row in self._content.mends:
            if row.typed is not None:
                yield Draft(_mend_frame(row), partial(self._mend_typed, row=row, typed=row.typed))

    def _mend_typed(self, frame: Frame, row: Mend, typed: str) -> Item:
        before, after = row.wrong.split(row.mark)
        instruction = Bilingual(
            zh=f"这里写的是“{row.mark}”，不对。应该怎么写？（{row.en}）",
            en=f"A learner wrote “{row.mark}” here, which is wrong. What should it be? ({row.en})",
        )
        wording = Wording(instruction, f"{before}{BLANK}{after}", Bilingual(zh=row.why_zh, en=row.why_en))
        pinyin = self._reader.transcription(typed)
        return fill_blank_item(frame, wording, key=typed, accepted=row.accept, pinyin=pinyin)

    def scales(self) -> Iterator[Draft]:
        """Words to be put in the order of their meanings."""
        for row in self._content.scales:
            wording = Wording(
                Bilingual(zh=row.zh, en=f"{row.en}（{row.zh}）"),
                "",
                Bilingual(
                    zh="\n".join(step.zh for step in row.steps),
                    en="\n".join(step.en for step in row.steps),
                ),
            )
            notes = dict(zip(row.items[1:], row.steps, strict=True))
            yield Draft(_scale_frame(row), partial(ordering_item, wording=wording, pieces=row.items, notes=notes))

    def registers(self) -> Iterator[Draft]:
        """Four things to say to somebody, of which one has the tone that fits."""
        for row in self._content.registers:
            key, *wrong = row.replies
            stem = f"{row.scene.zh}\n{f'A：{row.a}' if row.a else ''}".strip()
            instruction = Bilingual(zh=SAY.zh, en=f"{SAY.en} {row.scene.en}")
            wording = Wording(instruction, stem, Bilingual(zh=row.why_zh, en=row.why_en))
            notes = dict(zip(wrong, row.notes, strict=True))
            make = partial(multiple_choice_item, wording=wording, key=key, wrong=wrong, notes=notes)
            yield Draft(_register_frame(row), make)

    def dictation(self) -> Iterator[Draft]:
        """Short sentences and lines that are heard and written down."""
        for sentence in self._content.sentences:
            yield from self._dictation_of(sentence, sentence.point, sentence.text, sentence.en)
        for row in self._content.exchanges:
            for line, english in ((row.a, row.a_en), (row.b, row.b_en)):
                yield from self._dictation_of(row, row.point, line, english)

    def _dictation_of(self, row: Source, point: str | None, line: str, english: str) -> Iterator[Draft]:
        most = MOST_DICTATED.get(row.level, MOST_DICTATED_ABOVE)
        if not LEAST_DICTATED <= len(HAN.findall(line)) <= most or not is_written_as_heard(line, self._people):
            return
        frame = Frame(
            source=row.id,
            topic="listening",
            standard_level=row.level,
            tags=(*_tags(row, "sentence_dictation"), *((point,) if point else ())),
            translation=english,
            full_text=line,
            audio=Audio(kind="speech", text=line),
        )
        yield Draft(frame, partial(dictated, line=line, english=english, reader=self._reader))


def is_written_as_heard(line: str, people: Collection[str]) -> bool:
    """Whether the ear can tell how a line is written: it has no name of a person and no letters.

    >>> is_written_as_heard("他走了。", ["李明"]), is_written_as_heard("李明走了。", ["李明"]), is_written_as_heard("小王说好。", [])
    (True, False, False)
    """
    return not UNHEARD.search(line) and not any(name in line for name in people)


def dictated(frame: Frame, line: str, english: str, reader: PinyinReader) -> Item:
    """A line that is heard and written down in characters or in pinyin. `english`: "" where there is no translation."""
    pinyin = reader.transcription(line)
    meaning = f": {english}" if english else ""
    told = Bilingual(zh=f"{line}（{pinyin}）", en=f"{line} ({pinyin}){meaning}")
    heard = replace(frame, audio=Audio(kind="speech", text=line, pinyin=pinyin))
    return fill_blank_item(
        heard,
        Wording(WRITE_HEARD, "", told),
        key=line,
        accepted=_written_alike(line),
        kind="text_or_pinyin",
        pinyin=pinyin,
    )


def _written_alike(line: str) -> list[str]:
    """The line with every other character for the same third person: the ear cannot tell 他, 她 and 它.

    >>> _written_alike("她来了。")
    ['他来了。', '它来了。']
    """
    said = [character for character in THIRD_PERSON if character in line]
    if len(said) != 1:
        return []
    return [line.replace(said[0], other) for other in THIRD_PERSON if other != said[0]]


def _mend(frame: Frame, row: Mend) -> Item:
    key, *wrong = row.options
    instruction = Bilingual(
        zh=f"这个句子有个地方不对。哪一句改对了？（{row.en}）",
        en=f"Something is wrong in this sentence, which is to say “{row.en}” Which one puts it right?",
    )
    wording = Wording(instruction, row.wrong, Bilingual(zh=row.why_zh, en=row.why_en))
    notes = dict(zip(wrong, row.notes, strict=True))
    return multiple_choice_item(frame, wording, key=key, wrong=wrong, notes=notes)


def _tags(row: Source, subtype: str) -> tuple[str, ...]:
    return (row.theme, f"level_{row.level}", subtype)


def _mend_frame(row: Mend) -> Frame:
    return Frame(
        source=row.id,
        topic="grammar",
        standard_level=row.level,
        tags=(*_tags(row, "mend"), row.point),
        points=(row.point,),
        translation=row.en,
        full_text=row.options[0],
    )


def _scale_frame(row: Scale) -> Frame:
    return Frame(
        source=row.id,
        topic="vocabulary",
        standard_level=row.level,
        tags=_tags(row, "scale"),
        words=tuple(row.items),
        full_text=" → ".join(row.items),
    )


def _register_frame(row: Register) -> Frame:
    return Frame(
        source=row.id,
        topic="reading",
        standard_level=row.level,
        tags=_tags(row, "register"),
        translation=f"A: {row.a_en}\nB: {row.reply_en}" if row.a else row.reply_en,
        full_text=f"A：{row.a}\nB：{row.replies[0]}" if row.a else row.replies[0],
    )
