"""Complements of direction that mean time (哭起来, 说下去) or state (安静下来) (趋向补语的引申意义)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.sentence import Sentence
from core.language.grammar.syntax.tokens import tag, word_set

STARTED = re.compile(
    r"(?P<v>哭|笑|唱|说|聊|吵|闹|干|打|喊|叫|谈|讨论|议论|行动|做|写|跳(?!起)|争论|响|吃|跑|忙|学|练|玩儿?|欢呼|鼓掌|转|动|争|抖|咳嗽|咳|流行|燃烧|发展|抱怨|唠叨|回忆|怀疑|担心|想念|工作|搜索|实行|琢磨|跳舞|唱歌|生气|画|骂|颤抖|旋转|下|刮|着|烧|抽泣|研究|思考|打扫|收拾|摇晃|摇|晃|讲|建设|弹|飘|咬|读|念|发抖|尖叫|打架|吵架|聊天|跳动|关心|运转|运作|沸腾|拉|奏|响|蹦|思索|计算|整理|炒|练习|准备|大笑|大哭|痛哭|抽搐|闲聊|嚷嚷|嚷|吼|翻|联想|反抗|挣扎|期待|害怕|想象|流行|盛行|兴旺|运动)(?:了)?起来"
    r"|(?P<v2>下|刮|唱|跳|说|聊|谈|打|做|吃|喝|干|哭|吹|看|读|讲|开|玩|抽|画|写|学|弹|鼓|闹|发|练|拉|吵|讨论|笑)起(?!来|床|点)(?P<o>[^，。；！？的了]{1,5}?)来(?=[，。！？；了”]|$)"
)
STARTED_TO_LIKE = re.compile(
    r"(?:爱|喜欢|迷|恋|玩儿?|聊|干|忙(?!得)|吵|打|哭|学|唱|跳|骂|谈|吃|喝|过|闹|盼|下|爱恨|议论|讨论|抽|赌)上(?:了)?(?!来|去|课|班|学|海|级|边|面|的|次|周|午|下|个|不|司|网|楼|衣|天|山)"
)
GOING_ON = re.compile(
    r"(?:说|坚持|学|活|继续|干|做|读|听|看|等|生活|发展|保持|维持|进行|讨论|过|写|讲|研究|练|支持|住|待|呆|持续|延续|流传|传|谈|唱|聊|奋斗|努力|想|吃|爱|走|忍|拖|演|闹|查|问|练习|工作|经营|办|战斗|存在|跑|打|喝|熬|玩|撑|争|生存|合作|努力|执行|实行|传承|耗|陪|睡|哭|相处|维护|开|管|抗|教|坐|推广|挖)下去"
)
KEPT = re.compile(
    r"(?:保持|坚持|流传|传|活|继承|保存|保留|延续|遗留|沿袭|生存|挺|熬|学|积累|沿用|存|遗传|维持|传承|撑|延传|支撑|生活|幸存|忍|干|跑|扛|读|传袭)(?:了)?下来"
)
GOES_DOWN = re.compile(r"从[^，。]{1,6}(?:上|下|里|楼|山)[^，。]{0,4}$")
EASY = re.compile(r"[，,]?(?:很|不|真|容易|非常|有点|方便|都|更|又|也|比|像|挺|太|特别|没|还|简单|轻松|难|似乎|倒|好)")
TRIED = word_set("看 听 说 做 写 吃 干 学 跑 读 玩 玩儿 打 讲 聊 用 谈 唱 忙 工作 画 弹 练 笑 念 收拾 实行 炒 练习")
BETTER_LIFE = re.compile(r"[^，。]{0,3}(?:幸福|好|新|美|富|安|小康|舒|热|这|活|[\u4e00-\u9fff]{2,4}(?:日子|生活))")
NOT_STARTED = word_set("打 过 下 吃 喝 学 干 忙 跳 闹 谈")


@predicate
def time(sentence: Sentence) -> Iterator[Span]:
    """哭起来, 下起雨来, 爱上: begins; 说下去, 保持下来: goes on."""
    yield from _begun(sentence)
    yield from _begun_up(sentence)
    yield from _lasting(sentence)


def _begun(sentence: Sentence) -> Iterator[Span]:
    text = sentence.text
    for found in STARTED.finditer(text):
        start, end = found.span()
        if not _begins_verb(sentence, start):
            continue
        verb = found["v"] or ""
        if (verb in TRIED and EASY.match(text, end)) or (
            verb in ("说", "讲", "谈", "看", "读") and text[end : end + 1] == "，"
        ):
            continue
        yield start, end


def _begun_up(sentence: Sentence) -> Iterator[Span]:
    text = sentence.text
    for found in STARTED_TO_LIKE.finditer(text):
        verb = found[0].rstrip("了")[:-1]
        end = found.start() + len(verb) + 1
        better = (
            verb in ("过", "吃", "喝", "忙", "干") and text[end : end + 1] == "了" and BETTER_LIFE.match(text, end + 1)
        )
        if verb in NOT_STARTED and not better:
            continue
        if _begins_verb(sentence, found.start()):
            yield found.start(), end


def _begins_verb(sentence: Sentence, start: int) -> bool:
    place = sentence.token_over(start)
    return sentence.spans[place][0] == start and tag(sentence, place) in ("VERB", "ADJ", "ADP", "AUX", "ADV", "NOUN")


def _lasting(sentence: Sentence) -> Iterator[Span]:
    text = sentence.text
    for found in GOING_ON.finditer(text):
        start, end = found.span()
        verb = found[0][:-2]
        if verb in ("走", "跑", "推", "挖", "打", "拖", "坐", "吃", "喝") and not re.search(
            r"继续|一直|永远|坚持|这样|这么|接着|要|再|能|起", text[:start]
        ):
            continue
        if _begins_verb(sentence, start) and not re.search(r"[得不]$", text[:start]):
            yield start, end
    for found in KEPT.finditer(text):
        if _begins_verb(sentence, found.start()) and not (
            found[0][:1] in "跑" and GOES_DOWN.search(text[: found.start()])
        ):
            yield found.span()


CHANGED_STATE = re.compile(
    r"(?P<a>安静|平静|冷静|慢|停|静|黑|暗|冷|松弛|瘦|低|缓和|稳定|镇定|沉默|软|凉|放松|松|平息|冷清|固定|定|沉静|松懈|少|弱|小|缓|安定|阴|沉|缩|矮|短|淡|轻松|寂静|和缓|平稳|减|降)(?:了)?(?:下来)|"
    r"(?P<b>淡|低|冷|弱|瘦|暗|坏|黑|软|少|小|平静|衰弱|安静|冷淡|消沉|消瘦|松|沉|短|矮|糟|错|堕落|懒|穷|病|疼|痛|肿消|萎缩|凹|塌|黯淡|憔悴|虚弱|差|静|昏睡|沉默|退|恶化|散漫|颓废|浅|薄|轻|衰退)(?:了)?下去|"
    r"(?P<c>醒|明白|清醒|恢复|缓|活|救|改正|改(?!革)|适应|反应|转变|觉悟|苏醒|纠正|懂事|回过神|缓过神|改造|扭转|扳|抢救|调整|倒)(?:了)?过来|"
    r"(?P<d>好|热|亮|忙|胖|热闹|紧张|高兴|兴奋|激动|快|暖和|多|大|红|富|富裕|坚强|高|强|活跃|繁荣|漂亮|聪明|严肃|认真|勇敢|丰富|愉快|暖|硬|冷|凉|乱|复杂|清楚|清晰|开心|快乐|烦躁|生动|壮大|强大|健康|成熟|生气|密切|亲热|着急|害怕|骄傲|模糊|活泼|坚定|饱满|温暖|明亮|湿润|绿|美|贵|繁忙|沉重|轻松|急|鲜艳|和谐|明朗|疼|痛|麻木|严厉|热情|振作|阴沉|兴盛|发达|火|精神|潮湿)(?:了)?起来|(?P<e>藏|躲|收|存|保存|隐藏|关|锁|包|围|团结|联合|组织|集合|集中|统一|结合|联系|堆|捆|绑|装|盖|遮|封|保护|隔离|收藏|积累|埋|连接|串|缠|裹|封闭|掩盖|缩|连|汇集|聚集|收集|冷冻|合|加|搭|建|建立|摆|武装|综合|皱|鼓|肿|发展|成长|连|挂|隔|掩|蜷|蜷缩|卷|拼|竖|盘|汇总)(?:了)?起来"
)


@predicate
def state(sentence: Sentence) -> Iterator[Span]:
    """安静下来, 淡下去, 藏起来, 醒过来, 热闹起来."""
    text = sentence.text
    for found in CHANGED_STATE.finditer(text):
        start, end = found.span()
        place = sentence.token_over(start)
        if sentence.spans[place][0] != start or tag(sentence, place) not in ("VERB", "ADJ", "ADV", "NOUN", "AUX"):
            continue
        if (re.search(r"[得不]$", text[:start]) and not re.search(r"变得|[觉显]得$", text[:start])) or (
            found["e"] in ("加", "挂") and False
        ):
            continue
        if (
            text[start:end].endswith("倒过来")
            or found["a"] == "降"
            or (found["e"] in ("发展",) and not re.match(r"[，。了！]|$", text[end:]))
        ):
            continue
        yield start, end
