"""Complements of direction: 走来, 拿出来, 关上 (趋向补语)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.sentence import Sentence
from core.language.grammar.syntax.tokens import relation, tag, word

MOTION = (
    "走|跑|爬|飞|游|跳|拿|取|搬|带|送|寄|运|收|开|拉|推|提|抬|扔|放|站|坐|拎|端|掏|抱|背|扶|退|冲|流|吹|滚|掉|落|倒|买|借|领|追|赶|逃|钻|伸|举|拾|捡|交|传|递|派|"
    "撤|涌|溜|挤|闯|骑|驶|升|降|沉|浮|弯|蹲|转|回|抽|拔|摘|拖|扛|挑|牵|冒|喷|渗|露|探|请|叫|接|找|还|返|散步|带领|捧|丢|投|射|摔|踢|塞|装|插|夹|写信|投|打捞|捞|翻|挪|移|挂|穿|迎|围|扑|蹦|跌|跨|绕|踏|迈|滑|漂|飘|划|撞|走路|滴|洒|泼|吐|吸|照|透|调|搀|抢|偷|卷|抓|搭|放|躺|叼|垂|递|换|逼|赶|奔|追赶|轰|引|探|押|抛|弹|扫|坐车"
)
COMPOUND_DIRECTION = "出来|出去|过来|过去|回来|回去|进来|进去|起来|上来|上去|下来|下去"
VERB_AND_COMPOUND = re.compile(
    rf"(?P<v>{MOTION})(?:了)?(?P<d>{COMPOUND_DIRECTION})(?!年)|(?P<v2>{MOTION})(?:了)?(?P<d1>[上下进出回过起])(?P<o>(?!来|去)[^，。；！？、的了着过]{{1,7}}?)(?P<d2>[来去])(?=[，。！？；了吧吗的拿看”、]|$)|"
    rf"(?P<v3>{MOTION})(?:了)(?P<o3>[一两三几][^，。；！？]{{1,6}}?)(?P<d3>{COMPOUND_DIRECTION})"
)
RISING = re.compile(
    r"(?:站|坐|拿|抬|举|捡|拾|跳|爬|提|抱|扶|飞|拎|端|背|蹦|弹|浮|升|拉|蹲|弯|捧|立|躬|翻身|跃|竖|挺|撑|撩|扛|抓|挑|卷|吊|挂|掀|翘)$"
)
NOT_LOWERING = re.compile(r"(?:买|写|放|停|传|租|接|装|换|还|翻|穿|照|请|叫|交|吸|透|沉|找|转|冷)$")


@predicate
def compound(sentence: Sentence) -> Iterator[Span]:
    """Verb of motion + 出来, 进去, 起来 ... with or without an object inside."""
    for found in VERB_AND_COMPOUND.finditer(sentence.text):
        start, end = found.span()
        place = sentence.token_over(start)
        verb = found["v"] or found["v2"] or found["v3"]
        how = found["d"] or (found["d1"] or "") + (found["d2"] or "") if not found["d3"] else found["d3"]
        if tag(sentence, place) not in ("VERB", "ADP", "AUX", "NOUN") or sentence.spans[place][0] < start:
            continue
        if how == "起来" and (not RISING.search(verb) or (found["v2"] and found["o"][0] in "雨雪风歌")):
            continue
        if (
            (how in ("下去", "下来") and NOT_LOWERING.search(verb))
            or (how == "过来" and verb in ("转变", "改"))
            or (how == "过去" and verb in ("照",))
        ):
            continue
        if how in ("下去",) and re.search(r"继续|一直|永远|接着|坚持", sentence.text[:start]):
            continue
        if re.match(r"(?:得|不)", sentence.text[start + len(verb) :]):
            continue
        if found["v2"] and re.search(r"[是在有把被给就]", found["o"]):
            continue
        if found["v2"] and found["d1"] == "上" and re.match(r"个|次|午|海|级|学|班|课", found["o"]):
            continue
        if sentence.token_at_end.get(end) is None:
            continue
        yield start, end


COMING_OR_GOING = re.compile(
    r"(?P<v>走|跑|飞|开|带|拿|送|寄|传|搬|游|爬|递|借|买|派|取|端|抱|打|发|推|拉|运|驶|冲|涌|赶|领|换|请|找|骑|奔|飘|扑|捎|捧|转|袭|吹|迎面走|引)(?:了)?(?P<d>[来去])(?!年|世|过|路|往|自|说|源|讲|信|电|访|临|看|得及|得|不|到|回|是)|(?P<v2>带|拿|送|寄|搬|借|买|派|找|端|取|打|叫|请|捎|回|进|上|下)(?:了)?(?P<o>[^，。；！？的过来去]{1,6}?)(?P<d2>[来去])(?=[，。！？；了吧吗”]|$)"
)
MOVING_TO = re.compile(
    r"(?:走|跑|爬|登|跳|飞|坐|搬|骑|追|踏|迈|冲|开|送|抬|游)上(?!来|去|课|班|学|海|级|当|边|面|的|次|周|午|下|个|有|了心|了年)|"
    r"(?:放|拿|坐|躺|走|跳|跑|扔|取|滴|掉|落|蹲|脱|摘|飞|搬|流|跪|卸|倒|丢|抛|爬|跌|低|趴|弯|拉|滚|垂|洒|撒)下(?!来|去|面|边|午|个|次|雨|雪|班|课|一代|周|的)|"
    r"(?:走|跑|开|放|装|拿|搬|飞|冲|跳|驶|闯|送|掉|爬|住|带|扔|塞|钻|流|插|游|拉|寄|挤|踏|迈|投|落|倒|伸|溜|躲|涌|吹)进(?!来|去|行|步|口|入|展|而|出|一步)|"
    r"(?:走|跑|拿|掏|取|开|飞|冲|跳|驶|流|搬|送|抽|伸|钻|爬|拔|逃|端|挤|迈|踏|抱|吐|喷|冒|带|寄|探|射|捧|溜|递|扔|派|滴)出(?!来|去|租|发|口|版|国|门|差|生|席|现)|"
    r"(?:站|拿|抬|举|捡|拾|提|抱|端|扶|竖|扛|拎|背|掀|捧|挑|飞|跳|升|挂|抓|坐|卷|操|撩)起(?!来|床|飞|点|初|码|伏|跑|义|诉)|"
    r"(?:走|跑|飞|穿|跳|越|跨|游|路|渡|翻|爬|经|绕|驶|接|递|递|掠|横|转|开)过(?!来|去|程|年|于|不|了?一次|多|分|期|关|敏|节|[两三几]次)(?=[了一这那街马河门桥山海大小人他她我身草院路铁天公森市头书])|"
    r"(?:走|跑|放|带|送|拿|搬|飞|开|寄|返|退|游|取|骑|找|买|抢|还|投|逃|驶|抱|领|接|撤|赶|收|拉|转|写)回(?!来|去|答|忆|头|事|信|应|复|顾|报|家来|家去)|"
    r"(?:打|拉|推|走|睁|张|分|掰|翻|跑|躲|散|揭|解|飞|切|拆|掀|撕|剪|咬|踢|割|让|避|移|搬|甩|松|挪|放|剥|砸|隔|拨|展)开(?!始|车|会|学|放|展|门红|心|口说|支|发|幕|业|设|水|朗|玩笑|头)"
)


@predicate
def simple(sentence: Sentence) -> Iterator[Span]:
    """走来, 带一瓶水去, 走进, 放下, 打开: movement only."""
    text = sentence.text
    for found in COMING_OR_GOING.finditer(text):
        start, end = found.span()
        place = sentence.token_over(start)
        if tag(sentence, place) not in ("VERB", "ADP") or sentence.spans[place][0] != start:
            continue
        if found["v2"]:
            if re.search(r"^[上下进出回过起]|[上下进出回过起]$|[是在把被给就不得和]|一起|以|[从向]", found["o"]) or (
                found["v2"] in ("上", "下", "进", "回") and tag(sentence, place + 1) not in ("NOUN", "PROPN")
            ):
                continue
            if found["v2"] in ("叫", "请", "打", "找") and found["d2"] == "去":
                continue
            if found["v2"] in ("回", "进", "上", "下") and re.match(r"个|次|周|月|年|午|子|一", found["o"]):
                continue
        elif (tag(sentence, sentence.token_over(end - 1)) == "VERB" and _own_verb(sentence, end)) or (
            found["v"] in ("打", "换", "转", "引", "买") and found["d"] == "去"
        ):
            continue
        yield start, end
    for found in MOVING_TO.finditer(text):
        start, end = found.span()
        place = sentence.token_over(start)
        if tag(sentence, place) not in ("VERB", "ADP", "NOUN", "ADJ") or (
            sentence.spans[place][0] != start and word(sentence, place)[-len(found[0]) :] != found[0]
        ):
            continue
        if _separated(text, end) or (
            text[start:end] in ("打开", "分开") and text[end : end + 1] in "来" and text[end : end + 1]
        ):
            continue
        if end not in sentence.token_at_end and end not in sentence.token_at_start:
            continue
        yield start, end


def _own_verb(sentence: Sentence, end: int) -> bool:
    """来 or 去 that governs what follows: 他带去北京."""
    return tag(sentence, sentence.token_over(end)) == "VERB" and sentence.tokens[
        sentence.token_over(end - 1)
    ].head == sentence.token_over(end)


def _separated(text: str, end: int) -> bool:
    """The object is followed by 来 or 去: a compound direction."""
    return re.match(r"(?!来|去)[^，。；！？、的了着过]{1,7}?[来去](?=[，。！？；了吧吗”]|$)", text[end:]) is not None


RESULTING = re.compile(
    r"(?:关|合|闭|考|穿|戴|系|扣|贴|锁|盖|选|赶|追|遇|碰|撞|连|接|插|填|看|配|补|点|染|当|签|写|交|评|捆|绑|过|抹|涂|画|拉|挂|住|吃|比|附|加|跟|轮|装|送|献|爱|迷|喜欢|买|用|娶|嫁|算|摊)上(?!来|去|课|班|学|海|级|边|面|的|次|周|午|下|个|有|述|都|有名|司|映|网|楼|衣|车|床|台|司|市|升)|"
    r"(?:说|想|看|听|写|做|提|认|指|查|猜|画|作|得|找|培养|生产|创造|制造|表现|显示|表示|设计|编|研究|算|选|分|付|献|闻|喊|叫|唱|考|问|答|流露|反映|发|露|显|突|给|贡献|分析|透露|暴露|发挥|表达|总结|打|弹|放射|散发|活|交|开|体现|爆发|培育|列|做|长|传|展现|衍生|派生|演|踢|跑|打|讲|道|写|推|释放|折射|辨认|流|报|伸|爆)出(?!来|去|租|发|口|版|国|门|差|生|席|现|色|入|卖|名|息|院|路|事|游|手|力|于|资|品|土|轨|示|局|场)|"
    r"(?:想|建立|回忆|提|引|说|谈|聊|问|唱|响|记|燃|发|收|升|搭|盖|建|掀|泛|勾|激|拉|组织|担|承担|负|肩负|担负|成立|挽|撑|点|撩|讲|勾|挑|响|穿|刮|下)起(?!来|床|飞|点|初|码|伏|跑|义|诉|身|止|源|草|因|步|劲|到|雨|雪|风)|"
    r"(?:留|写|记|买|打|定|立|停|租|收|签|犯|剩|生|埋|存|攒|拍|画|录|答应|许|种|设|接|选|结|背|抄|摘|刻|创|欠|闯|夺|拿|承担|印|攻|盘|拼|装|容|省|播|约|保存|抛|卸|咽|安|种|吃|撇|甩|拉)下(?!来|去|面|边|午|个|次|雨|雪|班|课|一代|周|的|载|级|属|落|列|降|水|岗|车|棋|楼|海|乡|令|手|游|调|达|定决心|一步|半)"
)
MOVING_OUT = re.compile(r"(?:拿|取|掏|走|跑|搬|爬|开|抽|拔|飞|流|跑|伸)出|拿下|(?:拉|挂|抓|卷|穿)起|(?:摘|卸|拿|甩)下")


@predicate
def resulting(sentence: Sentence) -> Iterator[Span]:
    """Verb + 上, 出, 起, 下 of result: 关上, 想出, 想起, 留下."""
    text = sentence.text
    for found in RESULTING.finditer(text):
        start, end = found.span()
        place = sentence.token_over(start)
        if (MOVING_OUT.fullmatch(found[0]) and found[0] not in ("流出",)) or (
            sentence.spans[place][0] != start
            and not (sentence.spans[place][1] == end and tag(sentence, place) == "VERB")
        ):
            continue
        if tag(sentence, place) not in ("VERB", "ADP", "NOUN", "ADJ", "AUX", "ADV") or end not in sentence.token_at_end:
            continue
        if found[0] in (
            "爱上",
            "喜欢上",
            "迷上",
            "吃上",
            "过上",
            "穿起",
            "提出",
            "发出",
            "做出",
            "作出",
            "指出",
        ) and found[0] in ("爱上", "喜欢上", "迷上"):
            continue
        if (tag(sentence, place) == "NOUN" and relation(sentence, place) in ("nmod", "nsubj", "obj", "obl")) or (
            tag(sentence, place) == "NOUN" and found[0][-1] in "上下" and sentence.spans[place][1] != end
        ):
            continue
        last = sentence.token_over(end - 1)
        if (
            found[0][-1] in "上下"
            and tag(sentence, place) not in ("VERB",)
            and relation(sentence, last).startswith(("case", "obl", "nmod"))
            and len(word(sentence, last)) == 1
            and tag(sentence, last) in ("ADP", "NOUN")
        ):
            continue
        if (
            _separated(text, end)
            and found[0][-1] == "起"
            and re.match(r"[^，。]{1,3}来", text[end:])
            and found[0] not in ("想起", "提起")
        ):
            continue
        if found[0] == "想起" and text[end : end + 1] == "床":
            continue
        yield start, end
