"""The proof of one right answer: planted second answers are found, and each part says what it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from core.errors import CorruptTable
from core.models.ngrams.characters import NgramModel
from core.questions.kinds.building import (
    Frame,
    Wording,
    fill_blank_item,
    matching_item,
    multiple_choice_item,
    ordering_item,
)
from core.questions.proofs.blind_guess import blind_guess
from core.questions.proofs.guards import AcceptedPairs, GapContext, Guards
from core.questions.proofs.orders import moves, order_candidates, orders_by_rule, orders_proof, punctuated_sentence
from core.questions.proofs.proof import Verifiers, gap_context, gap_proof, proof_of, stored_proof, verdict_of_readings
from core.questions.proofs.sentences import proof_sentences
from core.records.items import BLANK, Item
from core.records.proofs import Finding, Proof
from core.tables import shipped_tables
from core.tables.content.proofs import ProofRow, Proofs, mark_of
from core.tables.words.equivalents import Classifiers, Equivalents
from core.wire import Bilingual, Topic
from evaluation.questions.gap_readings import doubted

TABLES = shipped_tables()
WHY = Bilingual(zh="因为。", en="Because.")
CHOOSE = Bilingual(zh="选一选。", en="Choose.")


@pytest.fixture(scope="module")
def guards() -> Guards:
    folder = Path(TABLES.folder)
    equivalents, classifiers = Equivalents(folder / "equivalents.csv"), Classifiers(folder / "classifiers.csv")
    return Guards(equivalents, classifiers, TABLES.words)


@pytest.fixture(scope="module")
def verifiers(guards: Guards) -> Verifiers:
    return Verifiers(NgramModel(Path(TABLES.folder) / "models" / "ngram" / "characters.npz"), guards)


def frame(topic: Topic = "grammar", full_text: str = "") -> Frame:
    return Frame(source="own1", topic=topic, standard_level=3, tags=("own",), full_text=full_text)


def gap(stem: str, key: str, wrong: Sequence[str]) -> Item:
    return multiple_choice_item(frame(), Wording(CHOOSE, stem, WHY), key=key, wrong=wrong)


# -- guards --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "key", "option"),
    [
        ("外面很冷，____我还是去跑步了。", "但是", "可是"),
        ("____下雨，比赛没有举行。", "因为", "由于"),
        ("他____来我家玩儿。", "常常", "经常"),
        ("墙上挂____一张地图。", "着", "了"),
        ("他买了一____衣服。", "件", "套"),
        ("这家公司有三____电脑。", "台", "个"),
        ("____天气好，我们就去爬山。", "如果", "要是"),
        ("我去过三____北京。", "次", "回"),
        ("书包里有手机、钱包____。", "什么的", "等等"),
        ("火车____要开了。", "快", "就"),
    ],
)
def test_a_guard_finds_a_second_answer(guards: Guards, text: str, key: str, option: str) -> None:
    place = gap_context(text)
    assert place is not None
    assert [finding.option for finding in guards.findings(place, key, [option])] == [option]


@pytest.mark.parametrize(
    ("text", "key", "option"),
    [
        ("他____去过北京。", "没", "不"),
        ("他八点____来，我们等了一个小时。", "才", "就"),
        ("我____才在图书馆，没看见你。", "刚", "常"),
        ("你喝茶____喝咖啡？", "还是", "或者"),
        ("他买了一____书。", "本", "张"),
        ("明天我____要回国了。", "就", "快"),
        ("他____书放在桌子上了。", "把", "被"),
        ("请再说一____。", "遍", "场"),
    ],
)
def test_a_guard_leaves_a_wrong_option_alone(guards: Guards, text: str, key: str, option: str) -> None:
    place = gap_context(text)
    assert place is not None
    assert guards.findings(place, key, [option]) == []


def test_the_measure_word_is_that_of_the_noun_and_not_of_its_attribute(guards: Guards) -> None:
    found = guards.findings(GapContext("我有一", "红色的自行车。"), "辆", ["条", "本"])
    assert found == []
    assert guards.findings(GapContext("一", "大熊猫在睡觉。"), "只", ["头"]) == []  # 头 goes with 熊, not with 大熊猫


def test_an_accepted_word_elsewhere_counts_and_the_items_own_source_does_not() -> None:
    pair = frozenset(("搬", "抬"))
    pairs = AcceptedPairs(accepted={pair: frozenset({"a", "b"})}, wrong={pair: frozenset({"c"})})
    assert pairs.counts("抬", "搬") == (2, 1)
    assert pairs.counts("抬", "搬", without="a") == (1, 1)


def test_a_set_that_names_a_word_twice_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "equivalents.csv"
    path.write_text(
        "id,guard,words,condition,before,after,sure,level,zh,en\nx-1,x,但|可|但,any,,,yes,1,,\n", encoding="utf-8"
    )
    with pytest.raises(CorruptTable, match=r"line 2.*names a word twice"):
        Equivalents(path)


def test_there_are_enough_sets_and_nouns() -> None:
    folder = Path(TABLES.folder)
    assert len(Equivalents(folder / "equivalents.csv").rows) >= 150
    assert len(Classifiers(folder / "classifiers.csv").by_noun) >= 250


# -- proofs --------------------------------------------------------------------------------------------------


def test_a_gap_with_a_second_answer_is_doubtful_and_says_which(verifiers: Verifiers) -> None:
    proof = proof_of(gap(f"外面很冷，{BLANK}我还是去跑步了。", "但是", ["可是", "因为", "所以"]), verifiers)
    assert proof.verdict == "doubtful"
    assert [finding.option for finding in proof.failed] == ["可是"]
    assert any("可是" in line for line in proof_sentences(proof, "zh"))


def test_a_gap_with_certainly_wrong_options_is_proved(verifiers: Verifiers) -> None:
    proof = proof_of(gap(f"他{BLANK}书放在桌子上了。", "把", ["被", "让", "比"]), verifiers)
    assert (proof.verdict, proof.reading, proof.failed) == ("proved", "strong", ())
    assert proof.margin is not None
    assert proof.margin > 2
    assert proof_sentences(proof, "en")[0].startswith("Checked")


def test_swapping_key_and_option_turns_the_margin_round(verifiers: Verifiers) -> None:
    place = GapContext("他", "书放在桌子上。")
    one, other = (gap_proof(place, *pair, verifiers=verifiers).margin for pair in (("把", ["被"]), ("被", ["把"])))
    assert one is not None
    assert other is not None
    assert one == pytest.approx(-other)


def test_only_the_sentence_of_the_blank_is_weighed() -> None:
    assert gap_context(f"他来了。我们{BLANK}吃饭！走吧。") == GapContext("我们", "吃饭！")
    assert gap_context("没有空") is None
    assert gap_context(f"{BLANK}和{BLANK}") is None


def test_two_answers_alike_make_a_question_doubtful(verifiers: Verifiers) -> None:
    item = multiple_choice_item(
        frame("reading"), Wording(CHOOSE, "他去了学校。", WHY), key="学校", wrong=["学校", "医院", "公园里面的湖边"]
    )
    assert proof_of(item, verifiers).verdict == "doubtful"


def test_a_typed_gap_names_an_answer_that_is_not_accepted(verifiers: Verifiers) -> None:
    asked = Wording(CHOOSE, f"{BLANK}下雨，比赛没有举行。", WHY)
    missing = proof_of(fill_blank_item(frame(), asked, key="因为"), verifiers)
    assert "由于" in [finding.option for finding in missing.failed]
    complete = proof_of(fill_blank_item(frame(), asked, key="因为", accepted=["由于", "因"]), verifiers)
    assert complete.failed == ()


def test_pairs_that_can_be_exchanged_are_found(verifiers: Verifiers) -> None:
    asked = Wording(CHOOSE, "", WHY)
    good = [(f"他{BLANK}书放在桌子上。", "把"), (f"门{BLANK}风吹开了。", "被"), (f"今天{BLANK}昨天冷。", "比")]
    assert proof_of(matching_item(frame(), asked, good), verifiers).verdict == "proved"
    bad = [(f"他{BLANK}来我家。", "常常"), (f"我们{BLANK}去公园。", "经常"), (f"今天{BLANK}昨天冷。", "比")]
    assert proof_of(matching_item(frame(), asked, bad), verifiers).verdict == "doubtful"


def test_every_sentence_is_there_in_both_languages(verifiers: Verifiers) -> None:
    proof = proof_of(gap(f"外面很冷，{BLANK}我还是去跑步了。", "但是", ["可是", "因为", "所以"]), verifiers)
    zh, en = proof_sentences(proof, "zh"), proof_sentences(proof, "en")
    assert len(zh) == len(en) >= 4
    assert all(line.strip() for line in [*zh, *en])


# -- the blind solver ----------------------------------------------------------------------------------------


def test_a_key_that_stands_out_is_noted(verifiers: Verifiers) -> None:
    words = verifiers.guards.words
    long = blind_guess(
        ["因为他昨天晚上没有睡好觉", "下雨", "太忙", "生病"],
        0,
        stem="他为什么迟到？",
        model=verifiers.model,
        words=words,
    )
    assert "longest" in long.cues
    odd = blind_guess(["高兴", "桌子", "椅子", "书包"], 0, stem="他很。", model=verifiers.model, words=words)
    assert "word_class" in odd.cues
    shared = blind_guess(["图书馆", "医院", "公园", "银行"], 0, stem="谁在图书馆？", model=verifiers.model, words=words)
    assert "stem" in shared.cues


def test_the_chances_of_the_options_sum_to_one(verifiers: Verifiers) -> None:
    options = ["左边", "里边", "右边", "地上"]
    chances = [
        blind_guess(options, place, stem="", model=verifiers.model, words=verifiers.guards.words).chance
        for place in range(4)
    ]
    assert np.sum(chances) == pytest.approx(1, abs=0.01)


# -- orders --------------------------------------------------------------------------------------------------


def test_moves_are_all_block_moves_once() -> None:
    found = moves(4)
    assert len(found) == len(set(found)) == 10
    assert (2, 3, 0, 1) in found
    assert (3, 2, 1, 0) not in found


def test_rules_know_fronted_times_swapped_clauses_and_rows() -> None:
    assert orders_by_rule(["我", "明天", "去北京"])[1, 0, 2] == "time"
    assert orders_by_rule(["太热了", "我们去", "树下", "坐吧"], "太热了，我们去树下坐吧。")[1, 2, 3, 0] == "clauses"
    assert orders_by_rule(["他写得", "又快", "又好"])[0, 2, 1] == "row"
    assert (2, 3, 0, 1) not in orders_by_rule(["因为", "下雨", "所以", "没去"], "因为下雨，所以没去。")


def test_an_order_is_spoken_with_commas_where_its_clauses_end() -> None:
    pieces, text = ["太热了", "我们去", "树下"], "太热了，我们去树下。"
    assert punctuated_sentence(pieces, (0, 1, 2), text) == "太热了，我们去树下。"
    assert punctuated_sentence(pieces, (1, 2, 0), text) == "我们去树下，太热了。"


def test_a_missing_order_is_proposed_until_it_is_accepted(verifiers: Verifiers) -> None:
    pieces = ["我", "明天", "去", "北京"]
    found, tried = order_candidates(pieces, [], model=verifiers.model, text="我明天去北京。")
    assert (1, 0, 2, 3) in [candidate.order for candidate in found]
    assert tried >= len(moves(4))
    accepted = orders_proof(pieces, [(1, 0, 2, 3)], model=verifiers.model, text="我明天去北京。")
    assert accepted.accepted == 2
    assert "明天我去北京" not in accepted.rivals


def test_only_sentences_are_judged_by_their_order(verifiers: Verifiers) -> None:
    asked = Wording(CHOOSE, "", WHY)
    word = proof_of(ordering_item(frame("vocabulary"), asked, ["电", "视", "机"]), verifiers)
    assert word.verdict == "plausible"
    assert word.orders is not None
    assert word.orders.tried == 0


# -- stored proofs -------------------------------------------------------------------------------------------


def test_a_stored_proof_comes_back_with_its_sentences(guards: Guards, verifiers: Verifiers, tmp_path: Path) -> None:
    item = gap(f"外面很冷，{BLANK}我还是去跑步了。", "但是", ["可是", "因为", "所以"])
    made = proof_of(item, verifiers).model_copy(update={"readings": 2})
    failed = "|".join(f"{finding.guard}:{finding.option}" for finding in made.failed)
    assert made.blind is not None
    mark = mark_of("own1", ["但是"], ["所以", "可是", "因为"])
    row = f"{mark},own1,cloze,{made.margin},{made.rival},{'|'.join(made.passed)},{failed},{made.blind.chance},,,,2,{made.verdict}"
    path = tmp_path / "proofs.csv"
    path.write_text(",".join(ProofRow.model_fields) + f"\n{row}\n", encoding="utf-8")
    assert stored_proof(item, Proofs(path), guards) == made
    assert any("2" in sentence and "语言模型不看答案" in sentence for sentence in proof_sentences(made, "zh"))
    changed = gap(f"外面很冷，{BLANK}我还是去跑步了。", "但是", ["可是", "因为", "而且"])
    assert stored_proof(changed, Proofs(path), guards) is None


def test_most_of_the_content_has_its_proof_and_little_of_it_is_doubtful() -> None:
    proofs = Proofs(Path(TABLES.folder) / "content" / "proofs.csv")
    gaps = [(row.id, gap) for row in TABLES.content.sentences for gap in (row.cloze, row.word) if gap]
    stored = [proofs.by_mark.get(mark_of(source, [gap.key], gap.distractors)) for source, gap in gaps]
    assert sum(row is not None for row in stored) >= 0.9 * len(gaps)
    assert sum(row.verdict == "doubtful" for row in proofs.rows) <= 0.03 * len(proofs.rows)


def test_two_readings_prove_what_a_margin_does_not_and_no_sure_guard_denies() -> None:
    said = Bilingual(zh="也对", en="right too")
    sure, possible = (Finding(guard="g", option="吃", sure=is_sure, said=said) for is_sure in (True, False))
    assert verdict_of_readings(2, "plausible", [possible]) == "proved"
    assert verdict_of_readings(1, "plausible", []) == "plausible"
    assert verdict_of_readings(2, "doubtful", [sure]) == "doubtful"
    assert verdict_of_readings(0, "proved", [], doubted=True) == "doubtful"


def test_a_gap_that_a_reader_solved_otherwise_is_never_called_proved() -> None:
    marks = doubted()
    assert {row.verdict for row in TABLES.proofs.rows if row.mark in marks} == {"doubtful"}


def test_a_verdict_that_there_is_not_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "proofs.csv"
    path.write_text(",".join(ProofRow.model_fields) + "\n01234567,s1,cloze,1.0,,,,0.25,,,,,sure\n", encoding="utf-8")
    with pytest.raises(CorruptTable, match=r"line 2.*verdict"):
        Proofs(path)


def test_a_proof_refuses_unknown_fields() -> None:
    with pytest.raises(ValueError, match="Extra inputs"):
        Proof.model_validate({"verdict": "proved", "certain": True})
