"""Clauses and word lists that the predicates for sentence patterns share, and the patterns with 是 and 有."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.sentence import Sentence, once


def word_list(words: str) -> list[str]:
    """The words of a string that parts them with spaces."""
    return words.split()


QUOTES = "“”\"'‘’「」『』（）()《》 　"
OPENING = {"”": "“", "’": "‘", "」": "「", "』": "『", "）": "（", ")": "(", "》": "《"}
PARTICLES = "吗吧呢啊呀嘛啦哦呗哇"
PRONOUN = "(?:我们|你们|他们|她们|它们|咱们|大家|自己|别人|人家|对方|我|你|您|他|她|它|咱|谁)"
KIN = word_list(
    "领导 司机 各位 诸位 女士 对方 代表 同志们 法官 律师 主任 院长 科长 市民 居民 爸爸 妈妈 爷爷 奶奶 哥哥 姐姐 弟弟 妹妹 孩子 儿子 女儿 父亲 母亲 父母 老师 同学 朋"
    "友 学生 医生 经理 老板 同事 顾客 客人 邻居 阿姨 叔叔 丈夫 妻子 太太 先生 小姐 姑娘 司机 警察 校长 班长 队长 服务员 同屋 大家 人们 孩子们 人 小孩儿 小孩子 小孩 "
    "老人 小偷 女朋友 男朋友 家人 亲人 家长 徒弟 师傅 观众 读者 游客 旅客 乘客 病人 专家 记者 工人 农民 教授 选手 员工 用户 消费者 老百姓 群众 青年 年轻人 大伙儿 大伙"
    " 老公 老婆 老伴儿 犯人 王老师 秘书 猫 狗 小猫 小狗 鸟 小鸟 爸 妈 哥 姐 弟 妹 同志"
)
PERSON = f"(?:{PRONOUN}|(?:我|你|他|她)?(?:的)?(?:{'|'.join(sorted(KIN, key=len, reverse=True))})们?|[小老][王李张刘陈杨赵黄周吴林马高孙]|[王李张刘陈杨赵黄周吴林马高孙](?:老师|经理|教授|医生|先生|小姐|阿姨|叔叔|师傅|主任))"
IS_PERSON = re.compile(PERSON + "$")
QUANTITY = r"(?:[零一二两三四五六七八九十百千万亿几半多\d０-９]+(?:来|多)?(?:个半|个|[^，。；：！？的]{1,2}))"
NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})
NOT_LEXICAL = frozenset({"ADV", "AUX", "PART", "PUNCT", "CCONJ", "SCONJ"})
MODAL = "会|能|能够|可以|可能|应该|应当|应|该|要|想|肯|敢|愿意|必须|需要|值得|不|没|没有|绝对|一定|肯定|完全|永远|根本|决|万万|从来|很|非常|十分|相当|最|比较|挺|更|极|极其|特别|格外|太|够|真|多么|不可能|有"

ADJECTIVE = re.compile(
    r"(?:大|小|高|低|矮|长|短|多|少|好|坏|快|慢|早|晚|贵|便宜|冷|热|暖和|凉快|新|旧|远|近|重|轻|难|容易|忙|累|胖|瘦|强|弱|深|浅|宽|窄|厚|薄|漂亮|好看|好吃|好听|聪明|努力|认真|干净|安静|热闹|舒服|方便|重要|简单|复杂|年轻|老|流利|高兴|可爱|幸福|健康|危险|安全|清楚|严重|厉害|困难|丰富|美|甜|硬|软|亮|急|差|穷|富|优秀|合适|精彩|有名|有意思|有趣|严格|热情|积极|发达|重要|明显|成熟|快乐|开心|难受|可靠|结实|实用|划算|强大|紧张|喜欢|了解|懂|懂事|适合|受欢迎|麻烦|伤心|着急|担心|可怕)(?:了|的|啊)*$"
)


@dataclass(frozen=True)
class Clause:
    """A stretch between clause marks, without quotation marks at its ends; tokens `first` to `last` (exclusive)."""

    sentence: Sentence
    start: int
    end: int
    first: int
    last: int

    @property
    def text(self) -> str:
        """Its characters."""
        return self.sentence.text[self.start : self.end]

    @property
    def span(self) -> Span:
        """What is reported of a sentence pattern."""
        return self.start, self.end

    def tag(self, place: int) -> str:
        """Part of speech of a token of the sentence; empty outside the clause."""
        return self.sentence.tokens[place].tag if self.first <= place < self.last else ""

    def word(self, place: int) -> str:
        """A token of the sentence; empty outside the clause."""
        return self.sentence.words[place] if self.first <= place < self.last else ""

    def places(self) -> range:
        """Its tokens."""
        return range(self.first, self.last)

    def before(self, place: int) -> str:
        """Characters of the clause before a token."""
        end = self.sentence.spans[place][0] if place < self.last else self.end
        return self.sentence.text[self.start : end]

    def after(self, place: int) -> str:
        """Characters of the clause after a token, without final particles."""
        return self.rest(place + 1).rstrip(PARTICLES)

    def rest(self, place: int) -> str:
        """Characters of the clause from a token on."""
        return self.sentence.text[self.sentence.spans[place][0] : self.end] if place < self.last else ""

    def place_at(self, offset: int) -> int:
        """Token over a character of the clause's text."""
        return self.sentence.token_over(self.start + offset)


