"""Tokens split and tagged anew by the word list."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.language.grammar.lexicon import Lexicon
from core.records.texts import Token

LEXICON = Lexicon(
    {
        "很": ("Adv",), "快": ("Adj",), "看": ("V",), "不": ("Adv",), "懂": ("V",), "白": ("Adj",), "云": ("N",),
        "天": ("N",), "书": ("N",), "好": ("Adj", "Adv"), "学习": ("V",), "得": ("Part",), "着": ("Part",), "没": ("Adv", "V"),
        "高兴": ("Adj",), "走": ("V",), "因为": ("Conj", "Prep"), "桌子": ("N",), "上": ("N", "V"),
    },
    extra=["大白"],
)  # fmt: skip


def sentence(*cells: tuple[str, str, int, str]) -> list[Token]:
    """Tokens one after another from (text, tag, head, relation)."""
    tokens, start = [], 0
    for text, tag, head, relation in cells:
        tokens.append(Token(text, start, start + len(text), tag, head, relation))
        start += len(text)
    return tokens


def refined(*cells: tuple[str, str, int, str]) -> tuple[Token, ...]:
    tokens = sentence(*cells)
    return LEXICON.refined(tokens, [token.text for token in tokens])


def texts(tokens: Sequence[Token]) -> list[str]:
    return [token.text for token in tokens]


@pytest.mark.parametrize(
    ("word", "tag", "parts"),
    [
        ("很快", "ADV", ["很", "快"]),
        ("看不懂", "VERB", ["看", "不", "懂"]),
        ("学习着", "VERB", ["学习", "着"]),
        ("桌子上", "NOUN", ["桌子", "上"]),
        ("很高兴", "ADJ", ["很", "高兴"]),
    ],
)
def test_a_token_that_is_no_word_falls_into_listed_words(word: str, tag: str, parts: list[str]) -> None:
    assert texts(refined((word, tag, -1, "root"))) == parts


@pytest.mark.parametrize(
    ("word", "tag"),
    [("白云", "NOUN"), ("高兴", "ADJ"), ("大白", "NOUN"), ("看不懂", "PROPN"), ("魑魅", "NOUN"), ("K歌", "VERB"), ("。", "PUNCT")],
)  # fmt: skip
def test_compounds_listed_words_names_and_the_unknown_stay_whole(word: str, tag: str) -> None:
    assert texts(refined((word, tag, -1, "root"))) == [word]


def test_the_part_that_means_most_carries_the_dependencies() -> None:
    tokens = refined(("他", "PRON", 1, "nsubj"), ("很快", "ADV", 2, "advmod"), ("走", "VERB", -1, "root"))
    assert [(token.text, token.head, token.relation) for token in tokens] == [
        ("他", 2, "nsubj"), ("很", 2, "advmod"), ("快", 3, "advmod"), ("走", -1, "root"),
    ]  # fmt: skip


def test_a_word_of_one_part_of_speech_has_it_wherever_it_stands() -> None:
    tokens = refined(("不", "VERB", 1, "advmod"), ("高兴", "NOUN", -1, "root"))
    assert [token.tag for token in tokens] == ["ADV", "ADJ"]


def test_a_word_of_several_parts_of_speech_keeps_the_tag_that_agrees_with_one() -> None:
    assert [token.tag for token in refined(("好", "ADV", -1, "root"))] == ["ADV"]
    assert [token.tag for token in refined(("好", "PUNCT", -1, "root"))] == ["ADJ"]


def test_a_word_on_no_list_keeps_its_tag() -> None:
    assert [token.tag for token in refined(("魑魅", "VERB", -1, "root"))] == ["VERB"]


def test_not_before_a_verb_is_an_adverb_and_zhe_after_one_a_particle() -> None:
    tokens = refined(("没", "VERB", 1, "advmod"), ("走", "VERB", -1, "root"), ("着", "ADP", 1, "case"))
    assert [(token.tag, token.relation) for token in tokens] == [
        ("ADV", "advmod"), ("VERB", "root"), ("AUX", "aux"),
    ]  # fmt: skip


def test_traditional_tokens_are_split_by_their_simplified_form_and_keep_their_own_characters() -> None:
    (token,) = sentence(("學習著", "VERB", -1, "root"))
    parts = LEXICON.refined([token], ["学习着"])
    assert [(part.text, part.start, part.end) for part in parts] == [("學習", 0, 2), ("著", 2, 3)]


WORDS = st.text(alphabet="很快看不懂白云天书好学习得着没高兴走因为桌子上大K。", min_size=1, max_size=6)
TAGS = st.sampled_from(["NOUN", "VERB", "ADJ", "ADV", "PROPN", "PART", "PUNCT"])


@st.composite
def trees(draw: st.DrawFn) -> list[Token]:
    """A sentence whose heads are a tree: each token but the root hangs on one that was placed before it."""
    words = draw(st.lists(WORDS, min_size=1, max_size=6))
    order = draw(st.permutations(range(len(words))))
    heads = {order[0]: -1}
    for place in range(1, len(order)):
        heads[order[place]] = order[draw(st.integers(0, place - 1))]
    return sentence(
        *((text, draw(TAGS), heads[at], "root" if heads[at] < 0 else "dep") for at, text in enumerate(words))
    )


@given(trees())
def test_parts_reproduce_the_text_and_heads_stay_a_tree(tokens: list[Token]) -> None:
    parts = LEXICON.refined(tokens, texts(tokens))
    text = "".join(texts(tokens))
    assert "".join(texts(parts)) == text
    assert [text[part.start : part.end] for part in parts] == texts(parts)
    assert [part.head for part in parts].count(-1) == 1
    for place in range(len(parts)):
        seen: set[int] = set()
        while place >= 0:
            assert place not in seen, "the heads run in a circle"
            seen.add(place)
            place = parts[place].head
