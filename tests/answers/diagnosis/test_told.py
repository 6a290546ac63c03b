"""What is said about wrong answers of each kind: what the chosen one means, to whom it belongs, which syllable differs, what the text says."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from core.answers.diagnosis.meanings import Telling
from core.answers.marking import Mark, mark
from core.backends.scripts import OpenccConverter
from core.records.items import Audio, Item, Option
from core.wire import Bilingual, QuestionType, Topic
from evaluation.questions.bank_items import shared_bank

SIMPLIFY = OpenccConverter().simplified


def of_bank(kind: QuestionType, topic: Topic, fits: Callable[[Item], bool], *, tag: str = "", word: str = "") -> Item:
    """The first item of the bank that fits, of those with the tag and about the word."""
    drafts = shared_bank().drafts(kind, topic, "beginner")
    likely = (draft for draft in drafts if (not tag or tag in draft.frame.tags) and word in "".join(draft.frame.words))
    return next(item for item in (draft.item() for draft in likely) if item is not None and fits(item))


def label_of(item: Item, text: str) -> str:
    return next(option.id for option in item.options if option.text == text)


def told(item: Item, answer: str | list[str], telling: Telling) -> Mark:
    marked = mark(item, answer, simplify=SIMPLIFY, telling=telling)
    plain = mark(item, answer, simplify=SIMPLIFY)
    assert (marked.score, marked.faults) == (plain.score, plain.faults)
    return marked


def written(key: str, **fields: object) -> Item:
    """An item written for a test."""
    return Item.model_validate(
        {
            "id": "q_test",
            "type": "multiple_choice",
            "topic": "reading",
            "level": "beginner",
            "standard_level": 1,
            "source": "test",
            "question": Bilingual(zh="问", en="ask"),
            "answer_kind": "choice",
            "key": key,
            "explanation": Bilingual(zh="原因。", en="Reason."),
            **fields,
        }
    )


def test_a_word_in_a_gap_is_told_with_its_meaning_and_what_the_gap_needs(telling: Telling) -> None:
    item = of_bank("multiple_choice", "grammar", lambda item: "请您____读一次" in item.stem)
    message = told(item, label_of(item, "又"), telling).diagnosis
    assert message.zh.startswith("“又”（yòu）的意思是“again")
    assert item.explanation.zh in message.zh
    assert message.en.startswith("“又” (yòu) means “again")


def test_a_meaning_that_was_chosen_is_that_of_another_word(telling: Telling) -> None:
    item = of_bank("multiple_choice", "vocabulary", lambda item: True, tag="meaning")
    wrong = next(option for option in item.options if option.id != item.key)
    word = telling.meanings.word_meaning(wrong.text)
    assert word
    message = told(item, wrong.id, telling).diagnosis
    assert f"是“{word}”" in message.zh
    assert f"is what {word}" in message.en


def test_a_reading_differs_in_a_syllable_by_its_tone_or_its_letters(telling: Telling) -> None:
    item = of_bank("fill_blank", "vocabulary", lambda item: item.key == "dǎgōng", word="打工")
    assert told(item, "dakong1", telling).diagnosis.zh == (
        "第 1 个音节 da：应该是第三声（dǎ），没有声调；第 2 个音节 kōng：声母是 g，不是 k。"
    )
    assert told(item, "dǎgòng", telling).diagnosis.en == "Syllable 2, gòng: it is tone 1 (gōng), not tone 4."
    assert "3 个音节" in told(item, "dǎgōngrén", telling).diagnosis.zh


def test_a_wrong_character_with_the_right_sound_is_told_as_such(telling: Telling) -> None:
    item = of_bank("fill_blank", "listening", lambda item: item.key == "作者", tag="dictation", word="作者")
    assert told(item, "做者", telling).diagnosis.zh.startswith("读音对了，字不对：是“作”，不是“做”。")
    assert told(item, "作家", telling).diagnosis.en.startswith("“作家” is read zuòjiā; you heard zuòzhě, 作者.")


def test_a_pair_says_to_whom_the_chosen_one_belongs(telling: Telling) -> None:
    item = of_bank("matching", "vocabulary", lambda item: True, tag="meaning")
    pairs = [pair.split("-") for pair in item.key.split(",")]
    swapped = [[pairs[0][0], pairs[1][1]], [pairs[1][0], pairs[0][1]], *pairs[2:]]
    right = next(option.text for option in item.options if option.id == pairs[1][1])
    message = told(item, ["-".join(pair) for pair in swapped], telling).diagnosis
    assert f"{right}" in message.en
    assert item.left[1].text in message.en


def test_a_right_pair_whose_right_side_was_used_twice_is_not_told_as_wrong(telling: Telling) -> None:
    item = of_bank("matching", "vocabulary", lambda item: True, tag="meaning")
    rights = [pair.split("-")[1] for pair in item.key.split(",")]
    twice = [f"{number}-{right}" for number, right in enumerate([rights[0], rights[0], *rights[2:]], start=1)]
    words, meanings = [left.text for left in item.left], {option.id: option.text for option in item.options}
    message = told(item, twice, telling).diagnosis
    assert message.en.startswith(words[1])
    assert f"“{meanings[rights[1]]}”; “{meanings[rights[0]]}” is what {words[0]} " in message.en
    assert "wrong too" not in message.en


def test_a_question_on_a_text_is_told_by_the_sentence_that_decides(telling: Telling) -> None:
    text = "他星期一在家里看书。星期二还在下雨，他去电影院看电影。"
    item = written(
        "B",
        question=Bilingual(zh=f"他星期二在哪儿？\n{text}", en="Where?"),
        stem=text,
        full_text=text,
        tags=["detail"],
        options=[Option(id="A", text="家里"), Option(id="B", text="电影院"), Option(id="C", text="书店")],
        explanation=Bilingual(zh="星期二他去电影院看电影。", en="He went to the cinema."),
    )
    told_home = told(item, "A", telling).diagnosis
    assert told_home.zh.startswith("不是“家里”。答案在这一句：“星期二还在下雨")
    assert told_home.en.startswith("It is not “家里”. The answer is here: “星期二还在下雨")


def test_what_was_written_on_an_option_is_told_and_nothing_else(telling: Telling) -> None:
    for tag, topic in (("detail", "reading"), ("main_idea", "listening"), ("reply", "listening")):
        item = of_bank("multiple_choice", topic, lambda item: len(item.options) == 4, tag=tag)
        for option in item.options:
            if option.id != item.key:
                assert option.note is not None
                assert told(item, option.id, telling).diagnosis == option.note


@pytest.mark.parametrize("topic", ["reading", "listening"])
def test_a_wrong_order_is_told_by_what_ties_a_piece_to_the_one_before_it(topic: Topic, telling: Telling) -> None:
    item = of_bank("ordering", topic, lambda item: len(item.options) > 3, tag="order")
    labels = item.key.split(",")
    second = next(option for option in item.options if option.id == labels[1])
    assert second.note is not None
    turned = told(item, [labels[1], labels[0], *labels[2:]], telling).diagnosis
    assert turned.zh.startswith("你把“")
    assert second.note.zh.rstrip("。") in turned.zh
    last = next(option for option in item.options if option.id == labels[-1])
    assert last.note is not None
    moved = told(item, [labels[0], labels[-1], *labels[1:-1]], telling).diagnosis
    assert last.note.zh.rstrip("。") in moved.zh


def test_the_characters_of_a_word_and_what_was_heard_are_told_by_the_first_that_is_wrong(telling: Telling) -> None:
    word = of_bank("ordering", "vocabulary", lambda item: True, word="电子邮件")
    order = word.key.split(",")
    message = told(word, [order[0], order[2], order[1], order[3]], telling).diagnosis
    assert message.zh.startswith("你排成了“电邮子件”；“电”后面是“子”。")
    heard = of_bank("ordering", "listening", lambda item: True, tag="heard")
    order = heard.key.split(",")
    assert "第 1 个听到的是" in told(heard, [order[1], order[0], *order[2:]], telling).diagnosis.zh


@pytest.mark.parametrize("kind", ["multiple_choice", "matching", "ordering"])
@pytest.mark.parametrize("topic", ["grammar", "vocabulary", "reading", "listening"])
def test_every_other_answer_is_told_in_both_languages(kind: QuestionType, topic: Topic, telling: Telling) -> None:
    drafts = shared_bank().drafts(kind, topic, "beginner")[::197]
    for item in (item for item in (draft.item() for draft in drafts) if item is not None):
        if item.answer_kind == "choice":
            answers: list[str | list[str]] = [option.id for option in item.options if option.id != item.key]
        else:
            parts = item.key.split(",")
            answers = [[*parts[1:], parts[0]]]
            if item.answer_kind == "pairs":
                rights = [part.split("-")[1] for part in parts]
                answers = [[f"{number}-{right}" for number, right in enumerate([*rights[1:], rights[0]], start=1)]]
        for answer in answers:
            marked = told(item, answer, telling)
            if not marked.is_correct:
                assert marked.diagnosis.zh, item.id
                assert marked.diagnosis.en, item.id


def test_an_item_that_a_teacher_wrote_is_told_as_far_as_words_are_known(telling: Telling) -> None:
    options = [Option(id="A", text="药"), Option(id="B", text="水"), Option(id="C", text="啦啦啦")]
    item = written("B", topic="vocabulary", options=options, stem="我想喝____。")
    assert "“药”（yào）" in told(item, "A", telling).diagnosis.zh
    note = Bilingual(zh="“药”是生病时吃的。", en="药 is what the sick take.")
    noted = written("B", topic="vocabulary", options=[options[0].model_copy(update={"note": note}), *options[1:]])
    assert told(noted, "A", telling).diagnosis == note


def test_what_is_heard_is_quoted_without_the_speaker(telling: Telling) -> None:
    item = written(
        "A",
        topic="listening",
        audio=Audio(kind="speech", text="男：你吃什么？\n女：我吃面条儿。"),
        question=Bilingual(zh="女的吃什么？", en="What does she eat?"),
        tags=["detail"],
        options=[Option(id="A", text="面条儿"), Option(id="B", text="米饭")],
        explanation=Bilingual(zh="女的说“我吃面条儿”。", en="She says noodles."),
    )
    assert "答案在这一句：“我吃面条儿”" in told(item, "B", telling).diagnosis.zh


ODD = [
    "🙂",
    "，",
    "abc",
    "Ω1",
    "得",
    "的的的",
    "ma1 ma5 ma3 ma4",
    "老百姓吧",
    "1-A,1-A",
    "A,A,A,A",
    "𠮷",
    "bu4",
    "á",
    "“”",
]


@pytest.mark.parametrize("kind", ["multiple_choice", "fill_blank", "matching", "ordering"])
@pytest.mark.parametrize("topic", ["grammar", "vocabulary", "reading", "listening"])
def test_whatever_is_typed_is_told_or_left_without_a_word(kind: QuestionType, topic: Topic, telling: Telling) -> None:
    for draft in shared_bank().drafts(kind, topic, "beginner")[::401]:
        item = draft.item()
        if item is None:
            continue
        texts = {option.id: option.text for option in item.options}
        written_out = "".join(texts.get(label, "") for label in item.key.split(",")) + "吧"
        answers = (*ODD, written_out)
        marked = [told(item, answer, telling) for answer in answers]
        for each in marked:
            assert bool(each.diagnosis.zh) is bool(each.diagnosis.en)
        of_something = [bool(each.diagnosis.zh) for each in marked]
        # No option and no pair is named by most of it; what is typed or ordered is always told.
        assert {"multiple_choice": not any(of_something), "matching": any(of_something)}.get(kind, all(of_something))


def test_pinyin_as_it_is_spoken_is_no_fault_of_tone(telling: Telling) -> None:
    item = written(
        "一律",
        type="fill_blank",
        answer_kind="text",
        topic="vocabulary",
        pinyin="yīlǜ",
        stem="学生____半价。",
        tags=["typed"],
    )
    assert told(item, "yílǜ", telling).diagnosis.zh == "读音对了。写成汉字是“一律”（yīlǜ）。"
    assert told(item, "yǐlǜ", telling).diagnosis.zh.startswith("第 1 个音节 yǐ：应该是第一声（yī），不是第三声。")


def test_a_reason_about_another_option_is_left_out(telling: Telling) -> None:
    text = "A：你们那儿的山高不高？\nB：____"
    item = written(
        "C",
        full_text=text,
        stem=text,
        tags=["reply"],
        options=[
            Option(id=label, text=line)
            for label, line in zip("ABC", ["我比奶奶高。", "我们星期天去山上。", "不高。"], strict=True)
        ],
        explanation=Bilingual(
            zh="问山高不高；“我比奶奶高”说的是人。", en="It asks how high; 我比奶奶高 is about a person."
        ),
    )
    assert "奶奶" in told(item, "A", telling).diagnosis.zh
    assert told(item, "B", telling).diagnosis.zh.endswith("问山高不高。")
    assert told(item, "B", telling).diagnosis.en.endswith("It asks how high.")


def test_a_right_answer_with_a_backslash_is_named_as_it_stands(telling: Telling) -> None:
    item = written(
        "B",
        tags=["reply"],
        options=[Option(id="A", text="不是。"), Option(id="B", text=r"是\d。")],
        explanation=Bilingual(zh="只有这个回答对。", en="The key says yes."),
    )
    assert told(item, "A", telling).diagnosis.en.endswith(r"“是\d” says yes.")


def test_readings_and_particles_that_were_mixed_up_are_not_called_right(telling: Telling) -> None:
    item = written(
        "地面", type="fill_blank", topic="listening", answer_kind="text", pinyin="dìmiàn", tags=["dictation"]
    )
    assert told(item, "的面", telling).diagnosis.zh.startswith("“的、地、得”用混了：“的”一般读 de，这里是“地”，读 dì。")


def test_names_that_stand_on_both_sides_are_told_by_their_rows(telling: Telling) -> None:
    names = ["姑娘", "老太太", "男学生"]
    item = written(
        "1-C,2-B,3-A",
        type="matching",
        answer_kind="pairs",
        tags=["match"],
        left=[Option(id=str(number), text=name) for number, name in enumerate(names, start=1)],
        options=[Option(id=label, text=name) for label, name in zip("ABC", ["老太太", "姑娘", "男学生"], strict=True)],
    )
    message = told(item, ["1-A", "2-B", "3-C"], telling).diagnosis
    assert "左边第 1 行“姑娘”配右边的“男学生”，不配“老太太”" in message.zh


def test_a_sentence_is_named_without_cutting_a_word(telling: Telling) -> None:
    words = telling.meanings.words
    assert words.cut("过了几天，箱子里多了三个小小的鸟蛋", 12) == "过了几天，箱子里多了三个"
    assert words.of("四点半去海边")[0] == "四点半"
    assert words.stands("家里", "他在家里看书")
    assert not words.stands("四点", "我们四点半去")


def short_answer(text: str, question: str, key: str) -> Item:
    return written(
        key,
        type="fill_blank",
        answer_kind="text",
        question=Bilingual(zh=f"{question}（用几个字回答）\n{text}", en="?"),
        stem=text,
        full_text=text,
        tags=["short_answer"],
    )


@pytest.mark.parametrize(
    ("text", "question", "key", "given", "zh"),
    [
        ("声音直接通过头部的骨头传进去。他走了。", "声音通过什么传进去？", "骨头", "接通", "“直接｜通过”里没有“接通”这个词。"),
        ("我们四个人一起打球。打了一个小时，小李回家了。", "有几个人？", "四个", "一个", "文中说的是“一个小时”，不是“一个”。"),
        ("太冷了，我想刷成浅黄色。你想好了没有？", "刷成什么颜色？", "浅黄色", "你想好", "问的是颜色，“你想好”不是颜色。"),
        ("一般十一点睡觉。你想好了没有？", "他几点睡觉？", "十一点", "没有", "原因。应该是“十一点”。"),
        ("一般十一点睡觉。昨天看球。", "他几点睡觉？", "十一点", "一六点", "问的是钟点，“一六点”不是钟点。"),
        ("一般十一点睡觉。昨天看球。", "他几点睡觉？", "十一点", "二十二点", "文中没有说“二十二点”。"),
    ],
)  # fmt: skip
def test_what_was_typed_is_told_where_it_cuts_a_word_or_is_another_kind_of_thing(
    telling: Telling, text: str, question: str, key: str, given: str, zh: str
) -> None:
    assert told(short_answer(text, question, key), given, telling).diagnosis.zh.startswith(zh)


def test_pairs_that_are_not_told_are_counted_in_a_statement(telling: Telling) -> None:
    item = of_bank("matching", "vocabulary", lambda item: len(item.left) > 3, tag="meaning")
    rights = [pair.split("-")[1] for pair in item.key.split(",")]
    turned = [f"{number}-{right}" for number, right in enumerate([*rights[1:], rights[0]], start=1)]
    message = told(item, turned, telling).diagnosis
    assert message.zh.endswith("对也配错了。")
    assert message.en.endswith("other pairs are wrong too.")


def test_what_reaches_over_words_is_named_by_them_and_times_are_whole(telling: Telling) -> None:
    words = telling.meanings.words
    assert words.as_cut("一个", "打了一个小时") == ["一个小时"]
    assert words.as_cut("一个", "他有一个妹妹") == []


def test_a_phrase_is_read_with_the_neutral_tone_that_its_word_has_in_the_list(telling: Telling) -> None:
    assert telling.meanings.told("不客气").zh.startswith("“不客气”（bù kèqi）")
    assert telling.meanings.told("学生").zh.startswith("“学生”（xuéshēng）")


def test_a_character_that_makes_another_word_with_the_one_before_the_gap_is_told_as_that_word(telling: Telling) -> None:
    item = written(
        "B",
        topic="vocabulary",
        stem="孩子的事让他自己作____。",
        tags=["gap"],
        options=[Option(id="A", text="用"), Option(id="B", text="主")],
        explanation=Bilingual(zh="自己决定叫“作主”。", en="To decide for oneself is 作主."),
    )
    assert told(item, "A", telling).diagnosis.zh.startswith("“作用”（zuòyòng）")


def test_a_word_with_two_readings_is_read_as_its_meaning_wants(telling: Telling) -> None:
    assert telling.meanings.reading_with("还", "to return (something borrowed)") == "huán"
