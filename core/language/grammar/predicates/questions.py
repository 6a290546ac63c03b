"""Ways of asking: 吗, question words, 还是, A 不 A, 呢, 好吗 (提问的方法)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import check, predicate
from core.language.grammar.sentence import Markers, Sentence, Span
from core.language.grammar.syntax.clauses import clauses
from core.language.grammar.syntax.people import PERSON
from core.language.grammar.syntax.tokens import NOMINAL
from core.language.grammar.word_classes import pattern, words

QUESTION_WORD = pattern(r"%{question_words}|几(?!乎)|多[大高长远久重]|么[？?]")
A_NOT_A = re.compile(r"(.)(?:不|没)\1|(.{2})不\2|有没有|是不是|了没有?[？?]")
INDIRECT = pattern(
    r"(?:%{verbs_of_indirect_questions}|不知道?|告诉(?:我|他|你|她)?|不清楚|不明白|不管|不论|(?<!请)问(?:他|她|我)?|知不知道)[^，。？]{0,12}$"
)


def is_asked(sentence: Sentence) -> bool:
    """Whether the sentence ends in a question mark, or in no mark at all."""
    text = sentence.text.rstrip("”’」』)） ")
    return text.endswith(("？", "?", "？！", "?!")) or not text.endswith(("。", "！", "!", "…", "，", "；", "：", "."))


def ends_in_question_mark(sentence: Sentence, end: int) -> bool:
    """Whether a question mark closes the clause right of an offset."""
    mark = re.search(r"[，。！？?；：!]", sentence.text[end:])
    return bool(mark) and mark[0] in "？?"  # type: ignore[index]


@check
def asks_directly(sentence: Sentence, markers: Markers) -> bool:
    """The question is put to the hearer: no 吗, no verb of knowing before it."""
    start, end = markers[0]
    text = sentence.text
    if not is_asked(sentence) and not ends_in_question_mark(sentence, end):
        return False
    if text.rstrip("”？?").endswith("吗") or (INDIRECT.search(text[:start]) and "你" not in text[:start]):
        return False
    return not re.search(r"(?:不管|无论|不论)", text[:start])


RHETORICAL = pattern(
    r"谁(?:%{rhetorical_after_shei}|不(?!是)|说[^了，。？]*[^，。？]|愿意?|没(?!来|到|有))|"
    r"(?:怎么|怎)(?:能|会|可能|敢|好意思|可以|舍得|忍心|不(?:能|会|知道|可能)|受得了|配)|怎么好(?:意思)?(?=让|叫|再|拒绝|不)|"
    r"(?:哪儿?|哪里)(?:%{rhetorical_after_na}|有(?!卖)|还(?!有)|是(?!你|什么|他|我|不)|不(?!舒服|同|对|一样|懂|明白|合适|方便|可以))|"
    r"有什么(?:好|关系|意思|用|了不起|大不了|可|不[可能好])|凭什么|什么时候[^，。？]{0,8}过|"
    r"(?:何尝|何曾|何况|岂)|(?:能|会)有什么|算什么|有几个(?!人[？?])|干吗要|几时[^，]*过"
)
BEFORE_JI_OF_AMOUNTS = pattern(r"%{before_ji_of_amounts}$")


@check
def question_word(sentence: Sentence, markers: Markers) -> bool:
    """【一46】: the word asks; it is not general, indefinite or rhetorical."""
    start, end = markers[0]
    text = sentence.text
    if not asks_directly(sentence, markers) or RHETORICAL.search(
        re.split(r"[，。；]", text[:start])[-1] + re.split(r"[，。；]", text[start:])[0]
    ):
        return False
    following = text[end:]
    word = text[start:end]
    if re.match(r"[^，。？]{0,5}(?:都|也)(?!是你|来了|有谁|要|会|需)", following) and word not in {"怎么", "多"}:
        return False
    if word in {"怎么", "怎样"} and re.match(r"(?:也|都)(?!不[^？]*？)", following):
        return False
    if word == "几" and BEFORE_JI_OF_AMOUNTS.search(text[:start]):
        return bool(re.search(r"[十第]$", text[:start]))
    if word == "多" and re.search(r"[很差最不么太许]$", text[:start]):
        return False
    return not (word == "什么" and re.match(r"(?:的[，。？]|时候)", following))


@check
def ma(sentence: Sentence, markers: Markers) -> bool:
    """【一45】: 吗 asks; not the rhetorical 不是……吗."""
    start, end = markers[0]
    clause = re.split(r"[，。！？；]", sentence.text[:start])[-1]
    if re.search(r"(?:^|[^是])不是(?!$)", clause) and "是不是" not in clause:
        return False
    return ends_in_question_mark(sentence, end) or is_asked(sentence)


NOT_A_CHOICE = pattern(r"%{not_choices}")


@check
def haishi(sentence: Sentence, markers: Markers) -> bool:
    """【一47】: 还是 joins two choices in a question."""
    start, end = markers[-1]
    text = sentence.text
    left = re.split(r"[。！？；：]", text[:start])[-1]
    right = re.split(r"[。！？?；]", text[end:])[0]
    if (
        re.search(r"(?:不管|无论|不论|不知道?|分不清|到底还是$)", left)
        or right.endswith("吗")
        or NOT_A_CHOICE.match(right)
    ):
        return False
    near = left.rstrip("，")
    if left.endswith("，") and not re.search(r"(?:是|去|要|吃|喝|买|坐|想|喜欢|用|在)", near.split("，")[-1]):
        return False
    return len(near) >= 2 and not re.fullmatch(PERSON + r"(?:现在|今天|最近)?", near.split("，")[-1])


@check
def a_not_a(sentence: Sentence, markers: Markers) -> bool:
    """【一48】: A 不 A in a question; no 是不是, no 不A不B."""
    start, end = markers[0]
    text = sentence.text
    if (
        not (is_asked(sentence) or ends_in_question_mark(sentence, end))
        or text[max(0, start - 1) : start] == "不"
        or "吗" in text[end:]
    ):
        return False
    if re.search(r"(?:不管|无论|不论|不知道|我想知道|看看|问问|取决于|在于)[^，。？]{0,10}$", text[:start]):
        return False
    word = text[start:end]
    if word.startswith(("差不差", "动不动", "时不时", "了不了", "得不得", "过不过", "下不下")):
        return False
    index = sentence.token_over(start)
    return sentence.tokens[index].tag not in {"NOUN", "PROPN", "PUNCT"} or word.startswith("有没有") or len(word) > 3


@predicate
def elliptical(sentence: Sentence) -> Iterator[Span]:
    """【二77】: a nominal and 呢 that make a question by themselves."""
    for match in re.finditer(r"(?:^|(?<=[，。！？；：“”]))(?P<n>[^，。！？；：“”]{1,12}?)呢[？?]", sentence.text):
        body = match["n"]
        if QUESTION_WORD.search(body) or re.search(r"(?:然后|后来|接着|以后|之后|为什么|可是|所以|不)$", body):
            continue
        indices = sorted({sentence.token_over(i) for i in range(*match.span("n"))} - {-1})
        tags = [sentence.tokens[i].tag for i in indices]
        last = sentence.tokens[indices[-1]]
        if (
            any(tag in {"VERB", "AUX"} for tag in tags)
            or (last.tag == "ADJ")
            or not any(tag in NOMINAL | {"DET", "NUM"} for tag in tags)
        ):
            continue
        yield match.start("n"), match.end() - 1


QUESTION_ENDINGS = tuple(words("question_endings"))


@predicate
def intonation(sentence: Sentence) -> Iterator[Span]:
    """【三78】: a question without question word, particle or A 不 A; the last clause is reported."""
    text = sentence.text.rstrip("”’」』")
    if not text.endswith(("？", "?")):
        return
    text = re.sub(r"^怎么，", "", text)
    last = list(clauses(sentence))[-1:]
    for clause in last:
        whole = text.rstrip("？?")
        if (
            QUESTION_WORD.search(text)
            or A_NOT_A.search(text)
            or whole.endswith(QUESTION_ENDINGS)
            or re.search(r"(?:不行|好不|不对)$|可不是|何必|何苦|哪怕|若", whole)
        ):
            continue
        if not re.search(r"[\u4e00-\u9fff]{2}", clause.text) or re.search(r"请问|^喂", clause.text):
            continue
        yield clause.span


NOT_PROPOSED = pattern(r"%{not_proposals}$")
PROPOSED = pattern(r"%{proposals}")


@check
def consent(sentence: Sentence, markers: Markers) -> bool:
    """【二75】: what stands before is proposed or asked for, it is no subject of 好 or 怎么样."""
    start, end = markers[0]
    before = sentence.text[:start]
    clause = re.split(r"[。！？；：“]", before)[-1]
    tail = sentence.text[start:end]
    if before.endswith("，"):
        return (
            len(clause) > 3
            and not re.match(r"(?:你|您)好，$", clause)
            and (tail != "怎么样" or not re.search(r"(?:最近|身体|天气|味道)，$", clause))
        )
    inner = clause.split("，")[-1]
    if NOT_PROPOSED.search(inner):
        return False
    indices = sorted({sentence.token_over(i) for i in range(start - len(inner), start)} - {-1})
    verbs = [i for i in indices if sentence.tokens[i].tag == "VERB" and sentence.words[i] not in {"有", "是"}]
    return bool(verbs) and bool(PROPOSED.search(inner))
