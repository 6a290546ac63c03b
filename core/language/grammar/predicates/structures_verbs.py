"""Modal verbs, reduplication, split verbs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Markers, Span, check, predicate
from core.language.grammar.predicates.structures import END, FINAL
from core.language.grammar.predicates.structures_base import NUMBER, is_time, relation, tag, word, word_set
from core.language.grammar.sentence import Sentence


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
    soon = re.match(r"要[^，。！？；]{1,8}了(?:[。！，；？!]|$)", sentence.text[start:])
    if soon and sentence.text[start - 1 : start] not in ("不", "也", "还"):
        return False
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


VERB_PIECES = "说看听想尝试写读问走坐学做玩吃尝穿用等找洗聊谈练猜笑点摇挥拍握擦歇逛转帮查算数闻摸动商管改教讲记跑跳唱打挑弄收闹劝念瞧量评散遛排亲抱抓碰推敲修晒晾泡补翻翘眨拉搓搞养骗吹理清跟品望吓压陪忍喂扫"

DOUBLED = re.compile(
    rf"(?P<a>[{VERB_PIECES}])(?:一|了一|了)?(?P=a)(?P<er>儿)?|(?P<b>[\u4e00-\u9fff]{{2}})(?P=b)"
)  # fmt: skip

TWO_SYLLABLES = word_set(
    "休息 介绍 学习 讨论 研究 考虑 商量 了解 认识 打扫 收拾 准备 帮助 练习 复习 检查 参观 活动 锻炼 运动 放松 比较 分析 体验 欣赏 享受 打听 解释 说明 整理 交流 关心 照顾 观察 总结 改变 "
    "回忆 安慰 教育 表示 感谢 庆祝 尝试 熟悉 适应 预习 讲解 反省 思考 琢磨 照看 修改 修理 议论 调查 联系 沟通 解决 布置 打扮 管理 鼓励 批评 表扬 指导 核对 合计 体会 翻译 调整 请教 宣传 "
    "计划 处理 反思 改进 盘算 活跃 梳理 缓和"
)


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


LISTED = word_set("帮忙 点头 放假 干杯 见面 结婚 看病 睡觉 洗澡 理发 说话")

BETWEEN = rf"(?:(?:了|过|着|完|好|个|一|起|不了|得了|不成|上|够|一下儿?|几|什么|(?:[我你他她您]|别人|大家|人家)(?=的|一|个)|的|大|小|会儿?|{NUMBER}+|[个次面天年杯下点回小时分钟场顿声句里多半]|好|很|长|短|时间|朋友|周)+)"

SPLIT_PATTERN = re.compile(
    "|".join(f"{pair[0]}{BETWEEN}?{pair[1]}" for pair in sorted(LISTED))
    + rf"|(?P<long>(?:(?:握|招|摆)(?=.+手)|(?:点|摇)(?=.+头)|(?:散|跑)(?=.+步)|跳(?=.+舞)|聊(?=.+天)|[吵打](?=.+架)|[请放](?=.+假)|生(?=.+气)|离(?=.+婚)|毕(?=.+业)|道(?=.+歉)|唱(?=.+歌)|游(?=.+泳)|[上下](?=.+课)|照(?=.+相)|鼓(?=.+掌)|排(?=.+队))(?:了|过|着)(?:{NUMBER}?(?:个|次|一下儿?|场|会儿?|半天)?)(?:手|头|步|舞|天|架|假|气|婚|业|歉|歌|泳|课|相|掌|队))"
)

NEW_WORD = re.compile(r"(?:人|题|发现|顶|像|部|脑|痛|疼|目|条|剧|语|梅|筒|会儿|碌|着|得)")

CROSSING = word_set(
    "听说 小说 再见 意见 看见 不见 遇见 听见 难看 好看 整点 一点 几点 早点 快点 有点 差点 缺点 据说 管理 道理"
)


@predicate("structures_split_verb")
def split_verb(sentence: Sentence) -> Iterator[Span]:
    """帮忙, 见面, 睡觉 ... whole or with something inside."""
    text = sentence.text
    for found in SPLIT_PATTERN.finditer(text):
        start, end = found.span()
        last, after, inside = text[end - 1], text[end : end + 1], text[start + 1 : end - 1]
        spoken = (last == "话" and after in ("人", "得", "着")) or (last == "忙" and after in ("人", "着"))
        if NEW_WORD.match(text, end) and last in "头话病面发忙觉" and not spoken:
            continue
        if last == "话" and (inside.endswith("的") or inside in ("什么", "大")):
            continue
        if (start and text[start - 1 : start + 1] in CROSSING) or (found[0] in ("见面", "说话") and after == "礼"):
            continue
        yield start, end