@once
def clauses(sentence: Sentence) -> Iterator[Clause]:
    """The clauses of a sentence that hold a token."""
    for start, end in sentence.clauses:
        while start < end and sentence.text[start] in QUOTES:
            start += 1
        while (
            start < end
            and sentence.text[end - 1] in QUOTES
            and not sentence.text.count(OPENING.get(sentence.text[end - 1], "\n"), start, end)
        ):
            end -= 1
        inside = [at for at in (sentence.token_over(place) for place in range(start, end)) if at >= 0]
        if inside:
            yield Clause(sentence, start, end, inside[0], inside[-1] + 1)


def is_person(word: str) -> bool:
    """Whether a noun or pronoun names a person (or an animal that acts)."""
    return bool(IS_PERSON.match(word)) or word.endswith(("们", "员", "师", "者", "生", "长", "人", "手", "家长"))


def nominal(tag: str) -> bool:
    """Whether a token is a noun or pronoun."""
    return tag in NOMINAL


# -- 是 ----------------------------------------------------------------------------------------------------

NOT_COPULA = re.compile(
    r"(?:要|可|但|还|总|老|就|只|倒|或|若|凡|于|先|算|真|尤其|特别|而|便|如果|无论|不管|既然|即使|虽然|与其说|似|像|却|都|也|更|甚至|多半|往往|实在|真的|确实|什么)$"
)
TIME_FOCUS = r"(?:[今明昨前去]天|[今明去前]年|上午|下午|早上|晚上|中午|上个?|下个?|这个?(?:月|周)|[零一二三四五六七八九十\d几半]+(?:点|号|月|年|天|岁|分)|什么时候|刚刚?|以前|后来|小时候|当时|星期|周[一二三四五六日末]|那[时天年]|最近|很早|早就|几)"
FOCUS = re.compile(
    r"^(?:(?:从|在|跟|和|坐|骑|乘|打车|开车|走路|走着|步行|用|为了?|由|通过|按照?|经过?|向|于|以|因为?|靠|托|被|给|替|特[地意]|专门|亲自|一个人|一起|第[一二三]次|自己|怎么|怎样|如何|谁|哪|临时|偶然|故意|"
    + TIME_FOCUS
    + r"))"
)
AGENT = re.compile(r"^" + PERSON + r"(?!的)")
VIEW = re.compile(
    r"^(?:都|也|还|总|确实|的确|其实|从来|完全|绝对|根本|永远|一定|肯定|决|万万|现在|大家|我|谁|他|人)*?(?:"
    + MODAL
    + r")"
)
DEGREE = re.compile(r"^(?:很|挺|非常|特别|比较|有点儿?|不太|够|真|十分|太|相当|确实|的确)[^的]+$")
DENIED = re.compile(r"^(?:不|没有?)(?!是|过)[^的]+$")


def be_places(clause: Clause) -> Iterator[tuple[int, str]]:
    """Tokens that are the verb 是 (or 不是), with what follows in the clause without final particles."""
    for place in clause.places():
        word = clause.word(place)
        if word not in {"是", "不是", "正是", "都是", "也是", "就是"} or (word == "就是" and place == clause.first):
            continue
        yield place, clause.after(place)


