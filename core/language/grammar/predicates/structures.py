"""Particles, modal verbs, reduplication and split verbs: which sense a character has."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Markers, Span, check, predicate
from core.language.grammar.predicates.structures_base import NOMINAL, NUMBER, is_time, relation, tag, word
from core.language.grammar.sentence import Sentence

END = re.compile(r"[，,。！!？?；;：:…—～~”\"」』）)、\s]|$")
FINAL = re.compile(r"(?:吗|吧|呢|啊|呀|嘛|哦|么|没有|没|哈|呗|的话)?(?:[，,。！!？?；;：:…—～~”\"」』）)、\s]|$)")
NOT_YET_VERBS = "不没也都还就才再又很只别先一"
SKIPPED_TAGS = frozenset({"ADV", "ADP"})


@check("structures_modal")
def modal(sentence: Sentence, markers: Markers) -> bool:
    """A verb follows 会, 能, 想, 要 ..., not a noun; or nothing follows at all."""
    end = markers[0][1]
    start = markers[0][0]
    place = sentence.token_over(end)
    if end >= len(sentence.text) or place < 0 or END.match(sentence.text, end):
        return sentence.text[start:end] in ("会", "能", "敢") or sentence.text[start - 1 : start] in ("不", "没")
    if sentence.text[end] in "吗吧呢了的":
        return sentence.text[start:end] in ("会", "能", "敢") or sentence.text[start - 1 : start] == "不"
    if start and sentence.text[start - 1] in "很真有太" and sentence.text[start] in "想要":
        return sentence.text[start - 1] in "很真" and tag(sentence, place) == "VERB"
    return _verb_comes(sentence, place, sentence.text[start:end])


def _verb_comes(sentence: Sentence, place: int, what: str) -> bool:
    """From a token on, through adverbs, times and prepositional phrases, a verb stands before the noun ends the phrase."""
    first = tag(sentence, place)
    if first in ("VERB", "ADJ", "AUX", "ADP"):
        return True
    if first == "ADV":
        return any(
            tag(sentence, at) in ("VERB", "ADJ", "AUX", "ADP", "PRON")
            for at in range(place, min(place + 6, len(sentence.tokens)))
        )
    if first in ("PRON", "PROPN") and what == "想":
        return False
    for at in range(place, min(place + 6, len(sentence.tokens))):
        if tag(sentence, at) == "PUNCT" or word(sentence, at) in ("的", "了"):
            return False
        if tag(sentence, at) == "VERB" and relation(sentence, at).partition(":")[0] not in ("acl", "compound", "amod"):
            return (
                relation(sentence, place).startswith(("obl", "nmod:tmod", "advmod", "nsubj", "nummod", "dep"))
                or at == place
            )
    return False


@check("structures_modal_question")
def modal_question(sentence: Sentence, markers: Markers) -> bool:
    """要不要 and 想不想 before a verb."""
    place = sentence.token_over(markers[0][1] + 2)
    return place >= 0 and (tag(sentence, place) in ("VERB", "ADP", "ADV", "AUX", "ADJ"))


@check("structures_may")
def may(sentence: Sentence, markers: Markers) -> bool:
    """可能, 可以 as modal verbs, not 没有可能, 还可以, 这种可能."""
    start, end = markers[0]
    before = sentence.text[max(0, start - 4) : start]
    if sentence.text[start:end] == "可能":
        if re.search(r"(?:没有?|有|种|的|[个]|任何|之|这一|排除|什么)$", before) and not re.search(
            r"^(?:会|是|要|在)", sentence.text[end:]
        ):
            return False
        return not re.match(r"性|的(?!话)|，?因素", sentence.text[end:])
    return not (re.search(r"(?:还|挺|很|真|够)$", before) and FINAL.match(sentence.text, end))


@check("structures_should")
def should(sentence: Sentence, markers: Markers) -> bool:
    """该 "should", not "this"; 应该 always."""
    start, end = markers[0]
    if sentence.text[start:end] == "应该":
        return True
    place = sentence.token_over(end)
    if relation(sentence, sentence.token_over(start)) == "det" or (
        place >= 0 and tag(sentence, place) in ("NOUN", "PART") and not is_time(word(sentence, place))
    ):
        return False
    if re.match(
        r"(?:公司|校|国|院|市|地|书|项|片|厂|区|县|省|店|产品|系统|病|案|人员?[，。]|机构|组织|单位|企业|同学|类|种|法|行|剧|镇|村|车|党|部|所|站|网|山|河|岛|队)",
        sentence.text[end:],
    ):
        return False
    return (
        place < 0
        or tag(sentence, place) not in ("NOUN", "PROPN", "PART", "NUM")
        or relation(sentence, place).startswith("obl")
        or sentence.text[end : end + 1] in "我你他她谁"
    )


@check("structures_dei")
def dei(sentence: Sentence, markers: Markers) -> bool:
    """得 read děi: after a subject, an adverb or a time and before a verb or an amount."""
    start, end = markers[0]
    place = sentence.token_over(start)
    here, before = tag(sentence, place), tag(sentence, place - 1)
    if word(sentence, place) != "得" or sentence.text[start - 1 : start] in "不":
        return False
    if END.match(sentence.text, end) or sentence.text[end] in "了到过出第很着":
        return False
    after = tag(sentence, place + 1)
    if here == "AUX" and relation(sentence, place) == "aux" and before not in ("VERB", "ADJ"):
        return True
    if before in ("PRON", "ADV", "PUNCT", "NOUN", "PROPN", "AUX", "PART", "SCONJ", "CCONJ", ""):
        if sentence.text[start - 1 : start] in "很非太真最" and start:
            return False
        return here != "PART" or (before in ("PRON", "ADV") and after in ("VERB", "ADV", "ADP"))
    return False


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
            if not (before == "好" and relation(sentence, place - 1).startswith(("compound", "xcomp"))):
                continue
        if before in ("不", "得", "为", "除"):
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


@check("structures_guo")
def guo(sentence: Sentence, markers: Markers) -> bool:
    """过 of experience: after a verb, not a direction, not the verb 过."""
    start, _end = markers[0]
    text = sentence.text
    place = sentence.token_over(start)
    if not start or re.match(
        r"过(?:去|来|年(?!轻)|生日|程|节|于|分|度|期|关|渡|马路|日子|敏|错|滤|头|后|半|冬|早|多|剩|眼|瘾|桥|河|街|夜|世)",
        text[start:],
    ):
        if not re.match(r"过(?:去|来)(?:[年]|[\u4e00-\u9fff])", text[start:]) or tag(sentence, place) != "AUX":
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


VERB_PIECES = "说看听想尝试写读问走坐学做玩吃尝穿用等找洗聊谈练猜笑点摇挥拍握擦歇逛转帮查算数闻摸动商管改教讲记跑跳唱打挑弄收闹劝念瞧量评散遛排亲抱抓碰推敲修晒晾泡补翻翘眨拉搓搞养骗吹理清跟品望吓压陪忍喂扫"
DOUBLED = re.compile(
    rf"(?P<a>[{VERB_PIECES}])(?:一|了一|了)?(?P=a)(?P<er>儿)?|(?P<b>[\u4e00-\u9fff]{{2}})(?P=b)"
)  # fmt: skip
TWO_SYLLABLES = frozenset(
    ["休息", "介绍", "学习", "讨论", "研究", "考虑", "商量", "了解", "认识", "打扫", "收拾", "准备", "帮助", "练习", "复习", "检查", "参观", "活动", "锻炼", "运动", "放松", "比较", "分析", "体验", "欣赏", "享受", "打听", "解释", "说明", "整理", "交流", "关心", "照顾", "观察", "总结", "改变", "回忆", "安慰", "教育", "表示", "感谢", "庆祝", "尝试", "熟悉", "适应", "预习", "讲解", "反省", "思考", "琢磨", "照看", "修改", "修理", "议论", "调查", "联系", "沟通", "解决", "布置", "打扮", "管理", "鼓励", "批评", "表扬", "指导", "核对", "合计", "布置", "体会", "翻译", "调整", "请教", "宣传", "计划", "处理", "反思", "改进", "盘算", "活跃", "梳理", "缓和"]
)  # fmt: skip


@predicate("structures_reduplication")
def reduplication(sentence: Sentence) -> Iterator[Span]:
    """看看, 看一看, 看了看, 休息休息; not 常常, 说说笑笑, 一遍一遍."""
    text = sentence.text
    for found in DOUBLED.finditer(text):
        start, end = found.span()
        if found["b"] and found["b"] not in TWO_SYLLABLES:
            continue
        if found["a"] and (
            re.match(r"(?:" + found["a"] + r"|不)", text[end:])
            or (
                re.match(r"\w", text[end : end + 1])
                and text[end : end + 2] in ("停停", "笑笑", "跳跳", "打打", "闹闹", "想想", "看看", "写写", "玩玩")
            )
        ):
            continue
        if start and re.search(r"(?:说说|走走|吃吃|打打|写写|看看|想想|[一二两三四几])$", text[:start]):
            continue
        if found["a"] and "一" in found[0] and re.match(r"[个本件条张杯次天下位点些句首部]", text[end:]):
            continue
        if found[0].startswith(("谈谈", "说说")) and re.match(r"的", text[end:]):
            continue
        if found["er"] and found["a"] not in "玩":
            end -= 1
        if (
            found["a"]
            and len(found[0].rstrip("儿")) == 2
            and tag(sentence, sentence.token_over(start)) not in ("VERB", "NOUN", "X", "ADV", "ADJ", "AUX")
        ):
            continue
        yield start, end


SPLIT = {
    "帮": "忙", "点": "头", "放": "假", "干": "杯", "见": "面", "结": "婚", "看": "病", "睡": "觉", "洗": "澡", "理": "发", "说": "话",
    "离": "婚", "生": "气", "跑": "步", "散": "步", "唱": "歌", "跳": "舞", "游": "泳", "聊": "天", "请": "假", "上": "课", "毕": "业", "道": "歉",
    "握": "手", "鼓": "掌", "吵": "架", "打": "架", "考": "试", "起": "床", "照": "相", "鞠": "躬", "叹": "气", "加": "班", "排": "队", "摇": "头", "招": "手", "吃": "亏", "吃": "惊", "开": "会", "下": "课", "请": "客", "出": "差", "发": "烧", "吸": "烟", "抽": "烟",
}  # fmt: skip
LISTED = frozenset(["帮忙", "点头", "放假", "干杯", "见面", "结婚", "看病", "睡觉", "洗澡", "理发", "说话"])
BETWEEN = rf"(?:(?:了|过|着|完|好|个|一|起|不了|得了|不成|上|够|一下儿?|几|什么|(?:[我你他她您]|别人|大家|人家)(?=的|一|个)|的|大|小|会儿?|{NUMBER}+|[个次面天年杯下点回小时分钟场顿声句里多半]|好|很|长|短|时间|朋友|周)+)"
SPLIT_PATTERN = re.compile(
    "|".join(
        f"{verb}{BETWEEN}?{noun}" for verb, noun in (pair for pair in ((key[0], key[1]) for key in sorted(LISTED)))
    )
    + r"|(?:握|点|摇|散|跳|聊|吵|打|理|洗|见|请|生|离|毕|道|唱|游|上|下|照|睡|帮|鼓|排)(?:了|过|着)(?:"
    + NUMBER
    + r"?(?:个|次|一下儿?|场|会儿?|半天)?)(?:手|头|步|舞|天|架|发|澡|面|假|气|婚|业|歉|歌|泳|课|相|觉|忙|掌|队)"
)


@predicate("structures_split_verb")
def split_verb(sentence: Sentence) -> Iterator[Span]:
    """帮忙, 见面, 睡觉 ... whole or with something inside."""
    text = sentence.text
    for found in SPLIT_PATTERN.finditer(text):
        start, end = found.span()
        inside = text[start + 1 : end - 1]
        if (
            re.match(r"(?:人|题|发现|顶|像|部|脑|痛|疼|目|条|剧|语|梅|筒|会儿|碌|着|得)", text[end:])
            and text[end - 1] in "头话病面发忙觉"
        ):
            if not (text[end - 1] == "话" and text[end:].startswith(("人", "得", "着"))) and not (
                text[end - 1] == "忙" and text[end:].startswith(("人", "着"))
            ):
                continue
        if text[end - 1] == "话" and (inside in ("的", "什么", "我的", "他的", "大") or inside.endswith("的")):
            continue
        if start and text[start - 1 : start + 1] in (
            "听说",
            "小说",
            "再见",
            "意见",
            "看见",
            "不见",
            "遇见",
            "听见",
            "难看",
            "好看",
            "整点",
            "一点",
            "几点",
            "早点",
            "快点",
            "有点",
            "差点",
            "缺点",
            "据说",
            "管理",
            "道理",
        ):
            continue
        if text[start:end] in ("见面", "说话") and text[end : end + 1] in ("会", "礼") and text[end : end + 1] != "会":
            continue
        yield start, end
