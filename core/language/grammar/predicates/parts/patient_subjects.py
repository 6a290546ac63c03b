"""Subjects that are acted upon: 作业写完了 (受事主语)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from core.language.grammar.predicates.registry import Span, predicate
from core.language.grammar.predicates.sentences.subject_and_predicate import double_parts
from core.language.grammar.sentence import Sentence
from core.language.grammar.syntax.chunks import chunks
from core.language.grammar.syntax.dependencies import noun_phrase, predicate_heads, subjects_of
from core.language.grammar.syntax.tokens import relation, tag, word, word_set


@predicate
def patient_subject(sentence: Sentence) -> Iterator[Span]:
    """作业写完了: what is acted upon before its verb, without 被."""
    for first, last in chunks(sentence):
        if re.search(
            r"^(?:饭|菜|作业|衣服|钱|票|水|房子|书|东西|信|字)(?:都|也|已经|全|终于|早就|还没|没)*[吃写做洗用花卖修看读寄](?:完|好|光|掉|干净)",
            sentence.text[slice(*sentence.span(first, last))],
        ):
            yield sentence.span(first, first)
            continue
        if re.search(r"[被把让叫给由将]|为.*所", sentence.text[slice(*sentence.span(first, last))]):
            continue
        pair = double_parts(sentence, first, last)
        if pair is not None:
            head = sentence.tokens[pair[1]].head
            if (
                tag(sentence, head) == "VERB"
                and word(sentence, pair[0]) not in PERSONS
                and (tag(sentence, pair[1]) in ("PRON", "PROPN") or word(sentence, pair[1]) in PERSONS)
                and not any(
                    sentence.tokens[at].head == head and relation(sentence, at) == "obj" for at in range(head, last + 1)
                )
            ):
                yield sentence.span(*noun_phrase(sentence, pair[0]))
                continue
        for place in predicate_heads(sentence):
            if first < place <= last and tag(sentence, place) == "VERB" and _acts_on_subject(sentence, place, last):
                subjects = [at for at in subjects_of(sentence, place) if at >= first]
                if (
                    len(subjects) == 1
                    and tag(sentence, subjects[0]) in ("NOUN", "PART", "PROPN")
                    and word(sentence, subjects[0]) not in PERSONS
                    and not re.search(r"[们员家师者人生]$", word(sentence, subjects[0]))
                ):
                    yield sentence.span(*noun_phrase(sentence, subjects[0]))


PERSONS = word_set(
    "我 你 您 他 她 我们 你们 他们 她们 咱们 大家 谁 人 人们 孩子 孩子们 妈妈 爸爸 哥哥 姐姐 弟弟 妹妹 老师 学生 同学 同学们 朋友 朋友们 爷爷 奶奶 儿子 女儿 父母 父亲 母亲 经理 警察 "
    "顾客 客人 观众 狗 猫 小狗 小猫 公司 政府 学校 国家 自己 别人 鸟 老板 邻居 丈夫 妻子 小孩儿 医生 护士 司机 同事"
)
ACTING_ON_THINGS = re.compile(
    r"(?:吃|喝|写|做|看|洗|买|卖|修|打扫|收拾|准备|解决|完成|办|寄|送|拿|取|还|借|偷|拆|建|盖|擦|关|开|打开|关上|装|搬|用|花|丢|扔|放|贴|挂|印|发|译|翻译|改|填|交|煮|炒|烧|切|定|订|安排|布置|批准|通过|发表|处理|讨论|检查|整理|复印|锁|停|染|倒|种|修改|修理|公布|确定|制定|取消|推迟|录|拍|画|包|烤|热|找|读|学|念|背|记|忘|弄|搞|摔|打|砸|撕|挖|填写|录取|接|运|退|换|洗完|吃完|做好|写完|看完|卖完|用完|收到|安装|下载|删除|上传|出版|播|播放|演|补|量|埋)(?:完|好|光|掉|干净|错|到|走|出去|出来|回来|上|下|坏|破|清楚|清)?"
)


def _acts_on_subject(sentence: Sentence, place: int, last: int) -> bool:
    """A verb that acts on things, with a complement or 了, or with 没, 已经 before it, and with no object."""
    if not ACTING_ON_THINGS.fullmatch(word(sentence, place)) or any(
        relation(sentence, at) in ("obj", "xcomp", "ccomp")
        and at > place
        and tag(sentence, at) in ("NOUN", "PRON", "PROPN")
        for at in sentence.children[place]
    ):
        return False
    if tag(sentence, place + 1) in ("NOUN", "PRON", "NUM", "PROPN", "DET") and place < last:
        return False
    behind = "".join(sentence.words[place + 1 : last + 1])
    if behind.startswith(("得", "着", "过来", "起来", "不")):
        return (
            behind.startswith("着") and word(sentence, place) in ("开", "关", "放", "挂", "锁", "装")
        ) or behind.startswith(("不完", "不下", "得完"))
    if word(sentence, place) in (
        "停",
        "开",
        "热",
        "倒",
        "打",
        "发",
        "通过",
        "接",
        "看",
        "读",
        "学",
        "找",
    ) and not re.match(r"(?:完|好|掉|光|到|出|坏|走)", behind):
        return False
    return re.match(
        r"(?:完|好|光|掉|干净|错|到|走|出去|出来|回来|上|坏|破|清楚|清|没|丢|过|了)", behind
    ) is not None or (len(word(sentence, place)) == 2 and behind == "")
