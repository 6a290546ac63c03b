"""Checks that tell the senses of 还, 就 and 才 apart."""

from __future__ import annotations

import re

from core.language.grammar.predicates.adverbs import NUMERAL, SUBJECT, around, clause_of
from core.language.grammar.predicates.registry import Markers, check
from core.language.grammar.sentence import Sentence

CONDITION = re.compile(
    r"如果|要是|只要|既然|假如|倘若|假使|一旦|万一|的话|因为|由于|要不是|(?:^|[，。])若|既(?!不|是)|只有"
)
GIVE_BACK = re.compile(
    r"(?:了|给|书|钱|债|款|清|上(?!.)|来[，。！]|回去|回来|贷|账|手|礼|价|原|击|乡|俗|愿|魂|在(?!.)|我(?:的)?(?:书|钱|笔|车|东西)|你(?:的)?(?:书|钱|笔|车|东西)|他(?:的)?(?:书|钱|笔|车|东西)|得[起清上])"
)
RETURN_BEFORE = re.compile(
    r"(?:归|偿|返|退|讨价|交|奉|生|要|去|来|该|会|能|没|不|得|再|把[^，。]{1,8}|按时|准时|应该)$"
)


def _verb_of_giving_back(before: str, after: str) -> bool:
    """Whether 还 is huán, "to give back"."""
    if re.search(r"(?:归|偿|返|退|讨价|奉)$", before):
        return True
    if GIVE_BACK.match(after) and not re.match(
        r"(?:给[^，。]{0,8}(?:买|打|做|写|带|送|介绍|讲|安排|起|取|说|准备|留)|上(?:学|课|班|网|过|了))", after
    ):
        return True
    return re.search(r"把[^，。]{1,8}$", before) is not None and re.match(r"(?:给|了|回|到)", after) is not None


STILL = re.compile(
    rf"(?:没|不(?!仅|但|光|只|错|算|止|如|快)|未|在(?!.{{0,10}}(?:买|开|建|写|学|办)了)|早(?!在)|小(?!心)|年轻|记得|活着|差|剩|需|得等|来得及|爱(?:我|你|他|她)吗|热着|难受|处于|停留|保留|保持|留着|住在|是(?:那么|这么|那样|老样|没|不|个孩子|小孩|学生)|有(?:这么|那么)|有(?:{NUMERAL}|很多|好多|不少|许多|一段|多少|多久|多远|点时间|时间|机会|希望|救|没有|剩)[^，。]{{0,4}}?(?:天|年|月|小时|分钟|时间|路|公里|站|米|机会|希望|到|才|就)|[^，。]{{1,4}}着(?!我们|大家)|等着|远(?!近)|能.{{1,6}}吗|喜欢.{{1,6}}吗|去.{{0,4}}吗|好吗|认识|相信|怀疑|以为|那么|这么|那样|这样(?!一)|像(?:以前|过去|从前|原来|小时候)|继续|需要(?:时间|努力|很长))"
)
OTHER = re.compile(r"(?:是(?!那么|这么|那样|这样|老样|没|不|个孩子|小孩|学生)|有[，,]|有呢|算(?!不)|原|俗|乡|击)")
EVEN_MORE = re.compile(r"比[^，。；]{1,14}$")
FAIRLY = re.compile(
    r"(?:不错|可以[，。！的]|可以$|行[，。！]|好[，。！]|凑合|过得去|马虎)|[^，。]{1,4}(?:一些|一点儿?|得多)(?:[，。！]|$)"
)
REALLY = re.compile(r"真(?!正|诚|的(?!是))")


def _reading_of_hai(sentence: Sentence, markers: Markers) -> str:
    """Which sense 还 has here: "still", "also", "more", "really", or none."""
    before, after = around(sentence, markers)
    clause = clause_of(before)
    if OTHER.match(after) or _verb_of_giving_back(before, after) or re.match(r"[，。！？、”]|$|的|者", after):
        return ""
    if EVEN_MORE.search(clause) and not re.search(r"比(?:赛|较|如|例|方)", clause):
        return "more"
    if REALLY.match(after):
        return "really"
    if FAIRLY.match(after):
        return "more"
    if re.match(r"[^，。]{1,10}呢[。！，]|(?:说|笑|敢|好意思)[^，。]{0,6}！", after) and not re.match(
        r"(?:在|没|不|有|会|能|要|可以|想|是|早|小)", after
    ):
        return ""
    if re.search(r"除了?[^。；]{1,25}$|不仅|不但|不光|不只|此外|另外|不单", before):
        return "also"
    if re.search(
        r"都[^，。；]{1,12}了，[^，。；]{0,6}$|(?:仍|虽然|尽管|到现在|至今|直到|一直|可|但|但是|可是|却|怎么|你说|现在)[^，。]{0,8}$",
        before,
    ) and not re.search(r"(?:可|但|但是|可是)$", clause):
        return "still" if not re.match(r"(?:要|会|可以|给|买|送|专门|特意)", after) else "also"
    if STILL.match(after):
        return "still"
    if re.match(r"有", after):
        return (
            "also"
            if clause != before or clause == "" or re.search(r"(?:里|上|边|中|下|面|我|他|她|们)$", clause)
            else "still"
        )
    return _default_of_hai(before, clause, after)


