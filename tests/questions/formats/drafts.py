"""Random drafts with everything in them that a format could trip over."""

from __future__ import annotations

from hypothesis import strategies as st

from core.questions.formats.draft import ItemDraft
from core.questions.formats.texts import clean, one_line, tag_of
from core.records.items import Audio
from core.wire import TOPICS, Bilingual

SNAGS = (
    "茶", "𠮷野家", "👩‍👩‍👧", "🀄", "שלום", "العربية", "‏", "é", "ﬁ", "{", "}", "=", "~", "#", ":", "::", "####", "->", "\\", "\\n", "\\:",
    "%50%", "%", "//", "\n//", "[id:x]", "[tag:y]", "[wenlu:{}]", "[html]", "[plain]", "$CATEGORY: a/b", "T", "*", "\\*", "____", "_____",
    "<b>粗</b>", "&amp;", "&", "<![CDATA[x]]>", "]]>", "<!--", "-->", '"', "'", "'=1", "=1+1", "+1", "-1", "@x", "|", "\\|", ",", ";", "\t",
    "\r\n", "\n\n", "\r", "\u2028", "\u3000", "\xa0", "  ", " ", "A. 一", "A", "BA", "\x07", "\x00", "\ufeff", "{{c1::x}}", "L1 A",
)  # fmt: skip
PIECES = st.one_of(st.sampled_from(SNAGS), st.text(max_size=3), st.sampled_from("的一是了我不在人们"))
TEXTS = st.lists(PIECES, max_size=8).map("".join)
LINES = TEXTS.filter(lambda text: one_line(text) != "")
BOTH = st.builds(Bilingual, zh=TEXTS, en=TEXTS)
SPOKEN = st.builds(
    lambda text, pinyin: Audio(kind="speech", text=text, pinyin=pinyin), LINES.map(clean), TEXTS.map(clean)
)
NAMES = st.lists(LINES.map(one_line).filter(lambda text: "|" not in text and "\\" not in text), max_size=2).map(tuple)
TAGS = st.lists(LINES.map(tag_of).filter(bool), max_size=3, unique=True).map(tuple)

COMMON = {
    "topic": st.sampled_from(TOPICS),
    "level": st.integers(1, 7),
    "instruction": BOTH,
    "explanation": BOTH,
    "stem": LINES,
    "translation": TEXTS,
    "full_text": TEXTS,
    "pinyin": st.just(""),
    "audio": st.none() | SPOKEN,
    "tags": TAGS,
    "points": NAMES,
    "words": NAMES,
    "source": LINES,
}


def different(least: int, most: int) -> st.SearchStrategy[tuple[str, ...]]:
    """Lines that stay different when they are cleaned."""
    return st.lists(LINES, min_size=least, max_size=most, unique_by=one_line).map(tuple)


@st.composite
def choices(draw: st.DrawFn) -> ItemDraft:
    options = draw(different(2, 5))
    return ItemDraft(type="multiple_choice", options=options, key=options[0], **_common(draw))


@st.composite
def typed(draw: st.DrawFn) -> ItemDraft:
    key, *accepted = draw(different(1, 4))
    kind = draw(st.sampled_from(["text", "pinyin", "text_or_pinyin"]))
    common = _common(draw) | {"pinyin": draw(TEXTS)}
    return ItemDraft(type="fill_blank", key=key, accepted=tuple(accepted), answer_kind=kind, **common)


@st.composite
def matchings(draw: st.DrawFn) -> ItemDraft:
    left = draw(different(2, 5))
    right = draw(different(len(left), len(left)))
    return ItemDraft(type="matching", left=left, options=right, **_common(draw))


@st.composite
def orderings(draw: st.DrawFn) -> ItemDraft:
    pieces = draw(different(3, 6))
    places = tuple(range(len(pieces)))
    further = draw(st.lists(st.permutations(places).map(tuple), max_size=3, unique=True))
    orders = tuple(order for order in further if order != places)
    return ItemDraft(type="ordering", options=pieces, orders=orders, **_common(draw))


def _common(draw: st.DrawFn) -> dict[str, object]:
    return {name: draw(strategy) for name, strategy in COMMON.items()}


DRAFTS = st.one_of(choices(), typed(), matchings(), orderings())
