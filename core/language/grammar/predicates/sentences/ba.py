"""Sentences with 把, by what follows the verb (“把”字句)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.sentence import Sentence, once
from core.language.grammar.syntax.clauses import Clause, clauses
from core.language.grammar.syntax.people import PERSON, is_person

BA = re.compile(
    r"(?<![一二两三四五六七八九十几0-9每第拖刀火])把(?!手(?![机里头上中套表伸放指洗举背臂电工续插])|握(?!住|紧)|柄|关(?!上|掉)|戏(?!演)|门(?!关|打|锁|推|开|给|撞|踢|带|敲|也|一)|控|玩|守|脉|风|儿|兄弟|势|酒|式|，|。|、)"
)
TIMES = re.compile(
    r"^(?:了|过)?(?:整整|足足|好|很)?(?:[一二两三四五六七八九十几半数多好\d]+(?:个|多)?(?:顿|遍|次|下|回|眼|天|年|月|小时|钟头|分钟|番|通|趟|声|阵|会儿|圈|晚上|上午|下午|星期|周)|很久|半天)"
)
AFFECTS = re.compile(
    r"^(?:气|急|累|吓|乐|感动|高兴|吵|惊|笑|热|冻|饿|困|辣|疼|烦|愁|难|逗|羞|呛|憋|闷|忙|冷|渴|激动|兴奋|折磨|激怒|惹|磨|吵醒|惊醒|吓坏|累坏|气坏|难倒|难住|逗乐|急坏|急死|饿坏|乐坏|烦死|惊呆|吓哭|急哭|惹怒|惹恼|冻坏|熏|馋|美|震|撑|噎|坑|苦|害|淋|迷|醉|疼死|累死|吵死)"
)
BODY = re.compile(r"(?:脚|手|腿|眼睛|肚子|头|脸|嗓子|鼻子|心|腰|牙|耳朵|皮肤|胃|背|肩膀|眼泪)$")
INTRANSITIVE = re.compile(r"^(?:死|跑|飞|走|病|没|丢|哭|溜|逃|瞎|聋)$")
AT_ONCE = re.compile(
    r"把[^，。]{1,12}?(?<![统第专万成了到作为给在])一(?![个下点些定次遍顿样直起边天年本张件条份种句半切片块杯口])[^，。一了]{1,2}$"
)
GOAL = re.compile(r"^(?:在|到|进|回|往|向|入|至|于|给|成|为|作|做|上|下|过|起|出|开|得|来|去|当)")
COMPLEMENT = re.compile(
    r"^(?:不)?(?:完|好|光|破|坏|干净|清楚|错|掉|上|下|起|回|走|开|到|满|成|妥|齐|整齐|丢|碎|熟|干|烂|断|脏|湿|出|进|见|明白|住|倒|死|大|小|长|短|高|低|远|近|直|弯|平|紧|松|死|活|跑|飞|透|全|够|对|准|通|懂|会|醒|哭|惯|稳|实|严|牢|红|黑|白|亮|暗|热|冷|凉|软|硬|轻|重|多|少|早|晚|快|慢|得|来|去|过|散|翻|尽|净|遍|足|细|薄|厚|宽|窄|粗|空|光|秃|暖|胖|瘦|正|歪|反|倒|乱|错|疯|傻|成|给|在|为|作|做|入|至|往|向|清)"
)
VERB_ENDS = re.compile(
    r".(?:完|好|光|破|坏|掉|上|下|起|回|走|开|到|满|成|齐|丢|碎|断|出|进|见|住|倒|大|出来|出去|回来|回去|起来|下来|下去|过来|过去|进来|进去|上来|上去|为|作|做|清|净|明|给|在|错|尽|散|清楚|干净)$"
)


def _verb_of(clause: Clause, ba: int) -> int:
    """The verb that 把 belongs to: by the parse, or the first verb after an object; -1 without one."""
    tokens = clause.sentence.tokens
    head = tokens[ba].head
    for place in (tokens[head].head if head >= 0 else -1, head):
        if (
            ba + 1 < place < clause.last
            and clause.tag(place) in {"VERB", "ADJ"}
            and clause.word(place + 1) != "的"
            and clause.word(place - 1) != "的"
        ):
            return _after_given(clause, _first_of_chain(clause, place, ba))
    seen = len(clause.word(ba)) > 1
    for place in range(ba + 1, clause.last):
        if seen and clause.tag(place) == "VERB" and "的" not in {clause.word(place + 1), clause.word(place - 1)}:
            return _after_given(clause, place)
        seen = seen or clause.tag(place) in {"NOUN", "PRON", "PROPN"}
    return next((at for at in range(ba + 2, clause.last) if clause.tag(at) in {"VERB", "ADJ"}), -1)


def _after_given(clause: Clause, place: int) -> int:
    """On from 给 before the verb to the verb."""
    return place + 1 if clause.word(place) == "给" and clause.tag(place + 1) in {"VERB", "ADJ"} else place


def _first_of_chain(clause: Clause, place: int, ba: int) -> int:
    """Back to the first of two verbs in a row, when the parse takes the complement for the head."""
    while place - 1 > ba + 1 and COMPLEMENT.match(clause.word(place)):
        before = clause.word(place - 1)
        acts = clause.tag(place - 1) == "VERB" and before not in {"给", "会", "往", "向", "朝", "到"}
        if not acts and not (clause.tag(place - 1) == "ADJ" and AFFECTS.match(before)):
            break
        place -= 1
    return place


def kinds_of_ba(clause: Clause, ba: int) -> str:
    """Numbers of the 把 sentences (1 to 5) that a clause is; two when the form fits two descriptions."""
    if AT_ONCE.search(clause.text) and not re.search(r"(.)一\1$", clause.text):
        return "3"
    verb = _verb_of(clause, ba)
    if verb < 0:
        return ""
    text, word = clause.sentence.text, clause.word(verb)
    start = clause.sentence.spans[verb][0]
    given = text[clause.sentence.spans[ba][1] : start]
    full = text[start : clause.end].rstrip("吗吧呢啊呀嘛啦”")
    tail = full[len(word) :]
    thing = re.sub(r"(?:都|全|给|一下子|好好儿?地?|也|再|又)+$", "", given)
    animate = is_person(thing) or bool(BODY.search(thing)) or bool(re.search(PERSON + "$", thing))
    if re.search(r"[^统第专]一$", given) and tail in {"", "就"} and len(word) <= 2:
        return "3"
    if clause.text.startswith(("看把", "瞧把")) and tail.startswith(("得", "的")):
        return ""
    if re.search(TIMES.pattern.removeprefix("^").replace("(?:了|过)?", "(?:了|过)", 1) + "$", full):
        return "2"
    if (
        re.match(r"^(.{1,2})(?:一|了|了一)?\1(?!.*地)", full)
        or TIMES.match(tail)
        or (len(word) == 2 and word[0] == word[1])
    ):
        return "2"
    if tail.startswith("着"):
        return "2"
    if (
        AFFECTS.match(word)
        and animate
        and (tail.startswith("得") or COMPLEMENT.match(tail) or len(word) > 1)
        and not GOAL.match(tail[:1] if tail[:1] in "在到给进" else "x")
    ):
        return "4"
    if word == "吓" and tail.startswith("了一"):
        return "4"
    if re.match(r"(.{1,2})了又\1", full):
        return ""
    if INTRANSITIVE.match(word) and animate and tail in {"了", "掉了"} and not re.search("给$", given):
        return "5"
    return _disposal(clause, verb, given, word, tail)


def _disposal(clause: Clause, verb: int, given: str, word: str, tail: str) -> str:
    """The kinds 1 to 3 that are told apart by what follows the verb."""
    plain = tail.rstrip("的")
    if tail.startswith(("的这么", "的那么", "的很", "得", "成", "给", "在", "到", "为", "作")):
        return "1"
    if VERB_ENDS.match(word) and not word.startswith("给"):
        return "1"
    if plain in {"了", "过了"}:
        return "2" if given.endswith("给") else "23"
    if not plain:
        if re.search(r"[往朝向]$", given):
            return "3"
        adverbial = re.search(r"(?:地|往.{1,3}|向.{1,3}|到处|乱|随便|从.{1,6}|朝.{1,3}|不断|一直)$", given)
        return "3" if adverbial or clause.tag(verb - 1) == "ADV" else "1"
    if COMPLEMENT.match(plain) and not re.match(r"^(?:下[一个]|上[一个]|[大小][^了]|[长多少][^了一])", plain):
        return "1"
    if clause.tag(verb + 1) in {"VERB", "ADJ"}:
        return "1"
    if re.match(r"(?:告诉|送|交|还|借|卖|教|寄|传|递|让|租|转交|告知|通知|奖励)", word) and re.match(
        PERSON, plain.removeprefix("了")
    ):
        return "1"
    following = plain.removeprefix("了").removeprefix("过")
    if re.match(PERSON, following) and not plain.startswith("了"):
        return "1"
    return "3"


@once
def _kinds_by_clause(sentence: Sentence) -> Iterator[tuple[Span, frozenset[str]]]:
    """Each clause with 把, and which of the five kinds it is."""
    for clause in clauses(sentence):
        found = BA.search(clause.text)
        if found:
            place = clause.place_at(found.start())
            if clause.word(place) in {"把", "把手", "倒把", "把门", "把头", "就把"}:
                yield clause.span, frozenset(kinds_of_ba(clause, place))


def _of_kind(sentence: Sentence, wanted: str) -> Iterator[Span]:
    return (span for span, kinds in _kinds_by_clause(sentence) if wanted in kinds)


@predicate
def placed_or_changed(sentence: Sentence) -> Iterator[Span]:
    """【三54】: with 在 or 到 and a place, with a receiver, or with a complement."""
    yield from _of_kind(sentence, "1")


@predicate
def doubled_or_timed(sentence: Sentence) -> Iterator[Span]:
    """【四38】: the verb doubled, with 了 or 着, or with times or duration."""
    yield from _of_kind(sentence, "2")


@predicate
def handled(sentence: Sentence) -> Iterator[Span]:
    """【五39】: an adverbial before the bare verb, 一 and the verb, 了, or a second object."""
    yield from _of_kind(sentence, "3")


@predicate
def caused_state(sentence: Sentence) -> Iterator[Span]:
    """【六40】: something causes a state or feeling."""
    yield from _of_kind(sentence, "4")


@predicate
def caused_act(sentence: Sentence) -> Iterator[Span]:
    """【七—九088】: the object does the action of an intransitive verb."""
    yield from _of_kind(sentence, "5")