def _default_of_hai(before: str, clause: str, after: str) -> str:
    """Also after another clause or before 要, 会, 可以 ...; still elsewhere."""
    if re.match(r"[^，。！？]{0,8}(?:吗|什么|哪|谁|几|多少)[^，。]{0,5}[？?]", after):
        return (
            "also" if re.match(r"(?:要|想|有|会|需要|去过)[^，。]{0,6}(?:什么|哪|谁|几|多少|别的)", after) else "still"
        )
    if (before != clause and before.strip("“")) or re.match(r"(?!没)[^，。没]{1,3}[了过](?!吗|没)", after):
        return "also"
    return (
        "also"
        if re.match(
            r"(?:要|会|可|得|给|把|专门|特意|买|请|送|教|帮|将|曾|打算|学|带|发现|提供|参加|想(?:要|请|再|学|买|去))",
            after,
        )
        else "still"
    )


@check("adverbs_still")
def _still(sentence: Sentence, markers: Markers) -> bool:
    """还 for what has not changed."""
    return _reading_of_hai(sentence, markers) == "still"


@check("adverbs_in_addition")
def _in_addition(sentence: Sentence, markers: Markers) -> bool:
    """还 for what is added."""
    return _reading_of_hai(sentence, markers) == "also"


@check("adverbs_even_more")
def _even_more(sentence: Sentence, markers: Markers) -> bool:
    """还 in comparisons, and for what will do."""
    return _reading_of_hai(sentence, markers) == "more"


@check("adverbs_unexpected")
def _unexpected(sentence: Sentence, markers: Markers) -> bool:
    """还 in 还真."""
    return _reading_of_hai(sentence, markers) == "really"


NO_ADVERB = re.compile(
    r"(?:是(?!不|因为)|算(?!.{1,6}了)|餐|地(?=取|正|解|坐|过|掩)|读|近|任|业|医|诊|职|座|擒|范|绪|寝|义|连|像|好像|此|手|势|事论事|如何|等于|，|。)"
)
AFTER_ONE = re.compile(
    r"(?:^|[^第统唯同之万])一(?!(?:个|点|遍|次|句|些|定|起|直|下|会|块|天|年|月|分|小时|本|眼|口|步|回|共|样|般|切|旦|面|边|方|种|位|件|条|张|名|家|群|双|部|座|只|场|层|路|周|星期|辈|生|代|系列|度|半|阵|份|把|声|栋|片|旁|时|手|身|段|串|股|根|杯|瓶|顿|批|套|台|辆|首|篇|封|二|两|三|四|五|[0-9十百千万]))[^，。；、]{1,9}，?[^，。；]{0,4}$"
)
QUICK = re.compile(
    r"(?:(?:以前|从前|原来|小时候|当年)[^，。]{{1,4}}|点(?:钟|半|多|{n}{{1,3}}分?)?|刻|早(?:上|晨)?|从小|很早|小时候|很快|马上|立刻|立即|一会儿|不一会儿?|一下子?|一下儿|转眼|现在|当时|当天|昨天|前天|今天|明天|后天|去年|前年|明年|昨晚|当晚|晚上|上午|下午|早就|不久|随时|一眼|一口气|眨眼|刚[^，。]{{1,6}}|已经|{n}(?:多|来)?(?:{u}))(?:之?前|以前|之?后|以后|左右|里|内|时|开始|起)?(?:[他她我你它咱]们?|大家)?(?:一个人)?$".format(
        n=NUMERAL,
        u="个?(?:分钟|小时|钟头|天|星期|月|年|岁|遍|次|回|下|句话?|眼|口|步|块钱?|元|毛|个|本|秒钟?|周|晚|夜|号|日|杯|站|页|米|公里|里|人|道|件|趟)",
    )
)


