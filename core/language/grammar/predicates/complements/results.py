"""Complements of result: 写错, 看懂, 找到, 记住 (结果补语)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.sentence import Sentence
from core.language.grammar.syntax.tokens import relation, tag

ERROR_OR_END = re.compile(
    r"(?:写|看|听|说|读|记|走|做|打|认|弄|搞|算|拿|坐|买|答|想|猜|选|用|搭|填|怪|念|穿|寄|放|叫|回答|找|开|理解|估计|教|下|投|站|戴|嫁|来|给|发|接|点|抄|排|数)错(?!误|过|综|觉|字|位|事|怪)|"
    r"(?:看|听|读|弄|搞|学|问|没)懂(?!得|事)|(?:看不)?(?<=[没看听])懂(?!得|事|不)|"
    r"(?:洗|擦|打扫|扫|弄|收拾|吃|刷|喝|清理|拖|处理|打理|整理|搞|冲|倒)干净|"
    r"(?:做|写|学|准备|收拾|洗|想|修|办|穿|戴|放|坐|站|拿|带|弄|搞|关|修理|安排|买|包|画|吃|说|打扫|商量|整理|练|打|盖|装|摆|排|锁|系|选|订|定|约|谈|建|管|治|贴|租|收|化|煮|炒|烧|养|切|搭|泡|铺|设|备|挂|记|保护|处理|配|计划|复习|布置|打理|填|停|调|扶|睡|休息|调整|照顾|吹|保存|谈|护|补|缝|充|换|教|演|踢|解决|种|考|发挥)好(?![吃喝看听玩闻受用像奇处事心人友几多久坏意笑感说转办走在歹运评莱不])(?!的(?:人|书|菜|东西|机会|办法|朋友|地方|老师|衣服))|"
    r"(?:学|教|练)会(?!儿)|(?:看|听|说|问|想|弄|搞|写|讲|记|查|认|解释|了解|算|分|交代|考虑|调查|数|辨认|表达|打听|介绍|分析|认识|读|念|商量)清楚|"
    r"(?:写|看|听|说|读|做|洗|吃|喝|学|用|卖|办|走|上|下|打|讲|忙|干|收拾|打扫|跑|考|开|拍|问|想|准备|唱|跳|念|画|聊|谈|演|拿|花|翻译|检查|复习|练|排|介绍|处理|讨论|解决|修|装|搬|玩|爬|发|读|改|放|交|输|背|下载|哭|笑|教|练习|吐|参观|抄|填|煮|过|烧|换|死|数|抢|播|见|游|编|踢|比|签|查|还|整理|包|挑|录|印|欣赏|分|喂|选|订|吵|织|盖|逛|弄|搞|建|包|点|售|测|验|刷)完(?!全|成|整|美|善|工|蛋|毕|备|好|了蛋)"
)  # fmt: skip


@predicate
def error_or_end(sentence: Sentence) -> Iterator[Span]:
    """Verb + 错, 懂, 干净, 好, 会, 清楚, 完."""
    yield from _verb_led(sentence, ERROR_OR_END)


REACHED_OR_FIXED = re.compile(
    r"(?:找|看|听|见|买|收|拿|学|吃|用|想|做|回|走|等|谈|提|说|办|放|送|爬|跑|飞|搬|遇|碰|感觉|猜|订|抢|借|睡|查|联系|体会|认识|意识|注意|闻|梦|买|打|抓|捡|拍|考虑|玩|开|坐|数|降|升|提高|增加|减少|延长|推迟|发展|寄|传|带|聊|忙|写|读|工作|加班|活|住|干|请|赢|赚|挣|挖|卖|接|叫|问|搜|考|吸引|涉及|翻|发|掉|落|骑|游|站|追|跟|接触|享受|观察|吃|喝|体验|感受|接收|品尝|轮|调|排|捞|钓|落实|应用|长|上升|下降|运|拖|练|讲|熬|逃|拉|移|投入|投|转|滚|扔|交|背|摸|算|伸|够|喊|抱|捉|偷|输|发送)到(?!达|底|处|时候|来之|期|位|场|的话)|"
    r"(?:记|站|拿|抓|接|停|忍|留|挡|围|拉|握|抱|咬|堵|吸引|控制|扶|捂|盖|愣|呆|守|保|稳|撑|顶|困|捉|叫|拦|按|绑|掩|憋|压|卡|遮|护|锁|逮|镇|包|裹|难|问|管|迷|粘|捆|夹|绊|截|噎|瞒|把握|架|坐|踩|钉|抵|扣|抵挡|坚持|经受|克制)住(?![在处宅院房宿户所])|"
    r"(?:拿|取|带|借|骑|开|搬|送|抢|偷|飞|吹|赶|领|接|抱|跑|拉|运|收|牵|逃|卷|调|买|寄|撤|溜|夺|刮|叫|冲|请|挤|抓|叼|扔|支|租|换|移|爬|放|划|要|架|吓|救|提|拖)走(?!路|廊|私|向|步|[着到上下出进过回])"
)


@predicate
def reached_or_fixed(sentence: Sentence) -> Iterator[Span]:
    """Verb + 到, 住, 走; 遇到 and the like stay, 得到, 感到, 受到, 达到 are words of their own."""
    yield from _verb_led(sentence, REACHED_OR_FIXED)


def _verb_led(sentence: Sentence, pattern: re.Pattern[str]) -> Iterator[Span]:
    """Matches that begin with a verb and end at a word boundary, with no 得 or 不 that makes them potential."""
    for found in pattern.finditer(sentence.text):
        start, end = found.span()
        place = sentence.token_over(start)
        begins = sentence.spans[place][0]
        if start != begins and not (sentence.spans[place][1] == end and tag(sentence, place) in ("VERB", "NOUN")):
            continue
        if end not in sentence.token_at_end and sentence.text[end : end + 1] not in ("了", "过"):
            continue
        if tag(sentence, place) not in ("VERB", "AUX", "ADJ", "ADP", "NOUN", "X", "PROPN") or found[0] == "没懂":
            continue
        if tag(sentence, place) == "NOUN" and len(found[0]) > 2 and start == begins and sentence.spans[place][1] != end:
            continue
        if (
            tag(sentence, place) in ("NOUN", "PROPN")
            and relation(sentence, place) in ("nsubj", "obj", "nmod")
            and found[0] not in ("学会",)
        ):
            continue
        yield start, end
