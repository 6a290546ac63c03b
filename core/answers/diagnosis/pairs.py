"""What a wrong pair says: to whom the one that was matched belongs, and who belongs here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from core.answers.diagnosis.choices import quoted_around
from core.answers.diagnosis.deciding import Passage
from core.answers.diagnosis.meanings import NOTHING, Meanings, ended, joined, quoted
from core.language.pinyin import parse
from core.records.items import BLANK, Item
from core.wire import Bilingual

MOST_TOLD, MOST_LINES = 2, 1
"""Wrong pairs that are told in full, and of those whose sides are lines; the card shows them all."""
SHORT = 16
"""Characters of a line that is named; of a longer one its beginning."""
BLANK_SHOWN = "（　）"


def told_pairs(item: Item, given: Mapping[str, str], wrong: Sequence[str], meanings: Meanings | None) -> Bilingual:
    """What the wrong pairs did.

    Parameters
    ----------
    given : the right id that was matched with each left id
    wrong : left ids of the pairs that count for nothing, those that were left out apart

    A pair that is right, and counts for nothing because its right side was used twice, is not told.
    """
    right_of_left = dict(pair.split("-") for pair in item.key.split(","))
    wrong = [left for left in wrong if given.get(left) != right_of_left[left]]
    left_of_right = {right: left for left, right in right_of_left.items()}
    swapped = len(wrong) == 2 and [given.get(left) for left in wrong] == [
        right_of_left[left] for left in reversed(wrong)
    ]
    most = MOST_LINES if set(item.tags) & {"replies", "match"} else MOST_TOLD
    told = [
        _told_pair(item, left, given[left], right_of_left[left], left_of_right[given[left]], meanings)
        for left in wrong[:most]
        if given.get(left) in left_of_right and left in right_of_left and item.left
    ]
    if swapped and told and not (set(item.tags) & {"words_to_sentences", "pinyin"}):
        head = Bilingual(zh="这两个正好反了：", en="These two are the wrong way round: ")
        return Bilingual(zh=head.zh + told[0].zh, en=head.en + told[0].en)
    left_out = len(wrong) - len(told)
    more = NOTHING
    if told and left_out:
        plural = "s" if left_out > 1 else ""
        verb = "are" if left_out > 1 else "is"
        more = Bilingual(zh=f"另外还有 {left_out} 对也配错了。", en=f"{left_out} other pair{plural} {verb} wrong too.")
    return joined(*told, more)


def _told_pair(item: Item, left: str, chosen: str, right: str, owner: str, meanings: Meanings | None) -> Bilingual:
    lefts, rights = {each.id: each.text for each in item.left}, {each.id: each.text for each in item.options}
    tags = frozenset(item.tags)
    if "words_to_sentences" in tags:
        return _gap(item, lefts, rights, (left, chosen, right), meanings)
    if "replies" in tags:
        lines = _lines(item)
        told = _belongs(
            _short(lines.get(left, lefts[left])), _short(rights[chosen]), _short(rights[right]), _short(lines.get(owner, lefts[owner])),
            zh="“{chosen}”回答的是“{owner}”；“{left}”的回答是“{right}”。",
            en="“{chosen}” answers “{owner}”; the answer to “{left}” is “{right}”.",
        )  # fmt: skip
        return joined(told, _joins(item, right))
    if "pinyin" in tags and meanings is not None:
        told = _belongs(
            lefts[left], rights[chosen], rights[right], lefts[owner],
            zh="“{left}”读 {right}；{chosen} 是“{owner}”的读音",
            en="{left} is read {right}; {chosen} is how {owner} is read",
        )  # fmt: skip
        return joined(ended(told), _only_tones(rights[chosen], rights[right]))
    if tags & {"meaning", "heard"} and item.topic in ("vocabulary", "listening"):
        heard = _heard_words(item) if "heard" in tags else {}
        of = dict(pair.split("-") for pair in item.key.split(","))
        name = {
            each: _named(heard.get(each, text), rights[of[each]], meanings if heard else None)
            for each, text in lefts.items()
        }
        first, other = name[left], name[owner]
        if heard:
            return Bilingual(
                zh=f"第 {left} 个词是{first.zh}，意思是“{rights[right]}”；“{rights[chosen]}”是{other.zh}的意思。",
                en=f"Word {left} is {first.en}, “{rights[right]}”; “{rights[chosen]}” is what {other.en} means.",
            )
        return Bilingual(
            zh=f"{first.zh}的意思是“{rights[right]}”；“{rights[chosen]}”是{other.zh}的意思。",
            en=f"{first.en} means “{rights[right]}”; “{rights[chosen]}” is what {other.en} means.",
        )
    if set(lefts.values()) & set(rights.values()):
        return joined(_rows(item, left, chosen, owner), _why(item, lefts[left], right, rights[right]))
    told = _belongs(
        quoted(lefts[left]), quoted(rights[chosen]), quoted(rights[right]), quoted(lefts[owner]),
        zh="“{chosen}”配的是“{owner}”；“{left}”配的是“{right}”。",
        en="“{chosen}” goes with “{owner}”; “{left}” goes with “{right}”.",
    )  # fmt: skip
    return joined(told, _why(item, lefts[left], right, rights[right]))


def _why(item: Item, left_text: str, right: str, right_text: str) -> Bilingual:
    """What joins a pair: what is written on it, else where the text has both."""
    note = _joins(item, right)
    return note if note.zh else _in_text(item, left_text, right_text)


def _joins(item: Item, right: str) -> Bilingual:
    """What is written on a right side; empty where nothing is."""
    note = next((option.note for option in item.options if option.id == right), None)
    return NOTHING if note is None else ended(note)


def _only_tones(one: str, other: str) -> Bilingual:
    """That two readings have the same letters."""
    letters = ["".join(syllable.letters for syllable in parse(text.lower()) or ()) for text in (one, other)]
    if letters[0] != letters[1]:
        return NOTHING
    return Bilingual(zh="两个读音只有声调不同。", en="The two differ in tone only.")


def _rows(item: Item, left: str, chosen: str, owner: str) -> Bilingual:
    """A pair where both sides have the same names, which only the rows tell apart."""
    lefts, rights = {each.id: each.text for each in item.left}, {each.id: each.text for each in item.options}
    right = dict(pair.split("-") for pair in item.key.split(","))[left]
    return Bilingual(
        zh=f"左边第 {left} 行“{lefts[left]}”配右边的“{rights[right]}”，不配“{rights[chosen]}”；右边的“{rights[chosen]}”配左边第 {owner} 行“{lefts[owner]}”。",
        en=f"Row {left} on the left, “{lefts[left]}”, goes with “{rights[right]}” on the right, not with “{rights[chosen]}”, which goes with row {owner}, “{lefts[owner]}”.",
    )


def _belongs(left: str, chosen: str, right: str, owner: str, *, zh: str, en: str) -> Bilingual:
    return Bilingual(
        zh=zh.format(left=left, chosen=chosen, right=right, owner=owner),
        en=en.format(left=left, chosen=chosen, right=right, owner=owner),
    )


def _gap(
    item: Item,
    lefts: Mapping[str, str],
    rights: Mapping[str, str],
    ids: tuple[str, str, str],
    meanings: Meanings | None,
) -> Bilingual:
    """A word in the gap of another sentence: what it means, and why this gap needs the other one."""
    left, chosen, right = ids
    word = rights[chosen]
    known = meanings is not None and meanings.knows(word)
    means = ended(meanings.told(word, in_grammar=True)) if meanings is not None and known else NOTHING
    sentence = lefts[left].replace(BLANK, BLANK_SHOWN)
    needs = Bilingual(
        zh=f"你把“{word}”填进了“{_around_blank(sentence)}”，这里要用“{rights[right]}”：",
        en=f"You put “{word}” into “{_around_blank(sentence)}”, which needs “{rights[right]}”: ",
    )
    reason = reason_of(item, left)
    if reason is None:
        needs = ended(Bilingual(zh=needs.zh.removesuffix("："), en=needs.en.removesuffix(": ")))
        return joined(means, needs)
    return joined(Bilingual(zh=needs.zh + ended(reason).zh, en=needs.en + ended(reason).en), means)


def reason_of(item: Item, left: str) -> Bilingual | None:
    """The line of the explanation about one left side, where the explanation has one for each."""
    lines = [dict(_numbered(text)) for text in (item.explanation.zh, item.explanation.en)]
    if any(left not in each for each in lines):
        return None
    return Bilingual(zh=lines[0][left], en=lines[1][left])


def _numbered(text: str) -> list[tuple[str, str]]:
    parts = [line.partition(". ") for line in text.split("\n")]
    return [(number, rest) for number, mark, rest in parts if mark and number.isdigit()]


def _around_blank(sentence: str) -> str:
    """A sentence, or of a long one the clause with the blank."""
    shown = quoted_around(sentence, BLANK_SHOWN)
    return shown if BLANK_SHOWN in shown else sentence


def _short(line: str) -> str:
    line = quoted(line)
    return line if len(line) <= 2 * SHORT else f"{line[:SHORT]}……"


def _lines(item: Item) -> dict[str, str]:
    """The lines that are heard one after the other, by their numbers."""
    lines = (item.audio.text or "").split("\n") if item.audio else []
    return {str(number): line for number, line in enumerate(lines, start=1)} if len(lines) == len(item.left) else {}


def _heard_words(item: Item) -> dict[str, str]:
    words = [word for word in (item.audio.text or "").split("。") if word] if item.audio else []
    return {str(number): word for number, word in enumerate(words, start=1)} if len(words) == len(item.left) else {}


def _named(word: str, gloss: str, meanings: Meanings | None) -> Bilingual:
    reading = meanings.reading_with(word, gloss) if meanings is not None else ""
    return (
        Bilingual(zh=f"“{word}”（{reading}）", en=f"{word} ({reading})")
        if reading
        else Bilingual(zh=f"“{word}”", en=word)
    )


def _in_text(item: Item, left: str, right: str) -> Bilingual:
    """The sentence of the text in which the two stand together."""
    if item.topic not in ("reading", "listening"):
        return NOTHING
    sentences = [quoted_around(sentence, left + right) for sentence in Passage.of(item).sentences]
    shares = [(min(share(left, shown), share(right, shown)), shown) for shown in sentences]
    shares.sort(reverse=True)
    if not shares or shares[0][0] < LEAST_TOGETHER or (len(shares) > 1 and shares[1][0] > shares[0][0] - LEAST_LEAD):
        return NOTHING
    shown = shares[0][1]
    heard = item.topic == "listening"
    return Bilingual(
        zh=f"{'录音里说' if heard else '文中说'}：“{shown}”。",
        en=f"{'You heard' if heard else 'The text says'}: “{shown}”.",
    )


def share(words: str, sentence: str) -> float:
    """The share of the characters of the words that stand in the sentence."""
    return len(set(words) & set(sentence)) / len(set(words))


LEAST_TOGETHER, LEAST_LEAD = 0.65, 0.2
"""Share of the characters of each side that a quoted sentence must have, and how far it must be ahead of any other."""
