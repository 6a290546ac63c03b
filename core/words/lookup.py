"""A word in its context, read as numbered steps: the longest word of the analysis, its reading, its meaning, its characters."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.errors import BadParameter
from core.language.levels import HAN, LevelList
from core.language.pinyin import join_syllables, split_marked
from core.language.transcription import without_tone
from core.ports.language import PinyinReader, ScriptConverter
from core.tables import Tables
from core.tables.words.lists import Character, Word, bare
from core.tables.words.notes import WordNote
from core.wire import Bilingual
from core.words.examples import Examples
from core.words.model import AnalysedText, LookedAtWord
from core.words.wire import LONGEST_LOOKED_AT, WordCharacter, WordEntry, WordExample, WordKind, WordPart, WordPoint

NUMERAL = re.compile(r"^[第几数]?[零〇○一二两三四五六七八九十百千万亿]+")
"""What begins a number, alone or with its measure word."""
ERHUA = "儿"
MOST_POINTS = 3
LONGEST_BEYOND = 6
"""Characters by which an occurrence of a point may be longer than the word: the word takes part in 把那本书, not in each point of a whole clause."""
MOST_PARTNERS = 4
"""Of a word with several entries."""
MOST_SENSES = 6
SENSES = "; "
"""Between the senses of a word."""


@dataclass(frozen=True, kw_only=True)
class WordSources:
    """What a word is looked up in."""

    tables: Tables
    analyse: Callable[[str], AnalysedText]
    point_levels: Mapping[str, int]
    """Of the points that are worth telling: those that stand in every sentence are not among them."""
    reader: PinyinReader
    converter: ScriptConverter
    levels: LevelList
    gloss: Callable[[Word], str]
    """English of a listed word, the dictionary's where the list has none."""
    define: Callable[[str], str]
    """English of any form by the dictionary; empty where it does not know it."""
    recording: Callable[[str], str | None]
    examples: Examples


def look(text: str, offset: int, *, sources: WordSources) -> WordEntry | None:
    """The word that stands at an offset of a text; None where no Chinese character stands there. Nothing is stored.

    Raises `BadParameter` for a text of more than `LONGEST_LOOKED_AT` characters and for an offset outside it.
    """
    if len(text) > LONGEST_LOOKED_AT:
        raise BadParameter.of("text", f"has more than {LONGEST_LOOKED_AT} characters")
    if not 0 <= offset < len(text):
        raise BadParameter.of("offset", f"{offset} is not in the text")
    if not HAN.match(text[offset]):
        return None
    # 1. The words of the text, and the one at the offset.
    simplified = sources.converter.simplified(text)
    analysed = sources.analyse(text)
    word = _word_at(analysed.words, simplified, offset)
    # 2. How it is read here.
    syllables = sources.reader.syllables(simplified)[word.start : word.end]
    # 3. What it is: a listed word, a name, a number, or a word that no list holds.
    described = _described(word, syllables, sources)
    # 4. What stands around it: characters, an example, points of grammar.
    spoken = join_syllables(sources.reader.spoken(simplified)[word.start : word.end])
    sentence = _sentence(text, analysed, word)
    written = text[word.start : word.end]
    return WordEntry(
        word=described.word,
        written=written,
        start=word.start,
        end=word.end,
        kind=described.kind,
        traditional=_traditional(described, sources),
        pinyin=described.pinyin,
        spoken="" if _letters(spoken) == _letters(described.pinyin) else spoken,
        meaning=described.meaning,
        meaning_zh="；".join(dict.fromkeys(note.zh for note in described.notes if note.zh)),
        partners=[partner for note in described.notes for partner in note.partners][:MOST_PARTNERS],
        near=list(dict.fromkeys(word for note in described.notes for word in note.near))[:MOST_PARTNERS],
        from_dictionary=described.from_dictionary,
        level=described.level,
        parts=_parts(word, syllables, sources) if described.kind == "unlisted" else [],
        characters=_characters(word.text, syllables, sources),
        example=_example(word, described, syllables, sources, beside=simplified),
        points=_points(analysed, word, sources),
        sentence=sentence,
        recording=sources.recording(described.word),
    )


