"""What a wrong order did: which piece stands on the wrong side of which, and the rule of word order that it breaks.

The right order is parsed, not the given one: a parser is right about sentences that are right. Of the pieces that were moved the first
is named whose tie to another piece was turned round, with the rule that the tie falls under; where no tie was turned round, the
place where the piece belongs is named and no rule.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from core.records.texts import Token
from core.wire import Bilingual


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


MARKS = "，。！？；：、…“”‘’《》（）"
MOMENT = re.compile(
    r"(?:时|时候|年|月|日|号|天|后|前|以来|期间|晚|晚上|早|早晨|早上|夜|夜里|周|末|春|夏|秋|冬|代|世纪|[年月日天周]内|[当平]时|如今|目前|最近)$"
)
"""How a phrase ends that says when, where a parser takes it for one."""
NO_COMPLEMENT = re.compile(r"(?:[觉记懂值使显难晓舍非由认免]得|不得)$")
"""Words that end in 得 without being what a complement follows."""
NO_ADVERBS = _words("不如 不许 不准 不得")
CLAUSE_ENDS = "，。！？；：…"
NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM"})
PREDICATES = frozenset({"VERB", "ADJ"})
MODALS = _words("能 能够 会 可以 可 可能 要 需要 想 应 应该 该 得 必须 愿意 肯 敢 须 宜")
ASPECTS = _words("了 着 过")
NEGATIONS = _words("不 没 没有 别")
LINKERS = _words(
    "不但 不仅 不光 而且 并且 虽然 虽说 尽管 但是 可是 不过 然而 因为 由于 所以 因此 如果 要是 假如 只要 只有 除非 即使 就算 哪怕 无论 不管 既然 一旦 否则 而是 乃至 以及 与其 宁可 或者 还是"
)
MARKED = _words("把 被 让 叫 给 将")
"""What brings a noun before the verb, whatever a parser makes of it."""
PREPOSITIONS = _words(
    "在 从 自从 到 对 对于 关于 跟 给 为 为了 向 往 由 由于 按 按照 根据 依据 除了 以 比 用 随着 沿着 顺着 通过 经过 离 当 趁 替 朝 凭 连 据 于 至于 围绕"
)
QUESTIONED = _words("哪儿 哪里 怎么 怎样")
AFTER_VERBS = _words("在 到 给 于 自 往 向")
"""Prepositions whose phrase may follow a verb."""
SIDES = frozenset("里上中下外边旁前后内")
NUMBER_AND_MEASURE = 2
"""Words in a number with its measure word."""
LITTLE = _words("一点 一点儿 一些 一下 一下儿")
QUANTIFIERS = frozenset(["nummod", "clf", "det"])
TIME = re.compile(
    r"^(?:[今明昨前后]天|[今明去前后]年|现在|刚才|以前|以后|从前|将来|早上|上午|中午|下午|晚上|夜里|半夜|周[一二三四五六日末]|星期[一二三四五六日天]"
    r"|[上下这]个?(?:月|周|星期|学期)|每[天年周]|.{0,6}(?:点|点半|分|月|号|时候|之前|之后|以前|以后|期间))$"
)
LASTING = re.compile(
    r"^[一二两三四五六七八九十百几半多好些\d]+个?(?:多|半)?(?:分钟|小时|钟头|天|年|月|个月|周|星期|次|遍|回|趟|下|下儿|会儿|夜|晚|晚上|辈子|阵)儿?$"
)


@dataclass(frozen=True)
class Rule:
    """A rule of word order: what it says, and whether the piece that it is said of stands before the other one."""

    before: bool
    zh: str
    en: str
    rank: int
    """Rules that say more come first."""
    close: bool = False
    """Whether the two stand side by side."""


SUBJECT = Rule(True, "主语放在谓语前面", "the subject comes before what is said of it", 5)
TOPIC = Rule(True, "先说话题，再说它怎么样", "what the sentence is about comes first, then what is said of it", 6)
OBJECT = Rule(False, "宾语放在动词后面", "an object follows its verb", 3)
ADVERB = Rule(True, "状语放在动词、形容词前面", "an adverb stands before the verb or adjective that it goes with", 1)
NEGATION = Rule(True, "否定词放在被否定的词语前面", "不, 没 and 别 stand before what they deny or forbid", 1)
MODAL = Rule(True, "能愿动词放在动词前面", "a modal verb stands before its verb", 1)
ASPECT = Rule(False, "“了、着、过”跟在动词后面", "了, 着 and 过 follow their verb", 1, close=True)
PARTICLE = Rule(False, "语气词放在句末", "a particle of mood closes its sentence", 0)
LINKER = Rule(True, "关联词放在它引出的内容前面", "a linking word stands before what it introduces", 2)
PREPOSITION = Rule(True, "介词放在它带的词语前面", "a preposition stands before its noun", 1, close=True)
LOCALISER = Rule(
    False, "方位词跟在它说的词语后面", "words like 里, 上 and 以后 follow what they go with", 1, close=True
)
OF = Rule(False, "“的”放在定语和名词之间", "的 stands between what describes and the noun", 1, close=True)
PHRASE = Rule(True, "“{word}”字短语放在动词、形容词前面", "a phrase with {word} stands before the verb or adjective", 0)
PHRASE_HERE = Rule(
    True, "这里“{word}”字短语放在动词、形容词前面", "here the phrase with {word} stands before the verb or adjective", 0
)
FROM_TO = Rule(
    True, "“从……到……”是一个整体，一起放在谓语前面", "从……到…… goes before the verb or adjective as one block", 0
)
PHRASE_AFTER = Rule(False, "这里“{word}”字短语跟在动词后面", "here the phrase with {word} follows the verb", 0)
WHEN = Rule(True, "说时间的词语放在谓语前面", "when it is or happens is said before the verb or adjective", 0)
LARGER_FIRST = Rule(True, "说时间从大到小", "the larger unit of time comes first", 0, close=True)
HOW_LONG = Rule(False, "多长时间、多少次放在动词后面", "how long or how often is said after the verb", 0)
PLACE = Rule(True, "先说地方，再说那里有什么、怎么样", "the place comes first, then what is there", 2)
QUANTITY = Rule(True, "数量词放在名词前面", "number and measure word stand before the noun", 1, close=True)
DESCRIPTION = Rule(True, "定语放在名词前面", "what describes a noun stands before it", 1, close=True)
HOW = Rule(False, "“得”后面才说怎么样", "how it is done is said after 得", 0, close=True)
COPULA = Rule(True, "“是”后面才说是什么", "是 stands before what something is", 2)


@dataclass(frozen=True)
class Tie:
    """Two pieces of which a word of the first depends on a word of the second."""

    piece: int
    of: int
    rule: Rule
    word: str = ""
    """The preposition of a phrase."""


def diagnosis(
    given: Sequence[str],
    right: Sequence[str],
    text: Mapping[str, str],
    tokens: Sequence[Sequence[Token]],
    *,
    moved: Sequence[str],
) -> Bilingual | None:
    """What the order did, in one sentence without the right order; None where no piece that was given is out of place.

    Parameters
    ----------
    given : labels in the order that was given
    right : labels in the nearest right order
    text : the pieces by their labels
    tokens : the parse of the right order, whose text is that of the pieces end to end
    moved : labels that are out of place, in the right order
    """
    at = {label: place for place, label in enumerate(given)}
    places = [at.get(label) for label in right]
    out_of_place = [right.index(label) for label in moved if label in at]
    if not out_of_place:
        return None
    pieces = [text[label] for label in right]
    ties = [
        tie
        for tie in _ties(pieces, tokens)
        if tie.piece in out_of_place or (tie.of in out_of_place and tie.rule is not LINKER)
    ]
    turned = [tie for tie in ties if _is_turned(tie, places)]
    parted = [tie for tie in ties if tie.rule.close and _is_parted(tie, places)]
    for broken, said in ((turned, _said), (parted, _said_apart)):
        if broken:
            best = min(broken, key=lambda tie: (tie.rule.rank, abs(tie.piece - tie.of), tie.piece))
            return said(best, pieces, set(out_of_place))
    return _belongs(out_of_place[0], places, pieces)


def _is_turned(tie: Tie, places: Sequence[int | None]) -> bool:
    one, other = places[tie.piece], places[tie.of]
    return one is not None and other is not None and (one < other) is not (tie.piece < tie.of)


def _is_parted(tie: Tie, places: Sequence[int | None]) -> bool:
    """Whether two that stand side by side were put apart."""
    one, other = places[tie.piece], places[tie.of]
    return one is not None and other is not None and abs(tie.piece - tie.of) == 1 and abs(one - other) > 1


def _ties(pieces: Sequence[str], tokens: Sequence[Sequence[Token]]) -> Iterator[Tie]:
    """Ties between pieces that fall under a rule of word order and keep to it."""
    ends = list(accumulate(map(len, pieces)))
    for sentence in tokens:
        piece_of = [next(index for index, end in enumerate(ends) if token.start < end) for token in sentence]
        for number, token in enumerate(sentence):
            piece = piece_of[number]
            if token.tag == "PUNCT" or token.head < 0 or piece == piece_of[token.head]:
                continue
            if not _hangs_by(number, sentence, piece_of):
                continue
            of = piece_of[token.head]
            inside = [
                other for other, at in zip(sentence, piece_of, strict=True) if at == piece and other.tag != "PUNCT"
            ]
            rule, word = _rule(_Joint(token, inside, sentence, pieces[piece], pieces[of]))
            if rule is SUBJECT and any(
                other.tag == "VERB" and min(piece, of) < at < max(piece, of)
                for other, at in zip(sentence, piece_of, strict=True)
            ):
                continue  # in front of a chain of verbs, of which the subject stands before the first
            if rule is not None and rule.before is (piece < of):
                yield Tie(piece, of, rule, word)


def _hangs_by(number: int, sentence: Sequence[Token], piece_of: Sequence[int]) -> bool:
    """Whether all of a word's piece depends on the word that it depends on itself: else the tie is that of a part of the piece."""
    return all(
        other.head >= 0 and (piece_of[other.head] == piece_of[number] or other.head == sentence[number].head)
        for place, other in enumerate(sentence)
        if piece_of[place] == piece_of[number] and other.tag != "PUNCT"
    )