def _taken_by_construction(before: str, after: str) -> bool:
    """Whether 就 belongs to 一…就, 不是…就是, 就要…了 or is no adverb."""
    if NO_ADVERB.match(after) or re.search(r"[成造迁将]$", before):
        return True
    if re.match(r"(?:要|快|快要)[^，。]{0,14}了(?:[，。！？]|$)", after) and not CONDITION.search(before):
        return True
    return AFTER_ONE.search(before) is not None and not re.search(r"一(?:样|般|定|起|直)[^，]{0,6}$", before[-8:])


ONLY = re.compile(
    rf"(?:{SUBJECT}(?!么|样)|(?:{NUMERAL})+(?:个|次|本|点儿?|块|张|件|天|年|分|口|人|句|家|种|条|只|位|会儿|些)|这(?:么(?:点|些|几|一|个)|点|些|[几一两三]|个)|那(?:么(?:点|些|几|一)|点|些|[几一两三]))"
)
ONLY_VERB = re.compile(
    rf"(?:剩|有|带|买|拿|去过|吃|喝|见过|会(?!有)|穿|休息|睡|学|看|写|做|说|来|听|花|用|去|打|要|认识|知道)(?:了|过)?(?:下|着)?(?:[^，。了]{{0,2}})?(?:{NUMERAL}(?:个|次|本|点|块|张|件|天|年|分|口|句|家|种|条|只|位|会儿|些|支|杯|把|遍|百|十|千|万)|一)"
)


@check("adverbs_just_only")
def _just_only(sentence: Sentence, markers: Markers) -> bool:
    """就 for "only": before a person or an amount, or before a verb with a small amount."""
    before, after = around(sentence, markers)
    clause = clause_of(before)
    if (
        CONDITION.search(before)
        or QUICK.search(clause)
        or re.match(r"(?:我|你|他|她)(?:看|说|所|而言|来|看来|想|觉得)", after)
    ):
        return False
    if re.match(rf"(?:{ONLY.pattern})", after) and not AFTER_ONE.search(before):
        subject = re.match(rf"(?:{SUBJECT})", after)
        return (
            subject is None
            or clause == ""
            or re.search(r"(?:班|里|家|中|们|这儿|公司|屋|上|组|那么多人)$", clause) is not None
        )
    own = re.fullmatch(rf"(?:.*班|.*家|.*里|{SUBJECT}|这次|今天|昨天|上次|身上)*", clause)
    return own is not None and clause == before and ONLY_VERB.match(after) is not None


@check("adverbs_as_early")
def _as_early(sentence: Sentence, markers: Markers) -> bool:
    """就 after a time or an amount: early, fast, little."""
    before, after = around(sentence, markers)
    clause = clause_of(before)
    if _taken_by_construction(before, after) or re.match(
        r"(?:在(?!.{0,8}(?:工作|等|学|做|准备|写))|会.{0,8}吗)", after
    ):
        return False
    if re.search(r"如果|要是|只要|既然|假如|的话", before):
        return False
    return QUICK.search(clause) is not None


@check("adverbs_then")
def _then(sentence: Sentence, markers: Markers) -> bool:
    """就 between a condition or cause and its result."""
    before, after = around(sentence, markers)
    clause = clause_of(before)
    if _taken_by_construction(before, after) or re.match(
        r"(?:在(?=[^，。]{1,10}(?:里|上|边|面|旁|附近|前|后|这|那|楼|处)))", after
    ):
        return False
    if re.search(r"(?:忽然|突然|难道|原来|早)[^，。]{0,4}$", clause):
        return False
    if CONDITION.search(before) and not re.search(r"只有", before):
        return True
    if re.search(r"(?:不是|除了)[^，。]{1,20}，?[^，。]{0,4}$", before) and after.startswith("是"):
        return False
    if re.match(r"[站坐躺住放挂停等]在", after) or re.fullmatch(
        r".{0,3}(?:看|听|瞧|喂|对|是的|嗯|好|行|哎|啊)[，！]", before[: len(before) - len(clause)]
    ):
        return False
    if clause != before and re.search(r"[，；,：]", before):
        return len(clause) <= 12 and re.match(rf"(?:{SUBJECT})(?:一个|几个|没|不)", after) is None
    return re.match(r"(?:想|有|没有?|不)[^，。]{1,6}就|谁[^，。]{1,8}就", clause[-9:] + "就") is not None


