"""Checks for adverbs of one character whose sense the words around them decide: 都, 也, 再, 又, 在, 不, 没, 只, 一起."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import Markers, check
from core.language.grammar.sentence import Sentence

NUMERAL = "[零〇一二两三四五六七八九十百千万亿几半0-9０-９]"
SUBJECT = "(?:我|你|您|他|她|它|咱)们?|大家|自己|别人|人家"


def around(sentence: Sentence, markers: Markers) -> tuple[str, str]:
    """The text before and after the first marker."""
    start, end = markers[-1] if len(markers) == 1 else markers[1]
    return sentence.text[:start], sentence.text[end:]


def clause_of(before: str) -> str:
    """What stands before in the same clause."""
    return re.split(r"[，,；;：:。！？!?…“”]", before)[-1]


EVEN = re.compile(
    r"连[^，。；]{1,15}$|(?:^|[^第十百千万统])一(?:点儿?|个|句|口|本|次|件|分|天|眼|声|滴|步|字|下|张|块|杯|丝|毛|人|刻|只|位|条|朵|粒|场|遍|辈子|根|瓶|碗|部|篇|家)[^，。是有]{0,5}$"
)
EVEN_SO = re.compile(
    r"(?:即使|哪怕|就算|即便|纵然|任凭|宁可|宁愿|就是|无论|不管|不论|任|再[^，。；]{1,6}|固然)[^。；]{0,25}$"
)
ANY = re.compile(r"(?:谁|什么|哪儿|哪里|哪|怎么|怎样|多少|几|多么)[^，。；]{0,5}$")
NEGATED = re.compile(r"^(?:还|从来|根本|实在|再|曾|[来看听吃说做写想找拿走睡喝买用])?(?:不|没|别|无|未|难以)")


@check("adverbs_all")
def _all(sentence: Sentence, markers: Markers) -> bool:
    """都 takes in what stands before it: not 连…都, not 一…都没, not 都十点了."""
    before, after = around(sentence, markers)
    clause = clause_of(before)
    if "连" in clause and EVEN.search(clause):
        return False
    if NEGATED.match(after) and EVEN.search(clause) and not re.search(r"每一|这一|那一", clause):
        return False
    if re.search(r"动不动$", clause) or (
        re.search(r"(?:^|[，。！])(?:水|饭|菜|茶|天|面|汤)$", before)
        and re.match(r"(?:快|已经)?(?:凉|冷|黑|亮|干|烂|糊|开|坨)了", after)
    ):
        return False
    return not re.match(r"(?:怪|是(?:因为)?(?:你|他|她)(?:不好|害))", after)


@check("adverbs_together")
def _together(sentence: Sentence, markers: Markers) -> bool:
    """一起 and 一块儿 before what is done: not 在一起 at the end of a clause, not a numeral and its measure word."""
    before, after = around(sentence, markers)
    word = sentence.text[slice(*markers[-1])]
    if re.search(r"(?:在|到|于|[放混连缠搅])$", before) and re.match(r"[，。！？、；”]|$|了|的", after):
        return False
    if re.search(r"[^在](?:混|放|聚|坐|站|走|住|连|加|捆|绑|凑|搅|缠|搁|贴|挤|抱)在$", before) or re.match(
        r"[，。！？]|$", after
    ):
        return False
    if word == "一块":
        loose = re.match(r"(?:去|来|儿|吃|玩|走|住|干|学|做|聊|回|出|坐|看|过|生活|工作|唱|喝|打|商量|上|长大)", after)
        return loose is not None and not re.search(r"[了着买吃拿切掉有是过第每这那另]$", before)
    return re.match(rf"(?:的|{NUMERAL}|[，。])", after) is None or after.startswith("三人")


PROGRESS = re.compile(
    r"(?:(?:不断|不停|慢慢|努力|认真|拼命|逐渐|逐步|渐渐|悄悄|默默|偷偷|静静|紧张|积极|忙|专心|仔细|大声|小声|低声|高声|热烈|一点点|一步步|一天天|焦急|不住|飞快|快速|迅速|加紧|大力|全力|互相|等着|忙着|闹着|急着|试着|准备|考虑|继续|悠闲|开心|高兴|安静|疯狂|独自|一边|一个人|暗暗|日夜|尽力|苦苦|四处|到处|重新|同时|真的|也|都)地?){0,6}"
    r"(?:(?:给|跟|和|为|替|向|对|把|用|往|从|朝|按|被|与)(?!后来)[^，。！？在]{1,10})?"
    r"(?:看(?!来|台|守所)|吃(?!饭时)|喝|说(?!法|服力)|想(?!象|法)|听(?!力)|写|读(?!者|书会)|做(?!法)|干(?!部)|洗|睡|等(?!于|级|待室|候室)|找|玩|唱|跳|跑(?!道)|哭|笑(?!声|容)|聊|打(?!工|折)|画(?!家|面|里|上|中|展)|谈(?!判桌)|讲(?!台|座)|问(?!题)|叫|开(?!头|始|封|幕|学|端)(?:车|会|玩笑|着|门|派对)|忙|学(?!校|生|院|期|者|术|历|区|科|界|业|堂|会)|教(?!室|堂|育|学楼|师|科|授|练|材)|练(?!习本|习册)|复习|准备|工作(?!中|上|日|室|单位|岗位|方面|场所|时|的|之|台|组|会)|学习(?!中|上|方面|过程|时|的|之|班|期间|小组)|休息(?!室|区|时|日|站)|上课|上网|上班|下雨|下雪|下棋|下着|刮风|起床|排队|过(?:年|马路|生日)|换衣服|穿衣服|收拾|打扫|整理|讨论(?!会|中|时|区|组)|研究(?!所|中|生|室|院|上|方面|会|者|领域|的|人员)|变(?!化中|革中|电)|发烧|发抖|发呆|发愁|发生|发展(?!中|的|过程|上|阶段|方面)|进行|担心|考虑(?!到|之)|寻找|等待|努力|坚持|观察|思考|修|建(?!国|筑|立)|盖(?!亚|茨)|造|搬|卖|买(?!方|卖)|挑|选(?!举|手|拔|修)|炒|煮|烧|包饺子|切|烤|喂|散步|旅行(?!社|中|途|时|期间)|旅游(?!区|业|景|旺|淡|方面|中|时)|游泳(?!池|馆|时|方面)|跳舞|骂|吵|闹|喊|催|敲|响|抢|偷|躲|追|赶|流|飞|飘|走(?!廊|向)|动(?!物|作|画|态|漫|力)|长(?!城|江|沙|春|安|大后|期|辈|椅|假|达|途|城|崎|桌|方)(?:大|高|个)?|帮|陪|照顾|招(?!待|生|聘会)|求|骗|逗|撒谎|开玩笑|抱怨|生气|反思|成长(?!中|过程|的)|增加|减少|上升|下降|扩大|改变|消失|悄然|蔓延|融化|燃烧|转|晃|摇(?!篮|滚)|闪|颤抖|挣扎|酝酿|呼唤|诉说|招手|微笑|议论|争论|争吵|商量|打听|享受|忍受|经历|使用(?!中|过程|时|的)|拍(?!卖|摄现场)|录|播|直播(?!间|中)|值班|住院|减肥|恋爱(?!中|时)|谈恋爱|约会|化妆|打工|实习(?!期|中|时|单位|的)|加班|出差(?!中|时|途)|开车(?!时|的时)|干活|干吗|干嘛|搞|弄|装(?!修中|置|备)|施工|作画|作曲|祈祷|期待|盼|尝试|呼吸|倾听|聆听|追求|探索|调查(?!中|时|的|组)|计划|筹备|推进|推动|谋划|接受|采访|办(?!公|事处)|处理|解决(?!的|问题的|方案)|修改|破坏|威胁|影响(?!下|中|方面)|测试|运行|运转|加快|关注|跟踪|织|缝|熬|擦|扫|拖|剪|钓|挖|种(?!植园)|浇|数(?!学|字|据|量)|背|抄|刷|逛|爬|滑(?!雪场|冰场)|摘|拆|抖|滴|啃|咬|揉|捏|抽|翻(?!译)|查|算|填|贴|扔|拼|守|补(?!习班)|抓|捉|拔|织|念|哄|揣摩|琢磨|打(?:电话|球|牌|游戏|架|扫|针|听|量)|赏|吹|弹|拉|推|抱|背|守候|巡逻|运(?!动)|装修|采摘|采集|孵|滋长|升温|崛起|逼近|靠近|扩散|传播|流传|流行|兴起|复苏|恢复|好转|恶化|衰退|老去|逝去|逐|奔波|奋斗|忙碌|打拼|拼搏|操心|着急|呐喊|庆祝|欢呼|鼓掌)"
)
NOT_PROGRESS = re.compile(
    r"^[^，。！？]{0,12}?(?:的时候|的同时|之前|之后|以前|以后|过程中|的路上|途中|期间|方面|基础上|情况下|[^现当此]时(?=[，。]|$)|[^心眼手家其之集]中(?=[，。]|$)|起来)"
)
BEFORE_PLACE = re.compile(
    r"(?:不|没|就|才|现|正|自|所|内|外|好|实|存|潜|是|住|放|坐|站|躺|写|留|停|挂|贴|生活|建|落|穿|戴|死|生|发生|出现|集中|掌握|表现|体现)$"
)


@check("adverbs_progressive")
def _progressive(sentence: Sentence, markers: Markers) -> bool:
    """在 before the verb of what goes on, not before a place."""
    before, after = around(sentence, markers)
    if not PROGRESS.match(after) or NOT_PROGRESS.search(after):
        return False
    return (
        BEFORE_PLACE.search(before) is None
        or re.search(r"(?:(?:他|她|我|你|们|还|都|也)(?:不|没|就|正|是)|无刻不)$", before) is not None
    )


@check("adverbs_again")
def _again(sentence: Sentence, markers: Markers) -> bool:
    """再 for once more: not 再…也, not one thing after another, not 再大一点儿 of a degree."""
    _before, after = around(sentence, markers)
    if re.match(
        r"[^，。！？；]{1,8}也|[^，。！？；]{1,7}，[^，。]{0,8}也(?!许)|[^，。；]{1,5}(?:都|还是)", after
    ) and not re.match(r"(?:来|去|说|看|听|试|给|要|想)[^，。]{0,8}(?:都|，)", after):
        return False
    if re.match(r"(?:好|大|小|高|低|长|短|多|少|快|慢|早|晚|便宜|简单|适合|合适|正常|普通|平常)(?:不过|也)", after):
        return False
    return (
        re.match(r"(?:大|小|高|低|长|短|快|慢|早|晚|便宜|轻|重|近|远|热|冷|甜|难|深|浅)(?:一?点|一?些)", after) is None
    )


@check("adverbs_also")
def _also(sentence: Sentence, markers: Markers) -> bool:
    """也 for "also": not 连…也, 即使…也, 再…也, 什么也没, 一…也不, X也不是."""
    before, after = around(sentence, markers)
    clause = clause_of(before)
    if EVEN_SO.search(before) or ("连" in clause and EVEN.search(clause)):
        return False
    if NEGATED.match(after) and (EVEN.search(clause) or ANY.search(clause)):
        return False
    if re.search(r"(?:一点儿?|丝毫|从来|说什么|怎么着?|死|半点)$", clause):
        return False
    if re.match(r"(?:不是(?:[，。！.]|$)|好，|罢，|[^，。]{1,2}不得|只好|只能|未免|太.{0,8}了吧)", after):
        return False
    return not re.search(r"不.{1,6}$", clause) or re.match(r"(?:要|得|可以|行|会)", after) is None


NEGATIVE_RESULT = re.compile(
    r"(?:[看听吃写做说买找走跑想记学拿放住睡受赶认数猜查弄搞讲读打抓爬搬推拉搭喝穿用游跳追讨等站坐挤装戴考上下进出过回起分忍靠禁保留管顾付赢输比配收还卖算办摸碰够达感谈合离改修退救丢扔抬提挣养][不](?:见(?!得)|到(?!三|两|一|几|十|时候|位)|懂|完|了(?!起|解|了之)|起来|下去|下来|出来|出去|上来|上去|进去|进来|回来|回去|过来|过去|动(?!声|摇|产)|清|着(?!急)|住|惯|成(?!功|问题)|清楚|明白|习惯|干净|开(?!心|口|始|会|车)|上(?!学|课|班|当|网)|起(?!床|眼)|出(?!门|国|来进)|够(?!格)|掉|赢|透|准(?!备|时|许)|饱|腻|及|得))$"
)


@check("adverbs_not")
def _not(sentence: Sentence, markers: Markers) -> bool:
    """不 before what it denies: not 是不是, not the potential complement 听不懂."""
    before, after = around(sentence, markers)
    last = before[-1:]
    if last and after.startswith(last) and last not in "不也都还很太你我他，、“":
        return False
    pair = re.search(r"([\u4e00-\u9fff])([\u4e00-\u9fff])$", before)
    if pair and (after.startswith(pair[0])):
        return False
    if re.match(r"(?:[？?]|吗|$|呢[？?]|[，。！])", after) and not re.search(
        r"(?:^|[，。！？“都也就还才]|我)$", before
    ):
        return False
    if after.startswith("得") and re.search(r"[干做要使舍怪恨巴由顾动见碰吃喝说打骂急容免算哭笑坐站比]$", before):
        return False
    return not any(NEGATIVE_RESULT.search(last + "不" + after[:size]) for size in (1, 2)) or bool(
        re.search(r"(?:[很也都就还才又却并从可我你他她们]|如果|要是)$", before)
    )


THING = re.compile(
    r"(?:了|着)?(?:钱|时间|人(?!为|工|道)|事[，。！？的]|事儿|问题|关系|办法|意思|意见|空|课[，。！？]|课$|水(?!平)|电(?!话)|车|票|书|房子|孩子|朋友|工作|机会|兴趣|信心|道理|消息|结果(?!的)|必要|可能|什么|几[^乎]|一|两|半|多少|太多|任何|哥哥|姐姐|弟弟|妹妹|爸|妈|家|你|我|他|她|它|这|那|谁|哪|别|比|多大|更|条件|经验|力气|心情|地方|用处|用[，。！？]|用$|作用|影响|好处|意义|理由|原因|压力|胃口|脾气|名字|答案|区别|变化(?!过)|希望|勇气|精神|耐心|危险|声音|生命|错|戏|脸|脑子|良心|素质|文化|礼貌|文凭|证据|能力|本事|权利|资格|义务|责任|借口|秘密|空气|阳光|雨|风|雪|云|路|门|话说|话$|话[，。！？]|味道|颜色|特点|想法|印象(?!深)|联系方式|网|信号|衣服|鞋|饭吃|饭$|饭[，。]|菜|肉|鱼|盐|糖|酒|茶|其他|其它|所谓|多久|多长|多远|翅膀|边|底|缘|止境|完没|头没|大没|生活|感情|爱情|人性|食物|药|病(?!倒)|救|例外|前途|出路|退路|选择(?!了|过|在|去)|能|效果|动静|反应(?!过)|自由|安全感|固定|真正|足够|太大|很大|明显|具体|特别|好(?!好|转)|[a-zA-Z0-9])"
)


@check("adverbs_did_not")
def _did_not(sentence: Sentence, markers: Markers) -> bool:
    """没 and 没有 before a verb, not the verb "not to have"."""
    before, after = around(sentence, markers)
    if before[-1:] and after.startswith(before[-1:]) and before[-1:] not in "我你他们，":
        return False
    if re.search(r"有$", before) and re.match(r"[^，。]*[？?]", after):
        return False
    if not after or re.match(r"[，。！？、；：”’）)的了吗呢啊吧]", after):
        return False
    if THING.match(after):
        return re.match(
            r"(?:别|好好|能(?!力|耐|量|源)|比(?:赛)?过|特别(?:注|在|说)|想|明显(?:提|增|减)|什么都|更新|一(?:起|直))",
            after,
        ) is not None and not after.startswith("比你")
    if re.match(r"(?:[^，。！？]{1,6})(?:那么|这么|那样|这样)", after) and "没有" in sentence.text:
        return False
    place = sentence.token_over(markers[-1][1])
    return (
        place < 0 or sentence.tokens[place].tag not in ("PRON", "NUM", "DET", "PROPN") or after[0] in "把被在给跟和对向"
    )


@check("adverbs_only")
def _only(sentence: Sentence, markers: Markers) -> bool:
    """只 for "only": not 只有…才, not the conjunctions 只是 and 只有."""
    before, after = around(sentence, markers)
    if after.startswith("有") and re.match(r"有[^。！？]{0,30}?才(?!能的|华|气|干)", after):
        return False
    if after.startswith("有") and re.match(r"有(?:这样|如此)", after):
        return False
    if after.startswith("是") and not re.search(r"而已|罢了", after) and re.search(r"(?:^|[，。；！？])$", before):
        return False
    return not re.search(r"[一二两三四五六七八九十几这那每哪某整半0-9]$", before)


@check("adverbs_again_done")
def _again_done(sentence: Sentence, markers: Markers) -> bool:
    """又 for what happens once more: not 又…又…, not 既…又, not 又 that sets against."""
    before, after = around(sentence, markers)
    near = before[-14:]
    if "又" in after[:14] and not re.match(r"一[^，]{1,2}又一|.{0,4}了.{0,6}又.{0,4}了", after):
        return False
    if "又" in near or "既" in before[-20:] or re.search(r"(?:却|但|但是|可|而|可是|反而)$", before):
        return False
    if re.match(
        r"(?:不是|何必|何尝|何苦|何况|有什么|能怎|怎么(?!了|啦|回)|算什么|称|名|叫做|一.{1,3}$|没什么|没人|(?:不|没)敢)",
        after,
    ):
        return False
    return re.search(r"想[^，。]{1,6}$", near) is None or re.match(r"(?:不|怕|没)", after) is None