@dataclass(frozen=True)
class _Joint:
    """A word by which its piece hangs on a word of another piece."""

    token: Token
    inside: Sequence[Token]
    """All words of its piece."""
    sentence: Sequence[Token]
    piece: str
    of: str

    @property
    def head(self) -> Token:
        return self.sentence[self.token.head]

    @property
    def relation(self) -> str:
        return self.token.relation.partition(":")[0]

    @property
    def bare(self) -> str:
        return self.piece.strip(MARKS)

    @property
    def before(self) -> bool:
        return self.token.start < self.head.start

    @property
    def of_predicate(self) -> bool:
        return self.head.tag in PREDICATES

    @property
    def preposition(self) -> str:
        """The preposition with which the piece begins."""
        first = self.inside[0].text
        if first in MARKED and len(self.inside) > 1:
            return first
        if self.bare.startswith("在") and len(self.bare) > 1:
            return "在"
        return next((word for word in self._prepositions() if self.bare.startswith(word) and self.bare != word), "")

    @property
    def noun_phrase(self) -> str:
        """The word on which the piece hangs with what stands close before it, as the other piece begins where it begins with them."""
        first = self.head.start
        for other in reversed(self.sentence):
            if (
                other.end == first
                and other.head >= 0
                and self.sentence[other.head] is self.head
                and other.tag in (*NOMINAL, "ADJ")
            ):
                first = other.start
        return "".join(other.text for other in self.sentence if first <= other.start <= self.head.start)

    @property
    def is_apart_from_its_preposition(self) -> bool:
        return any(not self.bare.startswith(word) for word in self._prepositions())

    def _prepositions(self) -> Iterator[str]:
        for other in self.sentence:
            depends = other.head >= 0 and self.sentence[other.head] is self.token and other.start < self.token.start
            if depends and other.tag == "ADP" and other.relation.startswith("case"):
                yield other.text

    @property
    def is_nominal(self) -> bool:
        """Whether the piece is a noun with what describes it."""
        if (
            self.is_apart_from_its_preposition
            or self.bare[0] in "以就由按据对"
            or self.bare in QUESTIONED
            or LASTING.match(self.bare)
            or TIME.match(self.bare)
        ):
            return False
        predicate = any(other.relation == "cop" or other.text in ASPECTS for other in self.inside)
        return self.token.tag in NOMINAL and not predicate and (not self.has_verb or "的" in self.bare)

    @property
    def counts(self) -> bool:
        """Whether the piece is a number with its measure word, or this and that with theirs, and no noun."""
        return all(other.relation.partition(":")[0] in QUANTIFIERS for other in self.inside)

    @property
    def is_number(self) -> bool:
        return len(self.inside) <= NUMBER_AND_MEASURE and any(other.tag == "NUM" for other in self.inside)

    @property
    def joins(self) -> bool:
        """Whether the piece joins its noun to another one, of whom 都 speaks, instead of saying with whom."""
        return self.preposition in ("和", "跟", "与", "同") and any(other.text == "都" for other in self.sentence)

    @property
    def has_verb(self) -> bool:
        """Whether there is a verb in the piece beside the word itself."""
        return any(other.tag == "VERB" and other is not self.token for other in self.inside)


