"""Serial verbs: one act after the other, manner and purpose, cause (连动句)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import predicate
from core.language.grammar.sentence import Sentence, Span
from core.language.grammar.syntax.amounts import QUANTITY
from core.language.grammar.syntax.clauses import Clause, clauses, end_of_object
from core.language.grammar.syntax.tokens import NOMINAL
from core.language.grammar.word_classes import expanded, pattern, words

GOING = words("verbs_of_going")
DIRECTION = words("direction_verbs")
VEHICLE = expanded(
    r"(?:%{vehicles}|公交车?|公共汽车|出租车?|%{kinds_of_vehicles}车|摩托车?|电动车|电梯|马|\S{0,3}号线|\S{0,3}路车?|\S{0,4}航班)"
)
MANNER = pattern(
    r"(?:(?:坐|乘坐?|搭乘?|骑|开|打|换乘?)(?:着|了)?(?:[^，。的]{0,3})?"
    + VEHICLE
    + r"|走路|步行|骑车|开车|坐车|打车|打的|坐船|跑步|骑马)(?:%{acts_after_vehicles}|上[班学街]|上|出[去门发]|旅[行游])"
)
POSTURE = pattern(
    r"%{postures}在[^，。的]{1,6}?(?:上|里|旁边?|边|前|下|中|口|这儿|那儿|家)(?:都|一边|静静地|一起|认真地|安静地)?(?P<n>[一-龥])"
)
FOR_USE = pattern(
    r"(?:找|买|拿|借|倒|订|租|挑|弄|带)(?:了|个|点儿?|些|一[点个些本杯碗份件瓶块])(?:儿)?[^，。的了]{0,6}?(?:坐坐|吃|喝|看看|看|住|玩儿?|穿|用|聊聊|休息|送给?|给)|"
    r"(?:打(?:了|个|一个)*电话|写信|发(?:了|个|条)*(?:短信|微信|消息|邮件)|举手|点头)(?:给[^，。]{1,4})?(?:%{acts_of_contact}|预[订约])"
)
BEFORE_PERSONS = words("prepositions_of_persons")
REPEATED = re.compile(r"(.{1,2})着\1着")


def _is_main_verb(clause: Clause, index: int) -> bool:
    return clause.tag(index) == "VERB" and clause.word(index) not in DIRECTION and clause.word(index + 1) not in {"的"}


def _is_verb(clause: Clause, index: int) -> bool:
    return clause.tag(index) == "VERB" and clause.word(index) not in DIRECTION


ADVERBS_BETWEEN_CLAUSES = words("adverbs_between_clauses")


def _skip_adverbs(clause: Clause, index: int) -> int:
    while clause.tag(index) == "ADV" and clause.word(index) not in ADVERBS_BETWEEN_CLAUSES:
        index += 1
    return index


NOT_BEFORE_GOING = tuple(words("not_before_going"))


def _goes_for(clause: Clause, index: int) -> bool:
    """Whether a verb of motion, with or without a place, is followed by what it is done for."""
    word = clause.word(index)
    if (
        clause.tag(index) != "VERB"
        or word not in GOING
        or re.search(r"[^一]起$|^起$", clause.before(index))
        or clause.before(index).endswith(NOT_BEFORE_GOING)
    ):
        return False
    if clause.word(index - 1) in {"由", "让我"} or (
        re.search(r"(?:从|对|对于|按|由|拿|用|就)[^，]{1,15}$", clause.before(index)) and word == "来"
    ):
        return False
    if (
        clause.tag(index - 1) == "VERB"
        and word not in {"去", "来"}
        and clause.word(index - 1) not in {"想", "打算", "要", "准备", "喜欢"}
    ):
        return False
    return _purpose_follows(clause, word, index)


VERBS_OF_ARRIVING = words("verbs_of_arriving")
OFFERS = words("offers")


def _purpose_follows(clause: Clause, word: str, index: int) -> bool:
    """Whether after a verb of motion (and its goal) another verb stands."""
    begin = index + 1
    if clause.word(begin) in {"了", "过"}:
        begin += 1
    following = end_of_object(clause, begin, 5)
    if word in VERBS_OF_ARRIVING and following == begin:
        return False
    if word == "到" and (
        clause.tag(begin) in {"NUM"}
        or re.match(r"(?:现在|目前|时候|今天|最后|底|晚上|后来|下[个一]|明[天年]|处|时)", clause.word(begin))
    ):
        return False
    if following > begin and clause.word(following - 1) in {"的", "时候", "时", "以后", "后", "之后", "以前", "前"}:
        return False
    following = _skip_adverbs(clause, following)
    if clause.tag(following) == "ADP" and clause.word(following) in BEFORE_PERSONS:
        following = end_of_object(clause, following + 1, 3)
    if (
        word == "来"
        and following == begin
        and clause.before(index).endswith(("我", "我们", "咱们", "你", "谁"))
        and clause.word(following) in OFFERS
    ):
        return False
    return _is_main_verb(clause, following) or (
        clause.tag(following) == "VERB" and following > begin and clause.word(following) in {"看"}
    )


PREPOSITION_WITH_ZHE = pattern(r"%{prepositions_ending_in_zhe}$")


def _in_manner(clause: Clause) -> bool:
    text = clause.text
    if MANNER.search(text) or FOR_USE.search(text):
        return True
    posture = POSTURE.search(text)
    if posture and _is_verb(clause, clause.token_over(posture.start("n"))):
        return True
    for index in clause.indices():
        if clause.word(index) == "着" and clause.tag(index - 1) == "VERB" and not REPEATED.search(text):
            if PREPOSITION_WITH_ZHE.search(clause.word(index - 1)):
                continue
            following = _skip_adverbs(clause, end_of_object(clause, index + 1, 5))
            following += clause.word(following) in {"不", "没", "没有"}
            if clause.word(following) == "在":
                continue
            if (
                _is_verb(clause, following)
                or clause.word(following) in {"说", "去", "来", "回来", "回去", "走", "出去", "过来"}
            ) and clause.word(following) != clause.word(index - 1):
                return clause.tag(following) == "VERB"
        if clause.word(index) == "用" and clause.tag(index) in {"VERB", "ADP"}:
            following = end_of_object(clause, index + 1, 5)
            if (
                following > index + 1
                and clause.word(following - 1) != "的"
                and (_is_main_verb(clause, following) or clause.word(following) == "来")
            ):
                return True
    return False


@predicate
def manner_or_purpose(sentence: Sentence) -> Iterator[Span]:
    """【三56】: the first verb tells the manner, or the second the purpose."""
    for clause in clauses(sentence):
        if any(_goes_for(clause, index) for index in clause.indices()) or _in_manner(clause):
            yield clause.span


AFTER_DONE = words("complements_of_first_acts")
BRIEF_ACTS = words("brief_acts")
FIRST_ACTS = pattern(
    r"(?<![要没不])(?:%{first_acts}|站起身来?|坐下来?|转过身来?|回过头来?|抬起?头来?|拿起[^，。]{1,4}|放下[^，。]{1,4}|穿上[^，。]{1,4}|"
    r"脱下[^，。]{1,4}|关上[^，。]{1,3}|打开[^，。]{1,3}|推开[^，。]{1,3}|背上[^，。]{1,3}|戴上[^，。]{1,3}|拿出[^，。]{1,5}|掏出[^，。]{1,5}|"
    r"接过[^，。]{1,4}|端起[^，。]{1,3})(?P<n>[一-龥])"
)
DRESSED = re.compile(
    r"(?:穿[上好]|放下|关[上好]|锁[上好]|戴上|拿[上起]|背上|收拾好|吃完|洗完|喝完|做完|看完|写完|办完|买完)[^，。的]{1,4}?(?:下楼|上楼|出门|回家|去|走|睡觉|上班|上学|离开|出去)"
)


def _then_acts(clause: Clause) -> bool:
    if DRESSED.search(clause.text):
        return True
    match = FIRST_ACTS.search(clause.text)
    if match:
        index = clause.token_over(match.start("n"))
        if (
            clause.tag(index) == "VERB"
            and clause.sentence.spans[index][0] == clause.start + match.start("n")
            and clause.word(index) not in {"来", "起来", "的"}
            and clause.word(index + 1) != "的"
        ):
            return True
    return any(_done_then(clause, i) for i in clause.indices())


def _done_then(clause: Clause, index: int) -> bool:
    """Whether a verb with 完, 好, 上 ... or 了 (and its object) is followed by a second action."""
    word, mark = clause.word(index), clause.word(index + 1)
    if clause.tag(index) != "VERB" or word in {"有", "没有", "是", "为", "成为"} | GOING:
        return False
    if mark in {"上", "下"} and clause.word(index + 2) in {"个", "次", "周", "午", "星期", "一"}:
        return False
    done = mark in AFTER_DONE or (mark == "了" and word in BRIEF_ACTS)
    if not done and not re.search(r".(?:完|好|上|下|起|开|出)$", word):
        return False
    begin = index + 2 if done else index + 1
    if clause.word(begin) == "了":
        begin += 1
    if clause.word(begin) == "的":
        return False
    following = _skip_adverbs(clause, end_of_object(clause, begin, 5))
    second = clause.word(following)
    if second in {"来", "去"} and re.search(r".[出上下进回起开]$", word + (mark if mark in AFTER_DONE else "")):
        return False
    if following == begin and mark not in {"完", "好"} and not word.endswith(("完", "好")):
        return False
    between = clause.word(following - 1)
    if between in {"的", "后", "以后", "之后", "时", "时候"} or re.match(
        QUANTITY + r"?(?:次|遍|下|天|年|小时|分钟)$", between
    ):
        return False
    attribute = (
        re.search(r"的[^，。]*[^，。了吗呢吧]$", clause.rest(following)) and clause.tag(clause.last - 1) in NOMINAL
    )
    if attribute or clause.tag(following) != "VERB" or second in {"是", "有"}:
        return False
    return second in {"来", "去", "走", "回来", "回去", "出去", "进来", "进去"} or _is_main_verb(clause, following)


@predicate
def one_after_another(sentence: Sentence) -> Iterator[Span]:
    """【二57】: one action follows the other."""
    yield from (clause.span for clause in clauses(sentence) if _then_acts(clause))


MEANS = expanded("%{nouns_of_means}|权利?|空儿?")
HAS_TO = re.compile(
    r"(?P<h>有|没有|没)(?:足够的|很多|更多的?|什么|太多的?|一点儿?|这个|那个|那么多|这么多|许多|机会)?(?P<m>"
    + MEANS
    + r")(?P<n>[一-龥])"
)
BECAUSE = pattern(
    r"(?:生病|[^毛看治得]病|%{mishaps})(?:得|了)?(?P<n>%{negative_outcomes}|"
    r"没有(?=.))|(?<![好])(?:听|看|吃|喝|知道|读|收到)(?:了|完|后)(?:[^，。]{0,4})?(?:很|非常|十分|特别|更|都很)%{reactions}"
)
BUT_NOT = re.compile(
    r"(?P<v>[一-龥]{1,2})(?:了|完|好)(?:又|也|却|还|就)?(?P<n>没(?!完|有了|什么)|没有|不)(?P<m>[一-龥])"
)


@predicate
def cause_or_condition(sentence: Sentence) -> Iterator[Span]:
    """【五41】: cause, contrast or condition between the verbs."""
    for clause in clauses(sentence):
        text = clause.text
        has = HAS_TO.search(text)
        if (
            has
            and "有没有" not in text[: has.end()]
            and clause.tag(clause.token_over(has.start("n"))) in {"VERB"}
            and clause.sentence.spans[clause.token_over(has.start("n"))][0] == clause.start + has.start("n")
            and not re.search(r"的(?:" + MEANS + ")$", text)
            and clause.word(clause.token_over(has.start("n"))) not in DIRECTION - {"去", "来", "说"}
        ):
            yield clause.span
            continue
        if BECAUSE.search(text) and "因" not in text and "如果" not in text:
            yield clause.span
            continue
        but = BUT_NOT.search(text)
        if (
            but
            and clause.tag(clause.token_over(but.end("v") - 1)) == "VERB"
            and clause.tag(clause.token_over(but.start("m"))) == "VERB"
            and not re.search(r"(?:了解|为了|除了|到了)", but[0])
            and "不了" not in but[0]
        ) and not re.search(r"了没有?$", text):
            yield clause.span
