"""Particles: which sense 了, 的, 地, 得, 过, 着 and their like have in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Markers, Span, check, predicate
from core.language.grammar.predicates.structures_base import NOMINAL, NUMBER, relation, tag, word
from core.language.grammar.sentence import Sentence

END = re.compile(r"[，,。！!？?；;：:…—～~”\"」』）)、\s]|$")

FINAL = re.compile(r"(?:吗|吧|呢|啊|呀|嘛|哦|么|没有|没|哈|呗|的话)?(?:[，,。！!？?；;：:…—～~”\"」』）)、\s]|$)")

COMPLEMENT_BARS = re.compile(r"(?:觉|取|获|懂|记|认|晓|值|显|舍|不|省|巴不|恨不|免|难|落|求|赢|所|应|使|博|乐|分)得")


@check("structures_de_complement")
def de_complement(sentence: Sentence, markers: Markers) -> bool:
    """得 between a verb or adjective and its complement."""
    start, end = markers[0]
    text = sentence.text
    if not start or END.match(text, end):
        return False
    if (
        text[start - 1] == "不"
        or COMPLEMENT_BARS.match(text, start - 1)
        or text[start - 3 : start] == "心安理"
        or re.match(r"得(?:了|过|到|知|出|分|奖|第|病|意|体|罪|以|失|主|益|胜|票)(?!.*不得)", text[start:])
    ):
        return False
    place = sentence.token_over(start)
    if (
        word(sentence, place) not in ("得",)
        and not word(sentence, place).endswith("得")
        and "得" in word(sentence, place)[1:-1]
    ):
        return not re.search(r"(?:来|值|用|怪|巴|舍)得", word(sentence, place)) and len(word(sentence, place)) == 3
    before = tag(sentence, place - 1) if word(sentence, place).startswith("得") else "VERB"
    return before in ("VERB", "ADJ", "AUX", "X") or (
        before in ("NOUN", "ADV", "ADP", "PART") and tag(sentence, place) == "PART"
    )


@check("structures_de")
def de_structural(sentence: Sentence, markers: Markers) -> bool:
    """的 between an attribute and its noun."""
    start, end = markers[0]
    text = sentence.text
    if not start or (END.match(text, start - 1 + 1) and END.match(text, end)) or END.match(text, end):
        return False
    if text[end] in "吗吧呢啊呀嘛了" or (text[start - 1] in "好是真" and start == 1):
        return False
    place = sentence.token_over(start)
    if relation(sentence, place).startswith("discourse"):
        return False
    following = place + 1
    return tag(sentence, following) not in ("PUNCT", "") and not (
        text[end:].startswith(("是", "都", "也", "在", "就", "不"))
        and tag(sentence, following) in ("AUX", "ADV", "ADP")
    )


@check("structures_de_adverbial")
def de_adverbial(sentence: Sentence, markers: Markers) -> bool:
    """地 between an adverbial and its verb."""
    start, end = markers[0]
    place = sentence.token_over(start)
    if word(sentence, place) != "地" or not start or END.match(sentence.text, end):
        return False
    if relation(sentence, place).startswith(("mark", "case")) and tag(sentence, place) in ("PART", "SCONJ", "ADP"):
        return True
    return tag(sentence, place - 1) in ("ADJ", "ADV") and tag(sentence, place + 1) in ("VERB", "ADP", "ADV", "AUX")


@predicate("structures_le_aspect")
def le_aspect(sentence: Sentence) -> Iterator[Span]:
    """了 after a verb that has something behind it."""
    for place in aspect_le(sentence):
        yield sentence.span(place, place)


def aspect_le(sentence: Sentence) -> Iterator[int]:
    """Tokens 了 inside a clause, after a verb or its complement."""
    for place, text in enumerate(sentence.words):
        if text != "了" or not place:
            continue
        end = sentence.spans[place][1]
        if FINAL.match(sentence.text, end) or re.match(r"(?:我|你|他|她)?没(?:有)?[？?]", sentence.text[end:]):
            continue
        before = sentence.words[place - 1]
        if re.match(re.escape(before) + "了", sentence.text[end:]) or sentence.text[
            : sentence.spans[place][0]
        ].endswith(before + "了" + before):
            continue
        if before in ("为", "除", "不", "得", "极", "死", "算", "好", "对") and tag(sentence, place - 1) != "VERB":
            continue_after = before == "好" and relation(sentence, place - 1).startswith(("compound", "xcomp"))
        else:
            continue_after = before not in ("不", "得", "为", "除")
        if not continue_after:
            continue
        if re.search(r"(?:太|够|再[好大多]不过)[^，。]{1,3}了$", sentence.text[:end]):
            continue
        if tag(sentence, place) == "PART" and tag(sentence, place + 1) in ("PART", "PUNCT", ""):
            continue
        yield place


@predicate("structures_final_particle")
def final_particle(sentence: Sentence) -> Iterator[Span]:
    """吗, 吧, 呢, 了 at the end of a clause."""
    text = sentence.text
    for found in re.finditer(r"[吗呢吧了]", text):
        start, end = found.span()
        place = sentence.token_over(start)
        if word(sentence, place) not in ("吗", "呢", "吧", "了") and not re.fullmatch(
            r".*[^吗呢吧了]了", word(sentence, place)
        ):
            continue
        if found[0] == "吧" and (text[end : end + 1] in "？?" and text[end : end + 1]):
            continue
        if found[0] == "了":
            if final_le(sentence, start):
                yield start, end
        elif FINAL.match(text, end) and not re.match(r"[、]", text[end:]):
            yield start, end


def final_le(sentence: Sentence, start: int) -> bool:
    """了 that closes a clause and is no complement (来不了), no 为了, no 罢了, no 算了."""
    text = sentence.text
    if not FINAL.match(text, start + 1) or text[start + 1 : start + 2] == "、":
        return False
    if re.search(r"(?:为|除|[罢]|[不得])$", text[:start]) and not re.search(
        r"(?:觉得|取得|获得|记得|[行使]不得|不得)$", text[:start]
    ):
        return bool(re.search(r"[^\W\d_]不$", text[:start])) and text[:start] in ("不",)
    return sentence.token_over(start) >= 0


NOT_EXPERIENCE = re.compile(
    r"过(?:去|来|年(?!轻)|生日|程|节|于|分|度|期|关|渡|马路|日子|敏|错|滤|头|后|半|冬|早|多|剩|眼|瘾|桥|河|街|夜|世)"
)


@check("structures_guo")
def guo(sentence: Sentence, markers: Markers) -> bool:
    """过 of experience: after a verb, not a direction, not the verb 过."""
    start, _end = markers[0]
    text = sentence.text
    place = sentence.token_over(start)
    going = re.match(r"过(?:去|来)(?:[年]|[\u4e00-\u9fff])", text[start:]) and tag(sentence, place) == "AUX"
    if not start or (NOT_EXPERIENCE.match(text, start) and not going):
        return False
    if re.search(
        r"(?:通|超|经|不|路|度|难|越|透|穿|错|放|绕|胜|躲|飞|跨|走|渡|翻|掠|转|递|接|跳|熬|挺|闪|只|太|好|得|划|赛|高|大|多|强|跑|爬|回|抬|避|闯|骗|瞒|逃|悔|改|罪)$",
        text[:start],
    ):
        return tag(sentence, place) == "AUX" and not re.search(r"(?:通|超|经|不|难|胜|只|太|得)$", text[:start])
    if re.match(
        r"过(?:了)?(?:晚饭|早饭|午饭|饭|澡)(?:以后|后|，|就|再|才)|过(?:后|就|再)|过[^，。；]{1,4}?(?:以后|之后|后|就|再|才)(?!来)",
        text[start:],
    ):
        return False
    return (
        tag(sentence, place) == "AUX"
        or (word(sentence, place) != "过" and word(sentence, place).endswith("过") and tag(sentence, place) == "VERB")
        or (
            tag(sentence, place - 1) == "VERB"
            and tag(sentence, place) in ("PART", "VERB")
            and relation(sentence, place) in ("aux", "compound")
        )
    )


ZHE_WORDS = ("着急", "着重", "着手", "着眼", "着想", "着陆", "着装", "着落", "着力", "着火", "着凉", "着迷", "着实", "接着", "沿着", "随着", "为着", "朝着", "向着", "本着", "凭着", "睡着了", "睡着", "用不着", "找着", "找不着", "睡不着", "犯不着", "执着", "意味着", "衣着", "胶着", "着色", "穿着打扮", "当着", "趁着", "顺着", "沉着", "借着", "数不着", "怎么着", "着呢", "对着", "跟着他", "着名", "显着", "这么着", "附着", "着地", "够着", "够得着", "够不着", "见着", "着数")  # fmt: skip


@check("structures_zhe")
def zhe(sentence: Sentence, markers: Markers) -> bool:
    """着 after a verb, state or action going on."""
    start, _end = markers[0]
    text = sentence.text
    if not start or text[start - 1] in "不得，。":
        return False
    for longer in ZHE_WORDS:
        at = text.find(longer, max(0, start - len(longer) + 1), start + len(longer))
        if 0 <= at <= start < at + len(longer):
            if longer == "着呢" and tag(sentence, sentence.token_over(start - 1)) == "VERB":
                continue
            if longer in ("对着", "向着", "朝着", "当着", "顺着", "沿着", "借着", "趁着", "本着", "凭着"):
                return False
            return longer == "着地" and text[start - 1 : start] in "活"
    place = sentence.token_over(start)
    inside = word(sentence, place)
    if inside == "着":
        return tag(sentence, place) in ("AUX", "PART", "VERB") and tag(sentence, place - 1) in (
            "VERB",
            "ADJ",
            "AUX",
            "ADP",
            "NOUN",
        )
    return inside.endswith("着") and tag(sentence, place) in ("VERB", "ADV")


@check("structures_de_final")
def de_final(sentence: Sentence, markers: Markers) -> bool:
    """的 that closes a statement, not a 的-phrase that stands for a noun."""
    start, _ = markers[0]
    text = sentence.text[:start]
    clause = re.split(r"[，,；;。！？!?：“]", text)[-1]
    if re.fullmatch(r"(?:好|是|对|真|行|嗯|没错)?", clause) and not re.fullmatch(r"真", clause):
        return False
    if re.search(r"(?:什么|似|有)$", clause):
        return False
    if re.search(r"(?:会|能|可以|要|肯定|一定|应该)[^的]{1,15}$", clause) and not re.search(r"是[^会能]{0,3}$", clause):
        return True
    if re.search(r"(?:挺|蛮|够|怪)[^的]{1,6}$", clause):
        return True
    if re.search(r"(?:很|非常|不会|没|有)[^的是]{1,6}$", clause) and not re.search(r"(?:是|有)", clause[:-1]):
        return True
    shi = re.search(r"是([^的]{2,16})$", clause)
    if shi is None:
        return False
    first = sentence.token_over(len(text) - len(shi[1]))
    last = sentence.token_over(start) - 1
    tags = [tag(sentence, at) for at in range(first, last + 1)]
    if not {"VERB", "ADP"} & set(tags):
        return False
    if re.match(r"[我你他她]?(?:自己)?(?:写|买|画|做|送|给|用|拍)", shi[1]) and len(shi[1]) < 5:
        return re.search(r"(?:谁|什么时候|怎么|在|跟|从)", shi[1]) is not None
    return (
        tags[-1] in ("VERB", "ADJ", "PART", "ADP")
        or tags[0] in ("ADP",)
        or relation(sentence, last + 1).startswith("discourse")
    )


@check("structures_dehua")
def dehua(sentence: Sentence, markers: Markers) -> bool:
    """的话 closing a condition, not "someone's words"."""
    start, end = markers[0]
    text = sentence.text
    if re.search(r"(?:[说讲写听]|老师|妈妈|爸爸|[我你他她您]|[他她我你]们|朋友|先生|小姐|别人)$", text[:start]):
        return bool(
            re.search(r"(?:如果|要是|假如|若|万一|是|换成)[^，。]{0,10}$", text[:start])
            and re.match(r"[，,]", text[end:])
        )
    return not re.search(r"(?:一句|这样|那样|几句|什么样|[一些]|心里|真心)$", text[:start])


@check("structures_deng")
def deng(sentence: Sentence, markers: Markers) -> bool:
    """等 after a list."""
    start, _end = markers[0]
    before = sentence.text[:start]
    place = sentence.token_over(start)
    if re.search(r"(?:[一二三四头上中下特初劣优平相同高][、，]?|不|请|再|先|没|别|在|我|你|他|就|久|要)$", before):
        return False
    if re.search(r"、[^，。；]{1,25}$", before):
        return tag(sentence, place) != "VERB" or relation(sentence, place) not in ("root",)
    if re.search(r"(?:在[^，]{1,6}|[外里口]|这儿|那儿)$", before):
        return False
    return (
        word(sentence, place) in ("等", "等等")
        and tag(sentence, place) in ("PART", "NOUN")
        and tag(sentence, place - 1) in NOMINAL | {"PUNCT", "PART"}
        and not END.match(before[-1:] or "，")
    )


@check("structures_ye_hao")
def ye_hao(sentence: Sentence, markers: Markers) -> bool:
    """也好 "be it so", not "is good as well"."""
    start, _ = markers[0]
    before = re.split(r"[，,；;。！？：]", sentence.text[:start])
    if sentence.text.count("也好") > 1:
        return True
    place = sentence.token_over(start) - 1
    if (
        re.search(r"(?:好|高|[聪]明)[^，。]{0,6}$", before[-2] if len(before) > 1 else "")
        and tag(sentence, place) == "NOUN"
    ):
        return False
    return not (
        re.search(r"(?:身体|成绩|学习|质量|人|环境|条件|天气|性格|脾气|味道|服务|心情|关系|态度|[么])$", before[-1])
        and not re.match(r"(?:让|能|多|少|早)", before[-1])
    )


@check("structures_suo")
def suo(sentence: Sentence, markers: Markers) -> bool:
    """所 before a verb, with 的 or at a fixed place; not 一所学校, not 被…所."""
    start, end = markers[0]
    before, after = sentence.text[:start], sentence.text[end:]
    if re.search(NUMBER + r"$|[这那每几各本该两]$", before) or re.search(r"(?:被|为|受)[^，。的]{1,16}$", before):
        return False
    place = sentence.token_over(end)
    return (
        tag(sentence, place) in ("VERB", "ADJ", "ADV", "AUX")
        and re.match(r"[^，。；]{1,8}(?:的|之)|[\u4e00-\u9fff]{1,2}(?:[，。；、]|$)", after) is not None
    )
