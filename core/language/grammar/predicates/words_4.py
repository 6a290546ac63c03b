"""Checks of the word points of level 2: lengths of time, prepositions before a person, conditions."""

from __future__ import annotations

import re

from core.language.grammar.predicates.registry import Markers, check
from core.language.grammar.predicates.words import clause_around
from core.language.grammar.predicates.words_2 import before_a_verb_later, has_verb_after
from core.language.grammar.sentence import Sentence

ERA = r"(?:顺治|康熙|雍正|乾隆|嘉庆|道光|咸丰|同治|光绪|宣统|洪武|永乐|万历|崇祯|嘉靖|贞观|开元|天宝|民国|昭和|明治|大正|平成|公元|公元前)"


@check("words_no_date")
def no_date(sentence: Sentence, markers: Markers) -> bool:
    """A length of time, not a year's name."""
    start, end = markers[-1]
    text = sentence.text
    if re.search(ERA + r"[元零一二三四五六七八九十百0-9]+$|[0-9]{4}$", text[:start]):
        return False
    if text[start] != "年":
        return not (text[start] == "周" and re.search(r"四$", text[:start]))
    if re.search(
        r"[〇零一二三四五六七八九]{3,}$|(?<![0-9])(?:19|20)[0-9]{2}$|(?<![0-9])[0-9]{2}$|[八九][0-9一二三四五六七八九]$",
        text[:start],
    ):
        return bool(re.search(r"(?<![0-9])[1-9][0-9]$", text[:start])) and not re.match(
            r"(?:[春夏秋冬的]|[0-9])", text[end:]
        )
    return not re.search(
        r"(?:第|元|公元前|[大小]|同|哪|星期|去|今|明|前[一两]?)[一二三四五六七八九十0-9]*$", text[:start]
    ) or bool(re.search(r"前[一两几]$", text[:start]))


REQUEST = re.compile(
    r"学习|请教|请假|道歉|介绍|借|要求|推荐|表示|表达|说明|解释|保证|报告|汇报|提出|求|打听|征|反映|公布|展示|开放|致敬|祝贺|问|告|申请|提供|推销|宣传|宣布|透露|承认|挑战|低头|看齐|致|交代|发出|索|讨|请|说|道谢|敬礼|靠拢|社会|投诉|提议|抱怨|诉|许|赔|交|购买|买|出售|捐|传达|转达"
)


@check("words_no_request")
def no_request(sentence: Sentence, markers: Markers) -> bool:
    """What follows 向 names a way, not someone who is asked or told."""
    start, end = markers[0]
    _, high = clause_around(sentence, start)
    after = sentence.text[end:high]
    return not REQUEST.search(after) or bool(re.match(r"[东西南北前后左右上下里外](?!级|辈|司|属|方学)", after))


@check("words_verb_of_motion_before")
def verb_of_motion_before(sentence: Sentence, markers: Markers) -> bool:
    """飞向, 走向 with a place behind it, not the noun 走向."""
    start, end = markers[0]
    if sentence.tokens[sentence.token_over(start)].tag == "NOUN":
        return False
    return sentence.text[end : end + 1] not in {"", "，", "。", "；", "！", "？", "、", "的"}


@check("words_gives_to")
def gives_to(sentence: Sentence, markers: Markers) -> bool:
    """给 before someone and the verb of what is done for them."""
    start, _end = markers[0]
    place = sentence.token_over(start)
    _, high = clause_around(sentence, start)
    token = sentence.tokens[place]
    later = [t for t in range(place + 2, len(sentence.tokens)) if sentence.spans[t][0] < high]
    if (
        place
        and re.search(
            r"(?:交|送|寄|借|还|递|发|卖|租|留|传|献|分|付|赔|捐|输|介绍|推荐|提供|转|说|讲|让)$",
            sentence.words[place - 1],
        )
        and sentence.tokens[place - 1].tag == "VERB"
    ):
        return False
    first = place + 1
    if first < len(sentence.tokens) and sentence.tokens[first].tag not in {
        "NOUN",
        "PROPN",
        "PRON",
        "NUM",
        "DET",
        "ADJ",
        "PART",
    }:
        return False
    if not has_verb_after(sentence, start):
        return False
    return (
        token.tag == "ADP"
        or token.relation == "case"
        or (token.tag == "VERB" and not _gives_a_thing(sentence, place, later))
    )


def _gives_a_thing(sentence: Sentence, place: int, later: list[int]) -> bool:
    """A numeral with measure word or 的 follows before the next verb: 给我一本书看."""
    for t in later:
        if sentence.tokens[t].tag == "VERB":
            return sentence.tokens[place].head < 0 and sentence.tokens[t].head != place and False
        if sentence.tokens[t].tag == "NUM":
            return True
    return True


@check("words_for")
def for_reason(sentence: Sentence, markers: Markers) -> bool:
    """为 read wèi before a noun, with a verb or adjective behind."""
    start, _ = markers[0]
    place = sentence.token_over(start)
    return (
        not re.search(r"以[^，。]{1,40}$", sentence.text[:start])
        and not (place and re.search(r"[称视作成变改分列定选评译誉名命]$", sentence.words[place - 1]))
        and before_a_verb_later(sentence, markers)
    )


@check("words_for_someone")
def for_someone(sentence: Sentence, markers: Markers) -> bool:
    """为 with someone or something that benefits, and the verb of what is done."""
    start, end = markers[0]
    place = sentence.token_over(start)
    _, high = clause_around(sentence, start)
    token = sentence.tokens[place]
    if place and re.search(r"(?:以[^，。]{1,12}|[称视作成变改分列定选评译誉名命])$", sentence.text[:start]):
        return False
    if not has_verb_after(sentence, start) or re.search(r"^[^，。]{1,12}所", sentence.text[end:high]):
        return False
    if token.tag == "ADP" or token.relation == "case":
        return True
    return (
        bool(
            re.match(
                r"(?:我|你|您|他|她|它|咱|大家|孩子|人民|顾客|客人|病人|社会|祖国|国家|公司|学校|家人|父母)",
                sentence.text[end:],
            )
        )
        and token.head > place
    )


@check("words_single_choice")
def single_choice(sentence: Sentence, markers: Markers) -> bool:
    """或 or 或者 once, not 或者……或者……."""
    text, (start, end) = sentence.text, markers[0]
    if end - start == 1:
        return not re.search(r"[，；]或[^，；。]{1,12}，或", text)
    return text.count("或者") == 1 or not re.search(r"(?:^|[，。]|[我你他们])或者[^。；]{1,20}[，]?或者", text)


@check("words_condition")
def condition(sentence: Sentence, markers: Markers) -> bool:
    """只要 with a clause as condition; 就 or 都 or 便 follows or a second clause."""
    start, end = markers[0]
    text = sentence.text
    if re.match(r"[^。；]{1,40}?[，]?[^。；]{0,20}?(?:就|都|便|总|也|一定|即可|会|能|可以)", text[end:]):
        return True
    low, high = clause_around(sentence, start)
    return not text[low:start] and (high < len(text) - 1 or low > 0) and not re.match(r"[^，。]{0,3}[，。]", text[end:])


@check("words_asks_someone")
def asks_someone(sentence: Sentence, markers: Markers) -> bool:
    """向 with the one who is asked, told or learnt from, and what is done."""
    _, end = markers[0]
    _, high = clause_around(sentence, markers[0][0])
    return bool(REQUEST.search(sentence.text[end:high])) or before_a_verb_later(sentence, markers)
