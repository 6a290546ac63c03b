"""Items from the small tasks: mended sentences, words on a scale, fitting replies, dictated sentences."""

from __future__ import annotations

import pytest

from core.answers.diagnosis.meanings import Meanings, Telling
from core.answers.marking import mark
from core.api.core import Core
from core.backends.scripts import OpenccConverter
from core.questions.kinds.building import Draft
from core.questions.kinds.tasks import TaskItems
from core.records.items import Item
from core.tables import shipped_tables
from core.tables.content.collected import Content
from core.tables.content.tasks import Mend, Register, Scale
from core.tables.content.texts import Sentence
from core.wire import Bilingual
from core.wiring import in_memory_core

SIMPLIFY = OpenccConverter().simplified
NOTE = Bilingual(zh="量在形容词后面。", en="The amount comes after the adjective.")
MEND = Mend(
    id="m2053",
    level=2,
    theme="travel",
    point="【二53】",
    wrong="我的行李比你的五公斤重。",
    mark="五公斤重",
    en="My luggage is five kilos heavier than yours.",
    options=[
        "我的行李比你的重五公斤。",
        "我的行李比你的很重五公斤。",
        "我的行李比你的有五公斤重。",
        "我的行李五公斤比你的重。",
    ],
    notes=[NOTE, NOTE, NOTE],
    why_zh="差多少放在形容词后面。",
    why_en="The amount follows the adjective.",
    typed="重五公斤",
    accept=["重5公斤"],
)
SCALE = Scale(
    id="k2001",
    level=2,
    theme="time",
    zh="从早到晚排列。",
    en="From early to late.",
    items=["早上", "中午", "下午", "晚上"],
    steps=[NOTE, NOTE, NOTE],
)
REGISTER = Register(
    id="g2001",
    level=2,
    theme="work",
    scene=Bilingual(zh="你想请经理看一下你的计划。", en="You want your manager to look at your plan."),
    a="小王，有事吗？",
    a_en="Xiao Wang, is there something?",
    replies=["经理，您能帮我看看这个计划吗？", "你看一下这个。", "喂，你看不看？", "再见。"],
    reply_en="Could you look at this plan for me?",
    notes=[NOTE, NOTE, NOTE],
    why_zh="对经理用“您”。",
    why_en="To a manager one says 您.",
)


@pytest.fixture(scope="module")
def core() -> Core:
    return in_memory_core()


def made(core: Core, content: Content) -> TaskItems:
    return TaskItems(content, core.reader, people=["李明"])


def content_of(*rows: Mend | Scale | Register | Sentence) -> Content:
    return Content(
        [row for row in rows if isinstance(row, Sentence)],
        (),
        (),
        (),
        [row for row in rows if isinstance(row, Mend)],
        [row for row in rows if isinstance(row, Scale)],
        [row for row in rows if isinstance(row, Register)],
    )


def sentence(text: str, level: int = 1) -> Sentence:
    gap = {"key": text[0], "distractors": ["山", "水", "火"], "why_zh": "因为。", "why_en": "Because."}
    return Sentence.model_validate(
        {"id": f"s{text}", "level": level, "theme": "time", "text": text, "en": "English.", "word": gap}
    )


def item_of(draft: Draft) -> Item:
    item = draft.item()
    assert item is not None
    return item


def test_a_mistake_is_mended_by_choosing_and_every_wrong_way_says_what_is_wrong(core: Core) -> None:
    (draft,) = made(core, content_of(MEND)).mends()
    item = item_of(draft)
    assert mark(item, MEND.options[0], simplify=SIMPLIFY).is_correct
    assert item.stem == MEND.wrong
    assert {option.text for option in item.options if option.note} == set(MEND.options[1:])
    assert item.points == ["【二53】"]


def test_a_mistake_is_mended_by_typing_the_piece_or_the_whole_sentence(core: Core) -> None:
    (draft,) = made(core, content_of(MEND)).mends_typed()
    item = item_of(draft)
    for right in ("重五公斤", "重5公斤", "我的行李比你的重五公斤。"):
        assert mark(item, right, simplify=SIMPLIFY).is_correct, right
    meanings = Meanings(core.tables.words, reader=core.reader, gloss=lambda word: word.gloss)
    again = mark(item, "五公斤重", simplify=SIMPLIFY, telling=Telling(parse=lambda _: [], meanings=meanings))
    assert not again.is_correct
    assert "原来不对的说法" in again.message.zh


def test_a_mistake_with_more_mends_than_can_be_listed_is_not_typed(core: Core) -> None:
    row = MEND.model_copy(update={"typed": None, "accept": []})
    assert list(made(core, content_of(row)).mends_typed()) == []


@pytest.mark.parametrize(
    "change",
    [
        {"mark": "七公斤"},
        {"typed": "重六公斤"},
        {"options": [MEND.options[0], MEND.options[0], MEND.options[2], MEND.options[3]]},
        {"options": [MEND.options[0], MEND.wrong, MEND.options[2], MEND.options[3]]},
    ],
)
def test_a_sentence_to_mend_that_does_not_hold_together_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"mark|typed|option"):
        Mend.model_validate({**MEND.model_dump(), **change})


def test_words_on_a_scale_have_one_order_and_say_why(core: Core) -> None:
    (draft,) = made(core, content_of(SCALE)).scales()
    item = item_of(draft)
    assert mark(item, ",".join(SCALE.items), simplify=SIMPLIFY).is_correct
    turned = mark(item, ",".join(reversed(SCALE.items)), simplify=SIMPLIFY)
    assert not turned.is_correct
    assert "早上 → 中午" in turned.message.zh
    assert item.words == SCALE.items


def test_a_reply_is_chosen_for_who_is_spoken_to(core: Core) -> None:
    (draft,) = made(core, content_of(REGISTER)).registers()
    item = item_of(draft)
    assert REGISTER.scene.zh in item.stem
    assert REGISTER.a in item.stem
    assert mark(item, REGISTER.replies[0], simplify=SIMPLIFY).is_correct


def test_a_short_sentence_is_dictated_and_the_ear_need_not_tell_who_is_meant(core: Core) -> None:
    (draft,) = made(core, content_of(sentence("他来学校了。"))).dictation()
    item = item_of(draft)
    assert item.audio is not None
    assert item.audio.text == "他来学校了。"
    assert "来学校" not in item.question.zh
    for right in ("他来学校了", "她来学校了", "tā lái xuéxiào le"):
        assert mark(item, right, simplify=SIMPLIFY).is_correct, right
    almost = mark(item, "他来学校", simplify=SIMPLIFY)
    assert 50 < almost.score < 100
    assert mark(item, "山", simplify=SIMPLIFY).score == 0


@pytest.mark.parametrize("text", ["李明来学校了。", "小王说他来了。", "我很喜欢在学校里学习中文。", "他用APP学习。"])
def test_long_sentences_and_names_are_not_dictated(core: Core, text: str) -> None:
    assert list(made(core, content_of(sentence(text))).dictation()) == []


def test_the_tasks_of_the_bank_hold_together() -> None:
    content = shipped_tables().content
    rows = [*content.mends, *content.scales, *content.registers]
    ids = [row.id for row in rows]
    assert len(ids) == len(set(ids))
    assert {row.point for row in content.mends} >= {point.id for point in shipped_tables().points.grammar}
    assert len(content.scales) >= 200
    assert len(content.registers) >= 100