@check("adverbs_insist")
def _insist(sentence: Sentence, markers: Markers) -> bool:
    """就 of a will that nothing moves: 我就要去, 我就不信."""
    before, after = around(sentence, markers)
    clause = clause_of(before)
    if CONDITION.search(before) or re.match(r"[^，。！？]{0,14}了(?:[，。！？]|$)", after):
        return False
    if re.fullmatch(r"(?:但|可|可是|偏|难道)?(?:我|你|他|她)(?:今天|偏偏|偏)?", clause) is None:
        return False
    return (
        re.match(
            r"(?:不(?:信|去|走|说|听|买|吃|给|让|告诉|想|爱|同意|来|喜欢|怕)|要(?!是)|是(?:要|不|想|喜欢|爱)|爱|偏)",
            after,
        )
        is not None
    )


TALENT = re.compile(
    r"(?:能[，。！？、的]|能$|华|干(?!(?:了|的|活|完|上))|气|子|艺|智|学(?!会|到|了|完|习)|识|貌|女|俊|思|情|疏)"
)
NUMBER_NEXT = re.compile(rf"(?:是|有|刚|花|卖|过|用|等)?了?(?:{NUMERAL}|多大|这么(?:点|几|一|些)|那么(?:点|几|些))")


def _reading_of_cai(sentence: Sentence, markers: Markers) -> str:
    """Which sense 才 has here: "late", "just", "denial", or none."""
    before, after = around(sentence, markers)
    clause = clause_of(before)
    if re.search(r"[刚人天口成英奇贤秀全怪多诗文方适]$", before) and not re.search(
        r"(?:个|的|些|老|别|本|众|男|女|们|家|每)人$|(?:今|明|昨|前|后|聊|半|几|一|二|两|三|四|五|六|七|八|九|十|这|那|多|整|夏|秋|春|冬)天$|[学作课语]文$",
        before,
    ):
        return ""
    if TALENT.match(after) or re.match(r"[，。！？、”]|$", after):
        return ""
    if re.search(r"只有|除非", before):
        return ""
    if (
        re.match(
            r"(?:不(?!久|到|过|得不)|没|懒得|怪|舍不得)[^，。]{0,16}(?:呢|！)|不(?:要|信|怕|管|会|想|是|相信|喜欢|在乎|稀罕|理|上当)",
            after,
        )
        and re.search(r"(?:^|我|你|他|她|们|谁|这|那)$", clause)
        and not re.search(r"因为|为了|所以|由于|就是", before)
    ):
        return "denial"
    if re.match(r"(?:是[^，。]{1,20}呢[。！]|叫[^，。]{1,12}呢[。！]|[^，。]{1,4}呢！)", after) and clause:
        return "denial"
    if NUMBER_NEXT.match(after) and not re.match(
        rf"(?:{NUMERAL})[^，。]{{0,3}}(?:起|点儿?$|步)|一(?:个人|起|下子|一|点点|边)", after
    ):
        return ""
    return "just" if _just_now(before, clause, after) else "late"


def _just_now(before: str, clause: str, after: str) -> bool:
    """Whether 才 stands right after the subject at the head of a sentence, without a time or cause before it."""
    short = re.fullmatch(
        rf"(?:那|可|你看|原来|怎么)?(?:{SUBJECT}|小.|老.|[^，。]{{0,3}}(?:妈|爸|哥|姐|弟|妹|生|师|车|子|儿))?(?:怎么)?",
        clause,
    )
    if short is None or clause != before.strip("“"):
        return False
    if re.match(r"(?:能|会|可以|敢|肯|知道|明白|想起|发现|是|发觉|意识|懂)", after):
        return False
    if "怎么" in clause:
        return "就" in after
    return (
        bool(clause) or re.match(r"(?:来|走|到|吃|起床|下课|下班|回来|回家|进|出|认识|开始|毕业|买)", after) is not None
    )


@check("adverbs_only_then")
def _only_then(sentence: Sentence, markers: Markers) -> bool:
    """才 for late, slow, hard, or only then."""
    return _reading_of_cai(sentence, markers) == "late"


@check("adverbs_just_now")
def _just(sentence: Sentence, markers: Markers) -> bool:
    """才 for what happened a moment ago."""
    return _reading_of_cai(sentence, markers) == "just"


@check("adverbs_denial")
def _denial(sentence: Sentence, markers: Markers) -> bool:
    """才 that rejects: 我才不去呢."""
    return _reading_of_cai(sentence, markers) == "denial"


def _token_after(sentence: Sentence, markers: Markers) -> str:
    """Part of speech of the token that begins where the marker ends; empty where none begins."""
    place = sentence.token_at_start.get(markers[-1][1], -1)
    return sentence.tokens[place].tag if place >= 0 else ""


