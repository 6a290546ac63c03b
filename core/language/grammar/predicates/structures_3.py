"""Kinds of sentences, aspect, amounts and times."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Markers, Span, check, predicate
from core.language.grammar.predicates.structures import FINAL, aspect_le, final_le
from core.language.grammar.predicates.structures_2 import MEASURE_WORDS
from core.language.grammar.predicates.structures_base import (
    NUMBER,
    body,
    chunk_of,
    chunks,
    is_subject,
    predicates,
    relation,
    tag,
    word,
)
from core.language.grammar.sentence import Sentence

AMOUNT = re.compile(
    rf"(?<![第初])(?P<n>{NUMBER}+(?:[.．]\d+)?(?:多|来|余)?|多少|数{NUMBER}+)(?P<m>{MEASURE_WORDS.pattern})"
)  # fmt: skip
NOT_AMOUNT = re.compile(
    r"一(?:样|起|下|些|点|会|直|定|边|面|般|旦|向|带|时|同|道|路|度|口气|手|家人|辈子|块儿|次性|级|把|番|头|身|阵|心|生|再|律|贯|致|切|共|流|行|体|代|线|世|代|方|旁|批(?!人)|页(?!纸))|"
    r"两(?:岸|口子|手)|[三六八五]角形|三(?:角|级|国)|四(?:面|周)|半(?:年|夜)|十(?:分(?!钟))|百(?:分|年)|千(?:克)|万(?:分|里)|八(?:成)|百(?:姓)|一(?:月|号)"
)


@predicate("structures_number_measure")
def number_measure(sentence: Sentence) -> Iterator[Span]:
    """A numeral with its measure word."""
    text = sentence.text
    for found in AMOUNT.finditer(text):
        start, end = found.span()
        measure = found["m"]
        if (NOT_AMOUNT.match(found[0]) and not _real_amount(text, start, end)) or (
            text[start - 1 : start] in ("第", "星", "周") and start
        ):
            continue
        if (text[end : end + 1] == "形" and measure in ("角", "边")) or text[start:end] == "一式":
            continue
        if (
            measure in ("月", "号", "年")
            and re.match(r"\d|[一二三四五六七八九十]+", found["n"])
            and not re.fullmatch(NUMBER + r"{1,4}年", found[0])
        ):
            continue
        if measure == "年" and re.fullmatch(r"[\d零〇一二三四五六七八九]{4}|[\d]{2}", found["n"]):
            continue
        if measure in (
            "点",
            "分",
            "里",
            "角",
            "面",
            "头",
            "家",
            "队",
            "身",
            "班",
            "路",
            "级",
            "月",
            "期",
            "晚",
            "手",
            "类",
            "轮",
            "集",
            "届",
            "楼",
            "度",
        ) and sentence.token_over(end - 1) != sentence.token_at_end.get(end):
            continue
        last = sentence.token_over(end - 1)
        if sentence.spans[last][1] > end and sentence.spans[last][0] < end - len(measure):
            continue
        if (
            sentence.spans[last][1] != end
            and len(word(sentence, last)) > 1
            and sentence.spans[last][0] >= end - len(measure)
            and not re.match(r"(?:个|年|天)", measure)
        ):
            continue
        yield start, end


def _real_amount(text: str, start: int, end: int) -> bool:
    """一 with a measure that also begins another word: 一家公司, 一面墙, 一把椅子, 一头牛."""
    rest = text[start:]
    return (
        bool(
            re.match(
                r"一(?:把[椅刀伞钥]|头[牛猪驴]|面[墙镜红国旗]|家[公饭商书医店酒餐咖企小银]|口[水气井人饭]|道[题菜光门]|路公|块[钱蛋面手表石肉糖巧布地]|身[本衣新]|阵[风雨掌]|行[字]|线希|批[食货新人学电]|代人|条|手[好]|页|番[话]|番|阵)",
                rest,
            )
        )
        and not rest.startswith("一番风顺")
    ) or (re.match(r"半年|三角形|半夜", rest) is not None and rest.startswith("半年"))


GREETING = r"(?:谢谢|多谢|不谢|好的?|好吧|是的?|对|嗯+|再见|拜拜|对不起|没关系|不客气|没事儿?|没问题|当然|行|可以|喂|哎|唉|哎呀|啊|哦|早|早上好|晚上好|下午好|晚安|辛苦了|加油|恭喜|欢迎|救命|太好了|太棒了|好极了|真棒|好啊|是啊|对啊|可不是|不错|不行|不对|不是|不用|没有|有|好嘞|好好好|哈+|天哪|天啊|我的天|糟了|糟糕|完了|算了|得了|行了|好了|您好|你好|大家好|不好意思|抱歉|打扰了|劳驾|万岁|注意|小心|立正|收到|明白|知道了|谢谢你|谢谢您|谢谢大家|生日快乐|新年快乐|新年好)"
WEATHER = re.compile(
    r"(?:又|快|要|快要|就要|正|刚|正在|突然|忽然|外面)?(?:下|刮|打|出|起|闪)(?:了|着|起)?[\u4e00-\u9fff]{0,3}?(?:雨|雪|风|雷|太阳|雾|霜|闪电|冰雹)(?:来)?了?[吗吧呢啊]?"
)
EVENTS = re.compile(
    r"(?:快|要|该)?(?:上课|下课|着火|开饭|放学|下班|开会|停电|出事|开车|起火|地震|失火|集合|吃饭|到站|开船|过年|放假|天亮|来人|来车|起风|出发|出太阳|到点)(?:啦|了|咯)"
)
BANS = re.compile(r"(?:禁止|严禁|请勿|不准|不许|谢绝)[\u4e00-\u9fff]{2,8}")


@predicate("structures_no_subject")
def no_subject(sentence: Sentence) -> Iterator[Span]:
    """A sentence that is only a word or phrase, or whose subject is nobody: 下雨了, 车, 谢谢."""
    start, end = body(sentence)
    text = sentence.text[start:end]
    parts = [part for part in re.split(r"[，,、\s]+", text) if part]
    plain = re.sub(r"[啊呀哦呢吧啦]$", "", text)
    if text.startswith(("天黑", "天亮", "天冷")):
        return
    if any(pattern.fullmatch(text) for pattern in (WEATHER, EVENTS, BANS)) or all(
        re.fullmatch(GREETING + r"[啊呀哦呢吧啦]?", part) for part in parts
    ):
        yield start, end
        return
    if re.fullmatch(r"多(?:么)?[\u4e00-\u9fff]{1,4}的[\u4e00-\u9fff]{1,6}", plain) or re.fullmatch(
        r"好[大多美漂香]\w{0,3}的[\u4e00-\u9fff]{1,6}", plain
    ):
        yield start, end
        return
    nouns = [place for place in range(len(sentence.tokens)) if tag(sentence, place) not in ("PUNCT",)]
    verbs = [
        place
        for place in nouns
        if tag(sentence, place) in ("VERB", "ADJ", "AUX")
        and not relation(sentence, place).startswith(("acl", "amod", "compound", "case"))
    ]
    if (
        nouns
        and not verbs
        and len(text) <= 14
        and not any(is_subject(sentence, place) for place in nouns)
        and not re.search(r"[？?]|呢|怎么样", sentence.text)
    ):
        kinds = {tag(sentence, place) for place in nouns}
        if (
            kinds & {"NOUN", "PROPN", "INTJ"}
            and not re.search(NUMBER + r"[岁点块元号]|星期|[晴阴]天|[今明昨]天", text)
            and tag(sentence, nouns[0]) != "PRON"
        ):
            yield start, end
            return
    if WEATHER.fullmatch(parts[0]) if parts else False:
        yield start, start + len(parts[0])


def is_question(sentence: Sentence) -> bool:
    """Question mark, 吗 at the end, or A不A with no mark at all."""
    text = sentence.text
    if re.search(r"[？?]", text):
        return True
    if re.search(r"吗[。！!，,”\s]*$", text) and "干吗" not in text:
        return True
    if re.search(r"[。！!…]", text[-2:]):
        return False
    return (
        re.search(r"(?:什么|谁|哪儿|哪里|怎么|多少|几点|为什么)[^，。都也]{0,8}呢?$", text) is not None
        and re.search(r"不知道|知道|告诉|无论|不管", text) is None
    )


EXCLAIM_MARK = re.compile(
    r"(?:(?<![认天当])真(?!的是)|太|多么|多(?=[\u4e00-\u9fff]{1,4}[啊呀哪])|好(?=[\u4e00-\u9fff]{1,3}[啊呀哦])|好(?=[大多美香热冷贵高累漂可厉快远难帅棒酷])|这么|那么|可(?=[\u4e00-\u9fff]{1,4}[了啦])|极了|死了|死我了|坏了|[啊呀哇啦哪](?=[！!，])|哎呀|天[哪啊]|竟然|居然|何等|简直|终于|万岁|棒|了不起|得不得了|糟了|救命|怎么能|哟|哎哟|哇|唉|透了|好极|妙|最)"
)


def is_exclamation(sentence: Sentence) -> bool:
    """Mark ！ with an exclaiming word, or plainly exclamatory wording."""
    text = sentence.text
    if re.search(r"[？?]", text) and not re.search(r"[！!]", text):
        return False
    if re.search(r"[！!]", text):
        if is_order(sentence) and not re.search(r"真|太[^，]*了|多么", text):
            return False
        return EXCLAIM_MARK.search(text) is not None or _only_phrase(text)
    return (
        re.search(
            r"多么[^，。]{1,15}[啊呀哪]?[。]?$|(?:真|好|太)[^，。得]{1,10}[啊呀哪][。…~～]?$|^太[^，。]{1,6}了[吧啦]?[。~～]?$|极了[。~～]?$",
            text,
        )
        is not None
    )


def _only_phrase(text: str) -> bool:
    return re.fullmatch(r"[\u4e00-\u9fff]{1,3}[！!]+", text) is not None


@predicate("structures_exclamation")
def exclamation(sentence: Sentence) -> Iterator[Span]:
    """Sentences that exclaim."""
    if is_exclamation(sentence):
        yield body(sentence)


ORDER = re.compile(
    r"(?:^|[，,；;：:“、！!\s])(?:(?:那|好|来|喂|嗯|快|哎|对|行)[，,])?(?:您|你们|你|大家|咱们|我们|[\u4e00-\u9fff]{2,3}(?=请))?(?:千万|可|快|先|就|都|再|还是|最好)?"
    r"(?:别(?!人|的|墅|具|致|出|提)|不要(?!紧|求|是|命|脸|的|钱)|不许|不准|甭|不用(?=[\u4e00-\u9fff]{0,6}[了！])|请(?!假|客|教|问[，,]|示|柬|求|帖|愿|了)|禁止|严禁|切勿|请勿|勿|务必|敬请|恳请|谨请|让我们|麻烦(?:你|您)|劳驾)"
)
BARE_ORDER = re.compile(
    r"^(?:你们?|您|大家)?(?:快|赶快|赶紧|先|再|来|给我|帮我|等等|等一下|等一等|看看|看|听|说|站住|坐|进来|出去|过来|走|滚|放|把|记住|注意|小心|让开|住手|闭嘴|起来|起床|加油|开门|救命|安静|打开|关上|拿|告诉我|相信我)"
)


def is_order(sentence: Sentence) -> bool:
    """Orders, requests, invitations, prohibitions."""
    text = sentence.text
    if re.search(r"[？?]", text) and not re.search(r"[！!]", text):
        return re.search(r"[，,。：“](?:请|别)(?!问)|，好吗|^(?:请|麻烦)(?!问)", text) is not None and not re.search(
            r"(?:请客|请假)", text
        )
    if re.search(r"吧[。！!~～”]*$", text) and not _stated_guess(text):
        return True
    if (
        len(text) < 22
        and re.search(r"^[^，。]{0,8}(?:严禁|禁止|请勿|不得随意|不准|谢绝)[\u4e00-\u9fff]{2,10}[。！]?$", text)
        and not re.search(r"被|了|明令|令|说|规定", text)
    ):
        return True
    found = ORDER.search(text)
    if (
        found is not None
        and not re.search(r"(?:我|他|她|我们|他们)(?:不要|请|别)", text[: found.end()])
        and not re.search(r"(?:请|不要)$", text[: found.end()].replace("请", "", 1) if False else "")
    ):
        return re.match(r"[。，]?$", text[found.end() :]) is None
    subjectless = not any(
        is_subject(sentence, at) and word(sentence, at) not in ("你", "你们", "您", "大家")
        for at in range(min(4, len(sentence.tokens)))
    )
    if re.search(r"[！!]", text) and subjectless and BARE_ORDER.match(text) and not re.search(r"真|太|了[！!]$", text):
        return True
    if re.match(
        r"(?:你们?|您)(?:先|快|赶快|赶紧|再|也|给我|帮我|等|看看|听我|听|说说|认真|好好|来)", text
    ) and re.search(r"[！!]$", text):
        return True
    return (
        re.match(
            r"(?:先|再)?(?:把[^，。]{1,10}(?:放|打|关|拿|给|洗|加|倒|切)|打开|等一下|等等|快[^乐要点到，。]|赶快|赶紧|帮我|给我|告诉我|记得|小心|注意|千万|来[，,])[^，。]{0,14}(?:[，,。！!]|$)",
            text,
        )
        is not None
        and subjectless
    )


def _stated_guess(text: str) -> bool:
    """吧 that guesses or concedes, in a statement."""
    if re.search(r"[也可]?太[^，。]{1,6}了吧", text):
        return True
    return (
        re.search(r"(?:可能|大概|也许|应该|恐怕|好像|算是|就算|是|说不定|有|不会|没)[^，。]{0,14}吧[。！!~～”]*$", text)
        is not None
        and re.search(r"(?:我们|咱们|还是)[^，。]{1,10}吧[。！!]*$", text) is None
    )


@predicate("structures_order")
def order(sentence: Sentence) -> Iterator[Span]:
    """Sentences that order, ask for, invite or forbid."""
    if is_order(sentence):
        yield body(sentence)


@predicate("structures_question")
def question(sentence: Sentence) -> Iterator[Span]:
    """Sentences that ask."""
    if is_question(sentence):
        yield body(sentence)


@predicate("structures_statement")
def statement(sentence: Sentence) -> Iterator[Span]:
    """Sentences that state: a predicate, no question, no exclamation, no order."""
    if is_question(sentence) or is_exclamation(sentence) or is_order(sentence):
        return
    start, end = body(sentence)
    text = sentence.text[start:end]
    if re.fullmatch(GREETING + r"[啊呀哦呢吧啦]?", text) or len(text) < 2:
        return
    if (
        predicates(sentence)
        or any(tag(sentence, at) in ("VERB", "ADJ", "AUX") for at in range(len(sentence.tokens)))
        or any(is_subject(sentence, at) for at in range(len(sentence.tokens)))
        or (re.search(r"[。]", sentence.text) and len(text) > 3)
    ):
        yield start, end


# ---- aspect ----


@predicate("structures_change")
def change(sentence: Sentence) -> Iterator[Span]:
    """了 at the end of a clause, a new state: from the predicate before it."""
    text = sentence.text
    for found in re.finditer("了", text):
        start, end = found.span()
        if not final_le(sentence, start):
            continue
        clause = re.split(r"[，,；;：:。！？!?…“”\"]", text[:start])[-1]
        if re.search(
            r"太[^，。]{1,8}$|(?:可|最[\u4e00-\u9fff]{1,3}不过|再[\u4e00-\u9fff]{1,3}不过|极|[饿累忙热冷困急气烦疼痛笑吓渴乐美羡慕]死[我人他]?|透|坏)$|^(?:好|行|算|得|对|罢|别[^，]{0,8}|不要[^，]{1,8})$",
            clause,
        ):
            continue
        place = sentence.token_over(start)
        head = sentence.tokens[place].head
        if word(sentence, place) != "了":
            yield sentence.span(place, place)
            continue
        if word(sentence, place - 1) in ("天黑", "天亮", "天冷", "天热"):
            yield sentence.spans[place - 1][0] + 1, end
            continue
        first, _ = chunk_of(sentence, place)
        at = (
            head
            if first <= head < place and tag(sentence, head) in ("VERB", "ADJ", "NOUN", "AUX", "PROPN")
            else place - 1
        )
        if tag(sentence, at) == "NOUN":
            at = _phrase_start(sentence, at, first)
        yield sentence.spans[at][0], end


def _phrase_start(sentence: Sentence, at: int, first: int) -> int:
    while (
        at - 1 >= first
        and tag(sentence, at - 1) in ("NUM", "ADJ")
        and relation(sentence, at - 1).startswith(("nummod", "amod"))
    ):
        at -= 1
    return at


COMPLEMENTS = frozenset(
    [
        "完",
        "好",
        "到",
        "见",
        "懂",
        "错",
        "会",
        "清楚",
        "干净",
        "掉",
        "光",
        "住",
        "走",
        "开",
        "成",
        "上",
        "下",
        "出",
        "起",
        "出来",
        "下来",
        "起来",
        "进",
        "回",
        "过",
        "给",
        "来",
        "去",
        "进来",
        "上来",
        "下去",
        "出去",
        "进去",
        "回来",
        "回去",
        "过来",
        "过去",
        "死",
        "破",
        "坏",
        "满",
        "倒",
        "断",
        "遍",
        "够",
        "准",
        "对",
        "起",
    ]
)


@predicate("structures_completion")
def completion(sentence: Sentence) -> Iterator[Span]:
    """Verb + 了 with something after it."""
    for place in aspect_le(sentence):
        first = place - 1
        while (
            first > 0
            and word(sentence, first) in COMPLEMENTS
            and tag(sentence, first - 1) in ("VERB", "ADJ")
            and relation(sentence, first) not in ("root",)
        ):
            first -= 1
        yield sentence.span(first, place)


PROGRESS = re.compile(
    r"(?<![现存实所好内潜自旨正])(?:正在|正(?!常|好|式|确|是|巧|如|因|当|要|经|比|宗|面|版|规|月|气|义|反|品|统|方|直|对|门|中|想|为|厅|在)|在(?!于|家|哪|这|那|乎|线|场|意|我|他|她|你|职|校|座|位|下|上))"
)


@predicate("structures_progress")
def progress(sentence: Sentence) -> Iterator[Span]:
    """在, 正, 正在 before a verb; 呢 after one."""
    text, ended = sentence.text, set()
    for found in PROGRESS.finditer(text):
        start, end = found.span()
        place, following = sentence.token_over(start), sentence.token_over(end)
        marker = text[start:end]
        if start not in sentence.token_at_start or end not in sentence.token_at_start:
            continue
        if marker != "正在" and relation(sentence, place) != "advmod" and tag(sentence, place) not in ("ADV", "AUX"):
            continue
        if (
            marker == "正在"
            and tag(sentence, following) in ("NOUN", "PROPN", "PRON")
            and relation(sentence, following) != "nmod"
        ):
            pass
        verb = next(
            (
                at
                for at in range(following, min(following + 9, len(sentence.tokens)))
                if tag(sentence, at) == "PUNCT"
                or (tag(sentence, at) in ("VERB", "ADJ") and relation(sentence, at) not in ("amod", "advmod"))
            ),
            -1,
        )
        if verb < 0 or tag(sentence, verb) == "PUNCT":
            continue
        closing = re.match(r"[^，。！？；]{0,14}?呢(?=[，。！？；：”]|$)", text[end:])
        stop = end + closing.end() if closing else sentence.spans[verb][1]
        ended.add(stop)
        yield start, stop
    yield from _bare_ne(sentence, ended)


def _bare_ne(sentence: Sentence, ended: set[int]) -> Iterator[Span]:
    """看书呢: 呢 alone; not in questions, not 还…呢, 才…呢, 可…呢."""
    text = sentence.text
    for found in re.finditer(r"呢(?=[，,。！!；;”]|$)", text):
        if found.end() in ended or re.search(r"[？?]", text[found.end() :][:1] or ""):
            continue
        first, _ = chunk_of(sentence, sentence.token_over(found.start()))
        begin = sentence.spans[first][0]
        clause = text[begin : found.start()]
        if re.search(
            r"还|才|可|什么|谁|怎么|哪|多少|几|何|是|有|不|没|比|[这那]么|多着|着$|知道|觉得|呢", clause
        ) and not re.search(r"(?:看|听|等|说|睡|吃|下|写|做|笑|哭|忙|躺|坐|站|开)着[^，]{0,6}$", clause):
            continue
        places = range(first, sentence.token_over(found.start()))
        verb = next((at for at in places if tag(sentence, at) == "VERB"), -1)
        if verb >= 0 and not any(tag(sentence, at) == "AUX" and word(sentence, at) != "着" for at in places):
            yield sentence.spans[verb][0], found.end()


# ---- amounts and times ----


@check("structures_money")
def money(sentence: Sentence, markers: Markers) -> bool:
    """块 and 元 of money, not pieces; 一百五 only where money is spoken of."""
    start, end = markers[0]
    text = sentence.text
    what = text[start:end]
    if start and re.match(NUMBER + "|[第两这那每]", text[start - 1]):
        return False
    if re.fullmatch(r"一百[五八二三]十", what):
        return (
            re.search(r"一百[五八二三]十(?:[。！（]|$)", text[start:]) is not None
            and re.search(r"[买卖价钱花贵]|多少|一共", text) is not None
        )
    if re.search(r"块$", what) and not what.endswith("钱"):
        after = text[end:]
        if re.match(r"[\u4e00-\u9fff]", after) and not re.match(
            r"[一吧呢吗了的，也就就都够]|左右|多|以|两|可以|能|买|半", after
        ):
            return False
        if re.search(r"(?:分|吃|切|成|这|那|剪|掰|块|拿)(?:了|成)?$", text[:start]) and not re.search(
            r"(?:钱|买|卖|花|价|便宜|贵)", text
        ):
            return False
    return True


DATE = (
    r"[上下本]个?月(?:[一二三四五六七八九十]{1,3}|\d{1,2})[日号]|(?:[\d零〇一二三四五六七八九○]{2,4}年)?(?:[\d０-９]{1,2}|[一二三四五六七八九十]{1,3})月(?:份)?(?:(?:[\d]{1,2}|[一二三四五六七八九十]{1,3})[日号])?|[\d零〇一二三四五六七八九○]{4}年|"
    r"(?<![第地\w])(?:[一二三四五六七八九十]{1,3}|\d{1,2})号(?=[，。是上下早晚去来我到之前晚 ！？]|$)|(?:星期|礼拜|周)[一二三四五六日天](?!期)|星期几|几月几号|几号|今年|去年"
)
CLOCK = (
    r"差(?:[一二两三四五六七八九十]{1,3}|\d{1,2}|一刻)分?(?:钟)?(?:[一二两三四五六七八九十]{1,2}|\d{1,2})点|"
    r"(?:[一二两三四五六七八九十几]{1,3}|\d{1,2})点(?:钟|半|整|(?:[零〇一二三四五六七八九十]{1,3}|\d{1,2})分?|[一三]刻|差[一二三四五六七八九十]{1,2}分)?(?!儿|[心击子五]|\d)|\d{1,2}[:：]\d{2}"
)


@predicate("structures_clock")
def clock(sentence: Sentence) -> Iterator[Span]:
    """Dates, days of the week and hours."""
    text = sentence.text
    for found in re.finditer(DATE + "|" + CLOCK, text):
        start, end = found.span()
        if found[0] in ("今年", "去年"):
            continue
        if (
            "点" in found[0]
            and re.search(r"(?:有|早|晚|快|慢|大|小|多|少|好|差|[一]?[零百千]|[零一二三四五六七八九]点)$", text[:start])
            and not found[0].startswith("差")
            and not re.search(r"[早晚]$", text[:start])
        ):
            continue
        if (
            found[0].startswith("一点")
            and (
                (text[end : end + 1] in "儿都也不没就的，。" and text[end : end + 1])
                or re.search(r"[有快慢大小早晚好高多低了这那长短便宜]$|^$", text[:start])
            )
            and not re.search(r"(?:下午|凌晨|中午|到|点|是|在|[十])$", text[:start])
        ):
            continue
        if re.search(r"(?:[两三四五六七八]|[二三四五六七八九]|几)点$", found[0]) and re.match(
            r"(?:建议|意见|要求|原因|看法|要|内容|：|理由|结论|注意|希望|想法|问题|启示|不足|区别)", text[end:]
        ):
            continue
        if re.search(r"[十百千]?[\d]+[.．]\d*点$", found[0]) or (start and text[start - 1] in "第.百千万"):
            continue
        if re.search(r"号$", found[0]) and re.match(r"(?:房|楼|线|电|桌|床|选手|门|车|公)", text[end:]):
            continue
        yield start, end


__all__ = ["FINAL", "chunks"]
