"""What a typed answer did: the right sound in other characters, a piece too few, another word, another part of speech, what the text says."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.answers.diagnosis.choices import quoted_around
from core.answers.diagnosis.deciding import HAN, Passage, deciding_sentences
from core.answers.diagnosis.meanings import ALL_POS, NOTHING, Meanings, ended, joined
from core.answers.diagnosis.readings import difference
from core.answers.diagnosis.words import DIGITS
from core.language.pinyin import join_syllables, parse
from core.records.items import Item
from core.wire import Bilingual

DICTATED = frozenset({"dictation", "sentence_dictation"})
PARTICLES = frozenset("的地得")
GIVEN_UP = re.compile("^(?:我?不(?:知道|清楚|懂|会|明白)|没听懂|没有|无|？+)$")
"""What is written by who does not answer."""


def told_typed(item: Item, given: str, meanings: Meanings | None) -> Bilingual:
    """What the answer `given` did that is none of the accepted ones; `given` in simplified characters, without the sentence around it."""
    if meanings is None:
        return NOTHING
    tags = frozenset(item.tags)
    if item.answer_kind == "pinyin":
        return _pinyin(item, given, meanings)
    if "short_answer" in tags or (item.topic in ("reading", "listening") and not tags & DICTATED):
        return _short_answer(item, given, meanings)
    if "mend" in tags:
        return _mend(item, given, meanings)
    if not HAN.search(given):
        return _pinyin_for_characters(item, given, meanings)
    if tags & DICTATED:
        return _dictation(item, given, meanings)
    sound = _same_sound(item, given, meanings)
    if sound.zh:
        return sound
    return joined(_other_word(item, given, meanings), ended(item.explanation))


# -- sound ---------------------------------------------------------------------------------------------------


def _pinyin(item: Item, given: str, meanings: Meanings) -> Bilingual:
    """In which syllable the reading differs, and the word that is read as it was written."""
    if HAN.search(given):
        return Bilingual(zh="这里要写拼音，不写汉字。", en="The answer is wanted in pinyin, not in characters.")
    differs = difference(given, item.key, characters=item.stem)
    if differs is None:
        return _lengths(given, item.key)
    words = [word for word in meanings.words_read(_marked(given)) if word != item.stem][:1]
    sounded = ended(_with_senses(words[0], _marked(given), meanings)) if words else NOTHING
    return joined(ended(differs), sounded)


def _marked(given: str) -> str:
    syllables = parse(given) or ()
    return join_syllables([syllable.marked for syllable in syllables])


def _with_senses(word: str, reading: str, meanings: Meanings) -> Bilingual:
    senses = meanings.sense_read(word, reading)
    return Bilingual(zh=f"{reading} 是“{word}”（{senses}）", en=f"{reading} is {word} ({senses})")


def _lengths(given: str, right: str) -> Bilingual:
    said, wanted = parse(given), parse(right)
    if not said or not wanted or len(said) == len(wanted):
        return Bilingual(zh=f"正确的读音是 {right}。", en=f"It is read {right}.")
    en = f"{len(wanted)} syllable{'' if len(wanted) == 1 else 's'}"
    return Bilingual(
        zh=f"你写了 {len(said)} 个音节，这个词有 {len(wanted)} 个：{right}。",
        en=f"You wrote {len(said)}; the word has {en}: {right}.",
    )


def _pinyin_for_characters(item: Item, given: str, meanings: Meanings) -> Bilingual:
    """Pinyin where characters were asked for, or heard: what is wrong in it."""
    reading = item.pinyin or meanings.reading(item.key)
    differs = difference(given, reading, characters=item.key) if reading else None
    written = Bilingual(zh=f"写成汉字是“{item.key}”（{reading}）。", en=f"In characters it is {item.key} ({reading}).")
    if "dictation" in item.tags:
        written = ended(meanings.told(item.key))
    if differs is None:
        said, wanted = parse(given), parse(reading)
        if said and wanted and len(said) == len(wanted):
            other = ended(Bilingual(zh=f"你写的是 {given}", en=f"You wrote {given}"))
            right_sound = difference(given, reading, characters=item.key, most=len(wanted)) is None
            return joined(Bilingual(zh="读音对了。", en="The sound is right.") if right_sound else other, written)
        return joined(_lengths(given, reading) if said else NOTHING, written)
    return joined(ended(differs), written)


def _same_sound(item: Item, given: str, meanings: Meanings) -> Bilingual:
    """Other characters for the right sound, or for one that differs in a tone only; empty where they sound otherwise."""
    right = [syllable.marked for syllable in parse((item.pinyin or meanings.reading(item.key)).lower()) or ()]
    if not len(given) == len(item.key) == len(right):
        return NOTHING
    swapped = [
        (one, other, syllable) for one, other, syllable in zip(given, item.key, right, strict=True) if one != other
    ]
    alike = all(syllable in meanings.readings(one) for one, _, syllable in swapped)
    if not alike and not all(
        _letters(syllable) in map(_letters, meanings.readings(one)) for one, _, syllable in swapped
    ):
        return NOTHING
    mixed = [swap for swap in swapped if {swap[0], swap[1]} <= PARTICLES or meanings.reading(swap[0]) != swap[2]]
    if alike and mixed:
        zh = "，".join(
            f"“{one}”一般读 {meanings.reading(one)}，这里是“{other}”，读 {syllable}" for one, other, syllable in mixed
        )
        en = ", ".join(
            f"{one} is mostly read {meanings.reading(one)}; here it is {other}, read {syllable}"
            for one, other, syllable in mixed
        )
        if all({one, other} <= PARTICLES for one, other, _ in mixed):
            zh, en = f"“的、地、得”用混了：{zh}", f"的, 地 and 得 are mixed up: {en}"
        sound = Bilingual(zh=f"{zh}。", en=f"{en}.")
    elif alike:
        zh = "，".join(f"是“{other}”，不是“{one}”" for one, other, _ in swapped)
        en = ", ".join(f"{other}, not {one}" for one, other, _ in swapped)
        sound = Bilingual(zh=f"读音对了，字不对：{zh}。", en=f"The sound is right, the character is not: {en}.")
    else:
        zh = "，".join(
            f"“{one}”读 {meanings.reading(one)}，这里是 {syllable}“{other}”" for one, other, syllable in swapped
        )
        en = ", ".join(
            f"{one} is {meanings.reading(one)}, here it is {syllable}, {other}" for one, other, syllable in swapped
        )
        sound = Bilingual(zh=f"只有声调不同：{zh}。", en=f"Only the tone differs: {en}.")
    listed = bool(meanings.parts_of_speech(given)) and meanings.knows(given)
    return joined(sound, ended(meanings.told(given)) if listed else NOTHING, ended(meanings.told(item.key)))


def _letters(syllable: str) -> str:
    return "".join(each.letters for each in parse(syllable) or ())


def _dictation(item: Item, given: str, meanings: Meanings) -> Bilingual:
    """How what was written sounds, beside what was heard."""
    same = _same_sound(item, given, meanings)
    if same.zh:
        return same
    reading = meanings.reading(given)
    right = item.pinyin
    heard = Bilingual(zh=f"你听到的是 {right}“{item.key}”", en=f"You heard {right}, {item.key}")
    if not reading:
        return ended(heard)
    differs = difference(reading, right)
    written = Bilingual(zh=f"“{given}”读 {reading}", en=f"“{given}” is read {reading}")
    told = joined(
        ended(Bilingual(zh=f"{written.zh}，{heard.zh}", en=f"{written.en}; {heard.en[0].lower()}{heard.en[1:]}")),
        ended(differs) if differs else NOTHING,
    )
    return joined(
        told,
        ended(meanings.told(given)) if meanings.parts_of_speech(given) else NOTHING,
        ended(meanings.told(item.key)),
    )


def _mend(item: Item, given: str, meanings: Meanings) -> Bilingual:
    """That what was wrong was typed again, or the right sound in other characters; else the rule."""
    if f"“{given}”" in item.question.zh:
        again = Bilingual(
            zh=f"“{given}”就是原来不对的说法。", en=f"“{given}” is what stood there before, and it is wrong."
        )
        return joined(again, ended(item.explanation))
    if not HAN.search(given):
        return _pinyin_for_characters(item, given, meanings)
    sound = _same_sound(item, given, meanings)
    return sound if sound.zh else ended(item.explanation)


# -- words ---------------------------------------------------------------------------------------------------


def _other_word(item: Item, given: str, meanings: Meanings) -> Bilingual:
    """A part of the word, a longer one, another one of another part of speech, or another one."""
    key = item.key
    listed = bool(meanings.parts_of_speech(given))
    told = meanings.told(given, in_grammar=item.topic == "grammar")
    means = ended(told) if meanings.knows(given) else Bilingual(zh=f"你写的是{told.zh}。", en=f"You wrote {told.en}.")
    if given in key:
        rest = key.replace(given, "……", 1)
        missing = "".join(HAN.findall(rest))
        return joined(
            Bilingual(
                zh=f"“{given}”还少“{missing}”，这里要说“{key}”。", en=f"“{given}” lacks {missing}: here it is “{key}”."
            ),
            means,
        )
    if key in given:
        more = given.replace(key, "……", 1).strip("…")
        return Bilingual(zh=f"“{key}”就够了，“{more}”是多的。", en=f"“{key}” is enough; {more} is not needed.")
    shared = sum(one == other for one, other in zip(given, key, strict=False)) if len(given) == len(key) else 0
    if shared and not listed:
        swapped = [(one, other) for one, other in zip(given, key, strict=True) if one != other]
        return Bilingual(
            zh="，".join(f"“{one}”应该是“{other}”" for one, other in swapped) + f"：“{key}”。",
            en=", ".join(f"{one} should be {other}" for one, other in swapped) + f": {key}.",
        )
    return joined(means, _class(given, key, meanings))


def _class(given: str, key: str, meanings: Meanings) -> Bilingual:
    """The parts of speech, where each word has one and they differ."""
    one, other = meanings.parts_of_speech(given), meanings.parts_of_speech(key)
    if len(one) != 1 or len(other) != 1 or one == other:
        return NOTHING
    said, wanted = ALL_POS.get(*one), ALL_POS.get(*other)
    if said is None or wanted is None:
        return NOTHING
    return Bilingual(
        zh=f"“{given}”是{said.zh}，这里要{wanted.zh}。", en=f"“{given}” is {said.en}; here {wanted.en} is needed."
    )


# -- texts ---------------------------------------------------------------------------------------------------


def _short_answer(item: Item, given: str, meanings: Meanings) -> Bilingual:
    """What the text says, and where it says what was written."""
    deciding = deciding_sentences(item)
    heard = item.topic == "listening"
    sentences = Passage.of(item).sentences
    where = [sentence for sentence in sentences if given in sentence] if HAN.search(given) else []
    over = [over for sentence in where if (over := meanings.words.as_cut(given, sentence))]
    is_cut = len(over) == len(where)
    if is_cut:
        where = []
    said = ended(item.explanation)
    if item.key not in said.zh:
        said = joined(said, Bilingual(zh=f"应该是“{item.key}”。", en=f"It is “{item.key}”."))
    if GIVEN_UP.match(given):
        return said
    kind = _other_kind(item, given)
    if kind is not None:
        return joined(kind, said)
    if HAN.search(given) and given in item.key:
        part = Bilingual(zh=f"“{given}”还不完整。", en=f"“{given}” is not the whole answer.")
        return joined(part, said)
    if where and not set(where) & set(deciding):
        elsewhere = Bilingual(
            zh=f"“{given}”出现在别的句子里：“{quoted_around(where[0], given)}”。",
            en=f"“{given}” is from another sentence: “{quoted_around(where[0], given)}”.",
        )
        return joined(elsewhere, said)
    if over and is_cut:
        return joined(_cut(item, given, over[0]), said)
    if not where:
        absent = Bilingual(
            zh=f"{'录音里' if heard else '文中'}没有说“{given}”。",
            en=f"{'The recording' if heard else 'The text'} does not say “{given}”.",
        )
        return joined(absent, said)
    return joined(
        Bilingual(
            zh=f"“{given}”在这一句里，但不是问题问的。",
            en=f"“{given}” is in the right sentence, but it is not what was asked.",
        ),
        said,
    )


def _cut(item: Item, given: str, over: list[str]) -> Bilingual:
    """That what was written is no word of the text, but cut out of a longer word, or across two."""
    heard = item.topic == "listening"
    if len(over) == 1:
        return Bilingual(
            zh=f"{'录音里' if heard else '文中'}说的是“{over[0]}”，不是“{given}”。",
            en=f"{'The recording' if heard else 'The text'} says “{over[0]}”, not “{given}”.",
        )
    parted = "｜".join(over)
    return Bilingual(zh=f"“{parted}”里没有“{given}”这个词。", en=f"In “{parted}” there is no word “{given}”.")


@dataclass(frozen=True)
class Asked:
    """A kind of thing that a question word asks for, and how an answer of that kind looks."""

    question: re.Pattern[str]
    answer: re.Pattern[str]
    zh: str
    en: str


HOUR = r"(?:[01]?\d|2[0-4]|零|[一二两三四五六七八九]|十[一二三四五六七八九]?|二十[一二三四]?)"
KINDS = (
    Asked(re.compile("什么颜色|哪种颜色"), re.compile("[色红黄蓝绿白黑灰紫橙棕粉金银青彩花]"), "颜色", "colour"),
    Asked(
        re.compile("几点(?![儿意建])"),
        re.compile(rf"(?:^|[^一二三四五六七八九十\d]){HOUR}(?:[点时:：]|$)"),
        "钟点",
        "time on the clock",
    ),
    Asked(re.compile("多少钱|几块钱|几元"), re.compile(rf"[{DIGITS}半免]"), "价钱", "price"),
    Asked(re.compile("多长时间|多久"), re.compile(rf"[{DIGITS}半整年月天夜周日时久永]"), "多长时间", "length of time"),
)


def _other_kind(item: Item, given: str) -> Bilingual | None:
    """That an answer is not of the kind that the question word asks for; None where the question word tells no kind, or the answer is of it."""
    question = item.question.zh.removesuffix(item.stem)
    kinds = [kind for kind in KINDS if kind.question.search(question)]
    if len(kinds) != 1 or not HAN.search(given):
        return None
    kind = kinds[0]
    if kind.answer.search(given) or given in item.key:
        return None
    return Bilingual(
        zh=f"问的是{kind.zh}，“{given}”不是{kind.zh}。",
        en=f"The question asks for a {kind.en}; “{given}” is not one.",
    )