def _word_at(words: Sequence[LookedAtWord], simplified: str, offset: int) -> LookedAtWord:
    """The word of the analysis that covers the offset; the bare character where none does."""
    found = next((word for word in words if word.start <= offset < word.end), None)
    return found or LookedAtWord(simplified[offset], offset, offset + 1, None)


@dataclass(frozen=True, slots=True)
class _Described:
    """What a word is, by whichever source knows it."""

    word: str
    kind: WordKind
    pinyin: str
    meaning: str
    level: int | None = None
    traditional: str = ""
    from_dictionary: bool = False
    notes: Sequence[WordNote] = ()
    """Of the entries of the list that the word is here."""


def _described(word: LookedAtWord, syllables: Sequence[str], sources: WordSources) -> _Described:
    form = listed_form(word.text, sources.tables)
    if form is not None:
        return _listed(form, syllables, sources)
    pinyin = join_syllables(syllables)
    name = sources.tables.names.by_name.get(word.text)
    if name is not None:
        return _Described(word.text, "name", name.pinyin, name.en)
    meaning = SENSES.join(_senses([sources.define(word.text)]))
    if NUMERAL.match(word.text) and word.level == 0:
        return _Described(word.text, "number", pinyin, meaning, from_dictionary=bool(meaning))
    if word.level == 0:
        # Of a name that no table has, the reader knows at least where it is parted and which letters are capital.
        pinyin = sources.reader.transcription(word.text)
        return _Described(word.text, "name", pinyin[:1].upper() + pinyin[1:], meaning, from_dictionary=bool(meaning))
    return _Described(word.text, "unlisted", pinyin, meaning, from_dictionary=bool(meaning))


def listed_form(text: str, tables: Tables) -> str | None:
    """The form under which the list has a word, 儿 added or taken off where the list writes it otherwise; None where it has none."""
    by_form = tables.words.by_form
    forms = [text, text + ERHUA]
    if len(text) > 1:
        forms.append(text.removesuffix(ERHUA))
    return next((form for form in forms if form in by_form), None)


def _listed(form: str, syllables: Sequence[str], sources: WordSources) -> _Described:
    """The entries of the list that are read as the word is here; all of them where none is."""
    entries = sources.tables.words.by_form[form]
    here = _letters(join_syllables(syllables))
    read_so = [entry for entry in entries if here in _readings(entry, form)]
    toneless = [entry for entry in entries if without_tone(here) in map(without_tone, _readings(entry, form))]
    chosen = read_so or toneless or list(entries)
    first = chosen[0]
    index = first.forms.index(form)
    senses = _senses([sources.gloss(entry) for entry in chosen])
    return _Described(
        word=first.text,
        kind="listed",
        pinyin=first.pinyin[min(index, len(first.pinyin) - 1)],
        meaning=SENSES.join(senses),
        level=first.level,
        traditional=first.traditional[index] if index < len(first.traditional) else "",
        from_dictionary=not first.gloss and bool(senses),
        notes=[note for entry in chosen if (note := sources.tables.word_notes.by_id.get(entry.id)) is not None],
    )


def _readings(entry: Word, form: str) -> list[str]:
    """All readings of an entry under a form, as `_letters` writes them."""
    index = min(entry.forms.index(form), len(entry.pinyin) - 1)
    return [_letters(pinyin) for pinyin in (entry.pinyin[index], *entry.also)]


def _letters(pinyin: str) -> str:
    """Pinyin as `bare` writes it and without apostrophes, which not every spelling of a reading has."""
    return bare(pinyin).replace("'", "")


def _senses(glosses: Sequence[str]) -> list[str]:
    """The senses of several glosses, each once; at most `MOST_SENSES`.

    >>> _senses(["to resemble; such as", "to look as if;  to resemble"])
    ['to resemble', 'such as', 'to look as if']
    """
    senses = (sense.strip() for gloss in glosses for sense in gloss.split(";"))
    return list(dict.fromkeys(filter(None, senses)))[:MOST_SENSES]


def _traditional(described: _Described, sources: WordSources) -> str:
    """The word in traditional characters, where it is another; of a word on no list character by character."""
    shown = described.traditional
    if not shown:
        table = sources.tables.characters.traditional
        shown = "".join(table.get(character) or character for character in described.word)
    return "" if shown == described.word else shown