def _rule(joint: _Joint) -> tuple[Rule | None, str]:
    """The rule that ties a word to its head, and the preposition of a phrase; no rule where the tie says nothing of order."""
    relation, bare, before = joint.relation, joint.bare, joint.before
    if bare in LINKERS:
        return (LINKER if before else None), ""
    word = joint.preposition
    if joint.of_predicate and word and (relation == "obl" or word in MARKED or word == "在"):
        after = PHRASE_AFTER if word in AFTER_VERBS else None
        is_noun = word == "对" and "的" in bare
        is_clause = joint.has_verb or joint.joins or is_noun or joint.piece[-1] in CLAUSE_ENDS
        return (None if is_clause else _phrase(joint) if before else after), word
    if before and TIME.match(bare) and TIME.match(joint.of.strip(MARKS)):
        return LARGER_FIRST, ""
    if joint.of_predicate and before and _says_when(joint):
        return WHEN, ""
    if joint.of_predicate and not before and LASTING.match(bare):
        return HOW_LONG, ""
    of = joint.of.rstrip(MARKS)
    if not before and len(of) > 1 and of.endswith("得") and not NO_COMPLEMENT.search(of):
        return HOW, ""
    return _rule_of_relation(joint), ""


def _phrase(joint: _Joint) -> Rule:
    """The rule of a phrase before its verb: 到 with 从 makes one block, and some phrases stand after other verbs."""
    word, start = joint.preposition, joint.token.start
    if word == "到" and any(other.text in ("从", "自") and other.start < start for other in joint.sentence):
        return FROM_TO
    return PHRASE_HERE if word in AFTER_VERBS and word != "给" else PHRASE