@check("adverbs_before_predicate")
def _before_predicate(sentence: Sentence, markers: Markers) -> bool:
    """No noun, number or mark follows."""
    return _token_after(sentence, markers) not in ("NOUN", "PUNCT", "NUM", "PROPN")


@check("adverbs_and_then")
def _and_then(sentence: Sentence, markers: Markers) -> bool:
    """再 for one thing after another: after 先, 完, 了, 等, 以后, or a later time with 说."""
    before, after = around(sentence, markers)
    clause = clause_of(before)
    if re.search(r"(?:先(?!生|进|后)|然后|首先)[^。；]{0,24}$", before) and re.search(
        r"，[^，]{0,8}$|先[^，]{1,12}$", before
    ):
        return True
    if re.search(
        rf"(?:完|好|了|过|清楚|以后|之后|后|到|时候|再)(?:[^，。了过完]{{0,5}})?(?:，?(?:{SUBJECT})?)?$", clause
    ) and re.search(r"(?:完|(?<![最很太])好|了|以后|之后|时候|清楚|到|过)[^，。]{0,4}$", clause):
        return re.match(rf"(?:一|{NUMERAL}|来一)", after) is None
    if re.search(r"(?:等|以后|之后|到时候|后)[^，。]{0,14}，?[^，。]{0,4}$", before[-20:]) and "等" in before[-20:]:
        return True
    if re.search(
        r"(?:太晚|没时间|没空|忙|累了|不早|来不及|先)[^。；]{0,12}，?[^，。]{0,6}(?:明天|后天|下次|以后|改天|周末|下.{1,3}|回头|一会儿)$",
        before[-24:],
    ):
        return True
    return (
        re.search(r"(?:天|月|年|星期.|周.|晚上|点|以后|后|下次|改天|回头|到时候)$", clause) is not None
        and re.match(r"(?:说|谈|聊|告诉|决定|讲|商量|讨论)", after) is not None
    )


WILL = re.compile(
    r"(?:会(?!议|员|场|长)|于(?!是)|在|是|有(?!关)|继续|被|由|以|对|从|向|与|为(?!我国的)|把|不|成为|达|面临|面对|举行|举办|召开|开(?!水|关)|进|出(?!口的|版社)|继|采取|获得?|大幅|大力|进一步|逐步|陆续|全面|重点|正式|永远|直接|很快|再|首次|更|极大|最终|同|到|迎|推(?!荐信)|加|展|发(?!言人|票)|参|前|走|离|去|来|结束|开始|影响|使|让|给|带|导致|引|造|产(?!品)|提|持续|延|下(?!面|列)|上(?!面|述)|降|升|增|减|变(?!化)|改|消|失|死|毁|决|选(?!票|手)|代表|负责|承担|投|建成|建设|启动|实施|实现|受|无|停|关闭|恢复|保持|依|按|根据|严|必|可|能|要|需|应|主(?!题|要)|一直|始终|如何|何|怎|通过(?!的)|起|接(?!口)|派|安排|公布|宣布|出台|介绍|讨论|讲|访问|随|占|超|近|永|毫|很|非常|全力|共同|一同|一起|联合|分(?!数|歧)|先|首先|优先|考虑|视|如|遭|惩|处以|追究|依法|难|轻|深|不断|积极)"
)


@check("adverbs_will")
def _will(sentence: Sentence, markers: Markers) -> bool:
    """将 of the future: a verb, adverb or phrase of time or place follows, not the thing that is dealt with."""
    before, after = around(sentence, markers)
    if not WILL.match(after) and _token_after(sentence, markers) != "VERB":
        return False
    return re.match(
        rf"(?:{SUBJECT}|这|那|其|该|一(?!直|起|同|律|如)|手|有关|会议|信|书)", after
    ) is None and not before.endswith(("即", "必", "行"))


@check("adverbs_emphatic")
def _emphatic(sentence: Sentence, markers: Markers) -> bool:
    """可 for emphasis, no degree (可漂亮了) and no conjunction at the head of a clause."""
    before, after = around(sentence, markers)
    if re.search(r"(?:^|[，。；：！？])$", before):
        return False
    return (
        re.match(r"(?:真)?[^，。不没别]{1,4}(?:了|啦|呢)[，。！？]*$", after) is None
        or re.match(r"(?:真|算|来|要|得|是|找|把|被|不|没|别|急|说)", after) is not None
    )
