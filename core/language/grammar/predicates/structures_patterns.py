"""Patterns of the clause: verbal, adjectival, nominal and double predicates, what is acted upon as subject."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.predicates.structures_base import (
    NOMINAL,
    NUMBER,
    chunks,
    copulas,
    is_subject,
    is_time,
    phrase,
    predicates,
    relation,
    subjects_of,
    tag,
    without_particles,
    word,
    word_set,
)
from core.language.grammar.sentence import Sentence, once


@once
def sentence_kind(sentence: Sentence, first: int, last: int) -> str:
    """`verb`, `adjective` or nothing for a chunk with an overt subject and such a predicate."""
    heads = [place for place in [*predicates(sentence), *copulas(sentence)] if first <= place <= last]
    for place in sorted(heads):
        if relation(sentence, place).startswith("ccomp"):
            continue
        head = sentence.tokens[place].head if relation(sentence, place) == "cop" else place
        subjects = [at for at in subjects_of(sentence, head) if first <= at < place]
        if not subjects:
            nearest = [at for at in range(first, place) if is_subject(sentence, at)]
            timed = (
                tag(sentence, first) == "NOUN"
                and tag(sentence, place) == "ADJ"
                and relation(sentence, first).startswith("obl:tmod")
            )
            if not nearest and not timed:
                continue
        if tag(sentence, place) == "ADJ" or word(sentence, place) in FEELING_VERBS:
            return "" if word(sentence, place + 1) == "得" else "adjective"
        return "verb"
    return ""


FEELING_VERBS = word_set("疼 痛 饿 渴 困 忙 累 难 贵 胖 瘦 冷 热 满意 辛苦")


@once
def _patterns(sentence: Sentence, kind: str) -> Iterator[Span]:
    for first, last in chunks(sentence):
        if sentence_kind(sentence, first, last) == kind:
            while first < last and (
                tag(sentence, first) in ("SCONJ", "CCONJ")
                or word(sentence, first) in ("因为", "所以", "如果", "虽然", "但是", "可是", "但")
            ):
                first += 1
            yield sentence.span(first, last)


@predicate("structures_verb_sentence")
@once
def verb_sentence(sentence: Sentence) -> Iterator[Span]:
    """Clauses with an overt subject and a verbal predicate."""
    yield from _patterns(sentence, "verb")


@predicate("structures_adjective_sentence")
def adjective_sentence(sentence: Sentence) -> Iterator[Span]:
    """Clauses with an overt subject and an adjectival predicate."""
    yield from _patterns(sentence, "adjective")


NOMINAL_END = re.compile(
    rf"(?:{NUMBER}+(?:多|来)?(?:[年月日号点岁块元毛分米斤]|分钟|公斤|公里)(?:半|{NUMBER}*分?)?(?:左右|多)?|(?:星期|周)[一二三四五六日天几]|[晴阴雨][天]|怎么样|"
    rf"{NUMBER}+|.{{1,6}}人|[高大小长短黄黑红白圆][个眼头鼻脸胡腿]?[子睛发][发]?|{NUMBER}+[口个]人|春节|中秋节|国庆节|元旦|多大|多少钱|几[号点岁]|星期几|.{{0,4}}节)"
)


@predicate("structures_nominal_predicate")
def nominal_predicate(sentence: Sentence) -> Iterator[Span]:
    """今天星期五, 他四十: a noun or an amount as predicate; without a verb in the chunk."""
    for first, last in chunks(sentence):
        span = nominal_parts(sentence, first, last)
        if span is not None:
            yield span[1]


@predicate("structures_nominal_sentence")
def nominal_sentence(sentence: Sentence) -> Iterator[Span]:
    """The clause whose predicate is a noun or an amount."""
    for first, last in chunks(sentence):
        span = nominal_parts(sentence, first, last)
        if (
            span is not None
            and span[0] < span[1][0]
            and not sentence.text[span[1][0] : span[1][1]].startswith("怎么样")
        ):
            yield span[0], span[1][1]


@once
def nominal_parts(sentence: Sentence, first: int, last: int) -> tuple[int, Span] | None:
    """Start of the subject and span of the nominal predicate in a chunk, None when there is none."""
    last = without_particles(sentence, first, last)
    start, end = sentence.span(first, last)
    text = sentence.text[start:end]
    if len(text) > 22 or any(
        word(sentence, at) in ("是", "有", "在", "为", "的") and at > first + 1 and word(sentence, at) != "的"
        for at in range(first, last + 1)
    ):
        return None
    found = re.fullmatch(
        r"(?P<s>(?:[今明昨后前]天|现在|[我你您他她它]们?|[这那][\u4e00-\u9fff]{0,8}?|[我你他她][\u4e00-\u9fff]{1,5}?|小[\u4e00-\u9fff]|[\u4e00-\u9fff]{2,8}?)?)"
        r"(?P<adv>(?:已经|才|都|又|大概|大约|快|刚|也|一共|就|今年|整整|明年|每[\u4e00-\u9fff]|一)*)(?P<p>"
        + NOMINAL_END.pattern
        + r")",
        text,
    )
    if found is not None and (re.search(r"是|[宽长高深重厚离]$", found["s"] + found["adv"]) or "是" in found["p"]):
        return None
    if found is None:
        return _trait(sentence, first, text, start)
    verbs = [
        at
        for at in range(first, last + 1)
        if tag(sentence, at) in ("VERB", "ADP", "AUX") and sentence.spans[at][0] < start + found.start("p")
    ]
    if verbs or (not found["s"] and not found["adv"]):
        return _trait(sentence, first, text, start)
    named = found["s"]
    if re.fullmatch(r".{1,6}人|.{0,4}节", found["p"]) and not (
        named in ("我", "你", "您", "他", "她", "今天", "明天", "后天", "昨天")
        and (re.search(r"[国京海州津京汉安东西南北江]人$|节$", found["p"]))
    ):
        return None
    if (
        re.fullmatch(NUMBER + "+", found["p"])
        and named not in ("我", "你", "他", "她")
        and not re.search(r"(?:女儿|儿子|爸爸|妈妈|奶奶|爷爷|孩子)$", named)
    ):
        return None
    if re.search(r"(?:第|[一二三四五六七八九十百千万])$", named) or (
        is_time(named) and not re.search(r"(?:[月号日点半分节几]|星期.|周.|天|" + NUMBER + r"+)$", found["p"])
    ):
        return None
    subject_at = start if named else start + found.start("p")
    return subject_at, (start + found.start("p"), start + found.end("p"))


def _trait(sentence: Sentence, first: int, text: str, start: int) -> tuple[int, Span] | None:
    """她高个子, 大眼睛; 这儿怎么样."""
    found = re.fullmatch(
        r"(?P<s>[我你他她][\u4e00-\u9fff]{0,4}?|)(?P<p>[高矮大小黄黑长短白圆红瘦][\u4e00-\u9fff]?(?:个子|眼睛|头发|鼻子|脸|个儿|胡子|皮肤))",
        text,
    )
    if found is None or (not found["s"] and first == 0):
        return None
    if not found["s"] and not re.search(r"(?:个子|眼睛|头发|鼻子|皮肤)[，、]$", sentence.text[:start]):
        return None
    return start - (0 if found["s"] else 1), (start + found.start("p"), start + found.end("p"))


@predicate("structures_double_subject")
def double_subject(sentence: Sentence) -> Iterator[Span]:
    """他工作很忙, 这本书我看过: two nominals before one predicate, no 的 between."""
    for first, last in chunks(sentence):
        if double_parts(sentence, first, last) is not None:
            yield sentence.span(first, last)


def _timed(sentence: Sentence, at: int) -> bool:
    return is_time(word(sentence, at)) or is_time(sentence.text[slice(*sentence.span(*phrase(sentence, at)))])


WHOLE_PART = re.compile(
    r"(?:头|头发|眼睛|身体|个子|性格|脾气|工作|学习|成绩|颜色|味道|质量|价格|天气|嘴|手|脚|腿|肚子|牙|嗓子|胃|心|心情|年纪|皮肤|记性|力气|声音|空气|风景|环境|人|东西|菜|交通|服务|态度|房租|个儿|脸|鼻子|耳朵|胳膊|脑子|血压|英语|中文|汉语|汉字|数学|字|人口|面积|生意|压力|经验|条件|样子|功能|物价|电池|屏幕|信号|速度|胆子|演技|歌|嗓音)"
)


@once
def double_parts(sentence: Sentence, first: int, last: int) -> tuple[int, int] | None:
    """The two subject tokens of a chunk, None when there are not two."""
    for place in sorted({*predicates(sentence), *(sentence.tokens[at].head for at in copulas(sentence))}):
        if not first < place <= last:
            continue
        subjects = [
            at
            for at in range(first, place)
            if (
                is_subject(sentence, at)
                or (
                    relation(sentence, at) in ("dislocated", "obl:tmod", "nmod:topic", "obl:patient", "obj", "obl")
                    and tag(sentence, at) in NOMINAL
                )
            )
            and sentence.tokens[at].head == place
        ]
        subjects = [
            at
            for at in subjects
            if not _timed(sentence, at)
            and word(sentence, at) != "自己"
            and not (word(sentence, at) == "人" and word(sentence, at - 1) == "个")
            and not any(tag(sentence, child) in ("ADP",) for child in sentence.children[at])
        ]
        if (
            len(subjects) >= 2
            and is_subject(sentence, subjects[-1])
            and tag(sentence, subjects[0]) != "DET"
            and not any(word(sentence, at) in ("是", "有", "的话", "说") for at in range(subjects[0], subjects[1]))
            and not any(
                tag(sentence, at) == "VERB" and sentence.tokens[at].head == place
                for at in range(subjects[0], subjects[-1])
            )
        ) and not _one_phrase(sentence, subjects[0], subjects[1], place):
            return subjects[0], subjects[1]
        if len(subjects) == 1 and tag(sentence, place) in ("ADJ", "VERB"):
            one = subjects[0]
            before = one - 1
            if (
                before >= first
                and WHOLE_PART.fullmatch(word(sentence, one))
                and sentence.tokens[before].head == one
                and tag(sentence, before) in NOMINAL
                and relation(sentence, before) in ("nmod", "compound", "nsubj")
                and (tag(sentence, place) == "ADJ" or word(sentence, place) in ("疼", "痛"))
            ):
                return before, one
    return _whole_and_part(sentence, first, last)


PART_PREDICATE = re.compile(
    r"(?:很|不|非常|特别|比较|都|也|太|真|有点儿?|最|更|越来越|十分|挺|好|一直|不太|已经)*[\u4e00-\u9fff]{1,3}(?:了|吗|吧|呢|啊|极了)?"
)


def _one_phrase(sentence: Sentence, one: int, two: int, predicate_at: int) -> bool:
    """我们班有…, 此事需…: a pronoun that belongs to the noun behind it."""
    if word(sentence, one) in ("此", "这", "那", "该", "本", "其", "各", "每"):
        return True
    plain = two == one + 1 and tag(sentence, one) == "PRON" and tag(sentence, two) == "NOUN"
    part = WHOLE_PART.fullmatch(word(sentence, two)) is not None
    return plain and not part and tag(sentence, predicate_at) == "VERB"


def _whole_and_part(sentence: Sentence, first: int, last: int) -> tuple[int, int] | None:
    """他工作很忙, 北京冬天天气很冷: a whole, one of its parts, an adjective."""
    at = first + 1
    while at < last and is_time(word(sentence, at)):
        at += 1
    if (
        tag(sentence, first) not in NOMINAL
        or is_time(word(sentence, first))
        or not WHOLE_PART.fullmatch(word(sentence, at))
    ):
        return None
    rest = [tag(sentence, later) for later in range(at + 1, last + 1)]
    if "ADJ" in rest or word(sentence, last) in ("疼", "痛"):
        text = sentence.text[sentence.spans[at][1] : sentence.spans[last][1]]
        if (
            set(rest) <= {"ADV", "ADJ", "PART", "AUX", "VERB"}
            and PART_PREDICATE.fullmatch(text)
            and word(sentence, at + 1) not in ("的", "得")
        ):
            return first, at
    return None


@predicate("structures_patient_subject")
def patient_subject(sentence: Sentence) -> Iterator[Span]:
    """作业写完了: what is acted upon before its verb, without 被."""
    for first, last in chunks(sentence):
        if re.search(
            r"^(?:饭|菜|作业|衣服|钱|票|水|房子|书|东西|信|字)(?:都|也|已经|全|终于|早就|还没|没)*[吃写做洗用花卖修看读寄](?:完|好|光|掉|干净)",
            sentence.text[slice(*sentence.span(first, last))],
        ):
            yield sentence.span(first, first)
            continue
        if re.search(r"[被把让叫给由将]|为.*所", sentence.text[slice(*sentence.span(first, last))]):
            continue
        pair = double_parts(sentence, first, last)
        if pair is not None:
            head = sentence.tokens[pair[1]].head
            if (
                tag(sentence, head) == "VERB"
                and word(sentence, pair[0]) not in PERSONS
                and (tag(sentence, pair[1]) in ("PRON", "PROPN") or word(sentence, pair[1]) in PERSONS)
                and not any(
                    sentence.tokens[at].head == head and relation(sentence, at) == "obj" for at in range(head, last + 1)
                )
            ):
                yield sentence.span(*phrase(sentence, pair[0]))
                continue
        for place in predicates(sentence):
            if first < place <= last and tag(sentence, place) == "VERB" and _acts(sentence, place, last):
                subjects = [at for at in subjects_of(sentence, place) if at >= first]
                if (
                    len(subjects) == 1
                    and tag(sentence, subjects[0]) in ("NOUN", "PART", "PROPN")
                    and word(sentence, subjects[0]) not in PERSONS
                    and not re.search(r"[们员家师者人生]$", word(sentence, subjects[0]))
                ):
                    yield sentence.span(*phrase(sentence, subjects[0]))


PERSONS = word_set(
    "我 你 您 他 她 我们 你们 他们 她们 咱们 大家 谁 人 人们 孩子 孩子们 妈妈 爸爸 哥哥 姐姐 弟弟 妹妹 老师 学生 同学 同学们 朋友 朋友们 爷爷 奶奶 儿子 女儿 父母 父亲 母亲 经理 警察 "
    "顾客 客人 观众 狗 猫 小狗 小猫 公司 政府 学校 国家 自己 别人 鸟 老板 邻居 丈夫 妻子 小孩儿 医生 护士 司机 同事"
)

ACTED = re.compile(
    r"(?:吃|喝|写|做|看|洗|买|卖|修|打扫|收拾|准备|解决|完成|办|寄|送|拿|取|还|借|偷|拆|建|盖|擦|关|开|打开|关上|装|搬|用|花|丢|扔|放|贴|挂|印|发|译|翻译|改|填|交|煮|炒|烧|切|定|订|安排|布置|批准|通过|发表|处理|讨论|检查|整理|复印|锁|停|染|倒|种|修改|修理|公布|确定|制定|取消|推迟|录|拍|画|包|烤|热|找|读|学|念|背|记|忘|弄|搞|摔|打|砸|撕|挖|填写|录取|接|运|退|换|洗完|吃完|做好|写完|看完|卖完|用完|收到|安装|下载|删除|上传|出版|播|播放|演|补|量|埋)(?:完|好|光|掉|干净|错|到|走|出去|出来|回来|上|下|坏|破|清楚|清)?"
)


def _acts(sentence: Sentence, place: int, last: int) -> bool:
    """A verb that acts on things, with a complement or 了, or with 没, 已经 before it, and with no object."""
    if not ACTED.fullmatch(word(sentence, place)) or any(
        relation(sentence, at) in ("obj", "xcomp", "ccomp")
        and at > place
        and tag(sentence, at) in ("NOUN", "PRON", "PROPN")
        for at in sentence.children[place]
    ):
        return False
    if tag(sentence, place + 1) in ("NOUN", "PRON", "NUM", "PROPN", "DET") and place < last:
        return False
    behind = "".join(sentence.words[place + 1 : last + 1])
    if behind.startswith(("得", "着", "过来", "起来", "不")):
        return (
            behind.startswith("着") and word(sentence, place) in ("开", "关", "放", "挂", "锁", "装")
        ) or behind.startswith(("不完", "不下", "得完"))
    if word(sentence, place) in (
        "停",
        "开",
        "热",
        "倒",
        "打",
        "发",
        "通过",
        "接",
        "看",
        "读",
        "学",
        "找",
    ) and not re.match(r"(?:完|好|掉|光|到|出|坏|走)", behind):
        return False
    return re.match(
        r"(?:完|好|光|掉|干净|错|到|走|出去|出来|回来|上|坏|破|清楚|清|没|丢|过|了)", behind
    ) is not None or (len(word(sentence, place)) == 2 and behind == "")