def _says_when(joint: _Joint) -> bool:
    if joint.is_apart_from_its_preposition or joint.preposition:
        return False
    return bool(TIME.match(joint.bare)) or (
        joint.token.relation.endswith(":tmod")
        and bool(MOMENT.search(joint.bare))
        and all(other.tag in (*NOMINAL, "ADP", "PART") for other in joint.inside)
    )


def _rule_of_relation(joint: _Joint) -> Rule | None:
    relation, token, bare, before = joint.relation, joint.token, joint.bare, joint.before
    if relation == "advmod":
        adverbs = all(other.tag == "ADV" or other.text == "地" for other in joint.inside) and bare not in NO_ADVERBS
        return (NEGATION if bare in NEGATIONS else ADVERB) if adverbs and joint.of_predicate else None
    if relation == "aux":
        return ASPECT if bare in ASPECTS else MODAL if token.text in MODALS else None
    if relation == "discourse":
        return PARTICLE if bare == token.text and (joint.piece[-1] in CLAUSE_ENDS or not before) else None
    if relation == "case" and bare == token.text:
        return OF if bare == "的" else LOCALISER if not before else PREPOSITION if bare in PREPOSITIONS else None
    if relation in ("nsubj", "obj", "iobj") and joint.is_nominal:
        if relation != "nsubj":
            follows = joint.head.tag == "VERB" and bare not in LITTLE and not joint.is_number
            return OBJECT if follows else None
        if MOMENT.search(bare):
            return WHEN if before else None
        return PLACE if bare[-1] in SIDES and len(bare) > 1 else SUBJECT
    if relation in ("nummod", "clf"):
        return QUANTITY if joint.counts and joint.head.tag in NOMINAL else None
    if relation in ("amod", "acl", "det", "nmod"):
        determines = all(other.relation.partition(":")[0] in (*QUANTIFIERS, "amod") for other in joint.inside)
        describes = bare.endswith("的") and joint.of.startswith(joint.noun_phrase)
        return DESCRIPTION if before and joint.head.tag in NOMINAL and (determines or describes) else None
    return {"dislocated": TOPIC, "cop": COPULA}.get(relation)