def _characters(text: str, syllables: Sequence[str], sources: WordSources) -> list[WordCharacter]:
    rows = sources.tables.characters.by_character
    return [
        _character(character, syllable, rows.get(character), sources)
        for character, syllable in zip(text, syllables, strict=True)
        if HAN.match(character)
    ]


def _character(character: str, syllable: str, row: Character | None, sources: WordSources) -> WordCharacter:
    traditional = row.traditional if row is not None and row.traditional != character else ""
    note = sources.tables.character_notes.by_character.get(character)
    return WordCharacter(
        character=character,
        traditional=traditional,
        pinyin=syllable,
        meaning=_first_sense(character, [syllable], sources),
        level=None if row is None else row.level,
        writing_level=None if row is None else row.writing_level,
        components=list(note.parts) if note is not None else [],
        made=Bilingual(zh=note.zh, en=note.en) if note is not None else None,
    )


def _first_sense(form: str, syllables: Sequence[str], sources: WordSources) -> str:
    """The first sense of a listed word or of the dictionary's entry."""
    meaning = (
        _listed(form, syllables, sources).meaning if form in sources.tables.words.by_form else sources.define(form)
    )
    return meaning.split(";")[0].strip()


def _parts(word: LookedAtWord, syllables: Sequence[str], sources: WordSources) -> list[WordPart]:
    """The listed words of which a word is made, or else its characters."""
    split = sources.levels.level(word.text).parts
    pieces = split if len(split) > 1 else tuple(word.text)
    parts: list[WordPart] = []
    start = 0
    for piece in pieces:
        read = syllables[start : start + len(piece)]
        level = sources.tables.words.levels.get(piece)
        if len(pieces) > 1 and HAN.match(piece):
            parts.append(
                WordPart(
                    text=piece,
                    start=word.start + start,
                    pinyin=join_syllables(read),
                    meaning=_first_sense(piece, read, sources),
                    level=level,
                )
            )
        start += len(piece)
    return parts


def _example(
    word: LookedAtWord, described: _Described, syllables: Sequence[str], sources: WordSources, *, beside: str
) -> WordExample | None:
    """A sentence with the word under the form that the list has, read as it is here; none for a name or a number."""
    if described.kind in ("name", "number"):
        return None
    listed = described.kind == "unlisted" or word.text in sources.tables.words.by_form
    form, read = (word.text, syllables) if listed else (described.word, split_marked(described.pinyin))
    found = sources.examples.of(form, read, described.level, beside=beside)
    own = _own_example(described, beside)
    if own is None or (found is not None and found.level <= (described.level or found.level)):
        return found
    return own


def _own_example(described: _Described, beside: str) -> WordExample | None:
    """The sentence that the list has for the word, with the place where the word, under one of its forms, stands in it."""
    for note in described.notes:
        start = note.example.find(described.word)
        if note.example and start >= 0 and note.example not in beside:
            end = start + len(described.word)
            return WordExample(
                text=note.example, translation=note.example_en, level=described.level or 0, start=start, end=end
            )
    return None


def _points(analysed: AnalysedText, word: LookedAtWord, sources: WordSources) -> list[WordPoint]:
    """The points whose occurrence is little longer than the word, the narrowest first; none of those that stand in every sentence."""
    levels = sources.point_levels
    around = [
        match
        for match in analysed.matches
        if match.point in levels
        and match.start <= word.start
        and word.end <= match.end
        and (match.end - match.start) - (word.end - word.start) <= LONGEST_BEYOND
    ]
    around.sort(key=lambda match: (match.end - match.start, levels[match.point]))
    ids = list(dict.fromkeys(match.point for match in around))[:MOST_POINTS]
    return [WordPoint(id=point, level=levels[point], name=sources.tables.points.short_name(point)) for point in ids]


def _sentence(text: str, analysed: AnalysedText, word: LookedAtWord) -> str:
    """The sentence of the text, as it is written there, in which the word stands."""
    for start, end in analysed.sentences:
        if start <= word.start < end:
            return text[start:end].strip()
    return text.strip()