def kind_of_be(clause: Clause, place: int, rest: str) -> str:
    """One of `plain`, `de1` (past event in focus), `de2` (speaker's view), `emphatic`, or nothing."""
    before = clause.before(place)
    copied = re.match(r"(?:不)?(.{1,4})$", rest)
    if (copied and before.rstrip("也").endswith(copied[1])) or before.endswith(
        ("由", "尤其", "不光", "不仅", "只", "特别", "别管", "越", "似", "但凡", "是不")
    ):
        return ""
    if rest.startswith(("把", "被", "让", "给")) or (
        clause.tag(place + 1) == "VERB" and clause.text.endswith("了") and clause.tag(clause.last - 1) == "PART"
    ):
        return ""
    if (
        not rest
        or rest == "了"
        or rest.startswith(("因为", "由于", "说", "不是"))
        or (rest.startswith("为了") and "的" not in rest)
        or before.endswith(("要", "可", "但", "凡"))
    ):
        return ""
    if "的" in rest:
        kind = _kind_with_de(clause, place, rest)
        if kind:
            return kind
    denied = before.endswith("不") or clause.word(place) == "不是"
    if clause.word(place) == "是" and not denied and not NOT_COPULA.search(before) and before:
        if DEGREE.match(rest) and (clause.tag(clause.last - 1) not in NOMINAL or ADJECTIVE.search(rest)):
            return "emphatic"
        if re.match(r"[^，。的]{1,3}了?(?:一?点儿?|一?些)$", rest) and clause.tag(place + 1) in {"ADJ", "VERB"}:
            return "emphatic"
        if (
            DENIED.match(rest)
            and clause.tag(place + 2) in {"VERB", "ADJ", "AUX"}
            and "而是" not in clause.sentence.text
        ):
            return "emphatic"
    return "plain"


def _kind_with_de(clause: Clause, place: int, rest: str) -> str:
    """For what follows 是 and holds 的: `de1`, `de2` or `plain`; nothing when 的 only joins a noun."""
    body, _, tail = rest.rpartition("的")
    bare_subject = clause.before(place).rstrip("都也不就正") in {"这", "那", "这些", "那些", "它"}
    verbs = [
        at
        for at in range(place + 1, clause.last)
        if clause.tag(at) == "VERB" and clause.sentence.spans[at][1] <= clause.start + clause.text.rindex("的")
    ]
    if tail:
        short = len(tail) <= 3 and not is_person(tail) and verbs and not re.search(r"[是有]", tail)
        focused = FOCUS.match(body) and not bare_subject and not body.endswith(("时候", "之间"))
        focused = focused and not body.startswith("为")
        return "de1" if short and focused and clause.tag(clause.last - 1) != "VERB" and not VIEW.match(body) else ""
    if body in {"真", "假", "没说"} or ("所" in body and AGENT.match(body)):
        return "plain"
    able = re.search(r"不(?:下去|了|到|起|得|出来?|完|动|清|好|来|过来?)$", body)
    if (VIEW.match(body) or able) and not FOCUS.match(body):
        return "de2"
    if not verbs or bare_subject:
        return "plain"
    if FOCUS.match(body) or (AGENT.match(body) and len(body) > 1 and not bare_subject):
        return "de2" if re.search(r"[^里](?:会|能|可以|应该)", body) else "de1"
    if clause.tag(place + 1) in {"PROPN", "NOUN", "PRON"} and clause.tag(place + 2) in {"VERB", "ADV"}:
        return "de1"
    return "plain"


def _be(sentence: Sentence, wanted: str) -> Iterator[Span]:
    for clause in clauses(sentence):
        for place, rest in be_places(clause):
            if kind_of_be(clause, place, rest) == wanted:
                yield clause.span
                break


@predicate("patterns_is")
def sentences_with_is(sentence: Sentence) -> Iterator[Span]:
    """【一36】: 是 between nominals, or before an adjective or noun with 的."""
    yield from _be(sentence, "plain")


@predicate("patterns_is_de_1")
def past_event_in_focus(sentence: Sentence) -> Iterator[Span]:
    """【二60】: 是 before time, place, means or agent, a verb, and 的."""
    yield from _be(sentence, "de1")


@predicate("patterns_is_de_2")
def view_of_the_speaker(sentence: Sentence) -> Iterator[Span]:
    """【四42】: 是 before a modal, negation or degree word, and 的 at the end."""
    yield from _be(sentence, "de2")


@predicate("patterns_is_emphatic")
def stressed_is(sentence: Sentence) -> Iterator[Span]:
    """【三77】: 是 before an adjective or verb phrase that could stand without it."""
    for clause in clauses(sentence):
        for place, rest in be_places(clause):
            if kind_of_be(clause, place, rest) == "emphatic":
                yield sentence.span(place, place)


# -- 有 ----------------------------------------------------------------------------------------------------