def _said(tie: Tie, pieces: Sequence[str], moved: Collection[int]) -> Bilingual:
    """The rule, said of the piece of the two that was moved."""
    one, other, before = pieces[tie.piece].strip(MARKS), pieces[tie.of].strip(MARKS), tie.rule.before
    if tie.piece not in moved:
        one, other, before = other, one, not before
    zh_side, en_side = ("后面", "after") if before else ("前面", "before")
    return Bilingual(
        zh=f"你把“{one}”放在了“{other}”{zh_side}：{tie.rule.zh.format(word=tie.word)}。",
        en=f"You put “{one}” {en_side} “{other}”: {tie.rule.en.format(word=tie.word)}.",
    )


def _said_apart(tie: Tie, pieces: Sequence[str], _moved: Collection[int]) -> Bilingual:
    one, other = pieces[tie.piece].strip(MARKS), pieces[tie.of].strip(MARKS)
    zh_side, en_side = ("前面", "before") if tie.rule.before else ("后面", "after")
    return Bilingual(
        zh=f"你把“{one}”和“{other}”分开了，“{one}”要紧接在“{other}”{zh_side}：{tie.rule.zh.format(word=tie.word)}。",
        en=f"You put “{one}” and “{other}” apart; “{one}” stands directly {en_side} “{other}”: {tie.rule.en.format(word=tie.word)}.",
    )


def _belongs(piece: int, places: Sequence[int | None], pieces: Sequence[str]) -> Bilingual:
    """What a piece was put behind, and where it belongs."""
    bare = [each.strip(MARKS) for each in pieces]
    place = places[piece]
    previous = next((index for index, other in enumerate(places) if place and other == place - 1), None)
    put = (
        Bilingual(zh=f"你把“{bare[piece]}”放在了最前面", en=f"You put “{bare[piece]}” first")
        if previous is None
        else Bilingual(
            zh=f"你把“{bare[piece]}”放在了“{bare[previous]}”后面",
            en=f"You put “{bare[piece]}” after “{bare[previous]}”",
        )
    )
    if piece == 0:
        return Bilingual(zh=f"{put.zh}；它应该在最前面。", en=f"{put.en}; it comes first.")
    if piece == len(pieces) - 1:
        return Bilingual(zh=f"{put.zh}；它应该在最后。", en=f"{put.en}; it comes last.")
    return Bilingual(
        zh=f"{put.zh}；它应该在“{bare[piece - 1]}”和“{bare[piece + 1]}”之间。",
        en=f"{put.en}; it belongs between “{bare[piece - 1]}” and “{bare[piece + 1]}”.",
    )