NOT_HAVE = re.compile(
    r"^(?:[你他她我]的$|一点儿?(?!时间|钱|问题|意见|希望|事|东西|道理|水|吃|不同|进步|小|办法|关系|经验)|的(?!是)|些|点|时|关(?!系)|助于|利于|赖|所|着|待|如|别于|可能|效|人说|一[次天年回]|多[大少高长重远]|趣)"
)
FALLS_SHORT = re.compile(
    r"^(?!什么|谁|任何|一|人|时间|办法|关系|多)[^，。的]{1,8}?(?:这么|那么|这样|那样)?[^，。的]{1,3}$"
)
UNITS = r"(?:岁|米|公里|厘米|公斤|斤|吨|千克|平方米|公顷|里地|里|层楼?|度)"
REACHES = re.compile(
    r"(?<![没还只])有(?:大概|差不多|大约|近|将近|快|足足|至少)?(?:[零一二两三四五六七八九十百千万几半\d]+(?:来|多)?(?:岁|"
    + UNITS
    + r"(?:[一二三四五六七八九\d半]|多)?(?:高|长|宽|深|重|厚|大|远|粗)|米[一二三四五六七八九\d]+)|[三四五六七八九二十\d]+多?岁)"
)
LIKE_B = re.compile(
    r"(?<![没只还])有(?P<b>[^，。；：！？的]{1,8}?)(?P<d>这么|那么|这样|那样)?(?:高|大|长|重|宽|深|厚|远|快|多|好看|好|漂亮|热|冷|贵|难|忙|聪明|流利|厉害|认真|便宜|努力|可爱|重要)(?P<q>吗)?[了呢]?$"
)


def reaches_b(text: str) -> bool:
    """Whether a clause says that A has B's degree (A 有 B 这么高)."""
    found = LIKE_B.search(text)
    if not found or found["b"].startswith(("点", "些", "没", "时", "的", "什么", "多")):
        return False
    return bool(found["d"] or ((found["q"] or found["b"].endswith("一样")) and re.match(PERSON, found["b"])))


@predicate("patterns_have_reaches")
def have_reaches(sentence: Sentence) -> Iterator[Span]:
    """【二55】: 有 before a measure that is reached, or before somebody whose degree is reached."""
    for clause in clauses(sentence):
        if REACHES.search(clause.text) or reaches_b(clause.text):
            yield clause.span


@predicate("patterns_have")
def have(sentence: Sentence) -> Iterator[Span]:
    """【一37】: 有, 没有, 没 as a verb with an object that is owned or exists."""
    for clause in clauses(sentence):
        if any(_has_object(clause, place) for place in clause.places()):
            yield clause.span


def _has_object(clause: Clause, place: int) -> bool:
    word, tag, rest = clause.word(place), clause.tag(place), clause.after(place)
    if (
        word not in {"有", "没有", "没", "还有", "只有"}
        or NOT_HAVE.match(rest)
        or (
            word == "只有"
            and (
                "才" in clause.sentence.text
                or any(clause.tag(at) in {"VERB", "AUX"} for at in range(place + 1, clause.last))
            )
        )
    ):
        return False
    if word in {"有", "还有"} and (REACHES.search(clause.text) or reaches_b(clause.text)):
        return False
    after = next((at for at in range(place + 1, clause.last) if clause.word(at) not in {"过", "了"}), clause.last)
    if after >= clause.last:
        return word == "有" and tag == "VERB" and clause.after(place) != clause.sentence.text and len(clause.text) > 2
    if word in {"有", "还有"}:
        return (
            not clause.before(place).endswith(
                ("拥", "所", "具", "哪", "立", "设", "写", "刻", "印", "列", "装", "留", "建", "藏")
            )
            and clause.tag(after) not in {"PUNCT"}
            and tag != "ADV"
        )
    if clause.tag(after) in {"NOUN", "NUM", "PROPN", "PRON", "DET"} and word != "还有":
        if (
            word == "没有"
            and FALLS_SHORT.search(rest)
            and ADJECTIVE.search(rest)
            and clause.tag(clause.last - 1) in {"ADJ", "PART"}
        ):
            return False
        comparing = (
            clause.tag(clause.last - 1) == "ADJ"
            and clause.tag(clause.last - 2) in NOMINAL | {"ADV", "PRON"}
            and clause.tag(after) in {"PRON", "DET", "PROPN"}
        )
        return not comparing
    return (
        clause.tag(after) == "ADJ"
        and any(clause.tag(at) == "NOUN" for at in range(after, clause.last))
        and not _compares(clause)
    )


def _compares(clause: Clause) -> bool:
    return bool(re.search(r"没有?.{1,10}(?:这么|那么)", clause.text))


@predicate("patterns_have_3")
def have_in_writing(sentence: Sentence) -> Iterator[Span]:
    """【五38】: 有着 with an object; a place, a verb of fixing with 有, an object."""
    for clause in clauses(sentence):
        text = clause.text
        if re.search(r"(?<!没)(?<!还没)有着(?!急|落|想|手|凉|火|重|迷|装|陆|呢|$)", text) or (
            re.search(
                r"(?:写|刻|印|列|贴|挂|装|种|绣|画|附|标|注|设|建|存|放|盖|留|载|配|藏|记|含|镶|嵌|系|插|摆|备|签|涂)有(?!的|没|些?人|关|效|时|机)",
                text,
            )
            and not re.search(r"(?:种|含|写|记|画|放|留|建)有[的关]", text)
        ):
            yield clause.span
