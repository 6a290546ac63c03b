"""Anki decks (.apkg), by genanki: one card an item. For learning, not for bringing items back: there is no reading.

Ids are stable: a note's guid comes from the item's id, the deck's id from its title, the ids of the two note types stand here. So
a deck that is imported again updates its notes and keeps the learner's schedule; nothing is doubled.
"""

from __future__ import annotations

import hashlib
import io
import itertools
import re
import sqlite3
import zipfile
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

from core.questions.formats.draft import ItemDraft, draft_of
from core.records.items import Item
from core.records.printed import on_one_line
from core.wire import Bilingual, Language

if TYPE_CHECKING:
    import genanki

FIELDS = (
    "Id", "Instruction", "Stem", "Speech", "Options", "Answer", "Solution", "Explanation", "Whole", "Translation", "Heard",
)  # fmt: skip
SHOWN_TYPE, TYPED_TYPE = 1_572_202_101, 1_572_202_102
"""Ids of the note types: any numbers, never to be changed."""
FIRST_DECK_ID = 1 << 30
"""Ids of decks lie in [2^30, 2^31), as genanki advises."""
STYLE = """
.card { font-family: "LXGW WenKai", "KaiTi", "STKaiti", "Kaiti SC", "Noto Serif CJK SC", serif; font-size: 22px;
  line-height: 1.7; text-align: left; max-width: 36em; margin: 0 auto; padding: 0 .8em; color: #1F2A37; background: #FFFDF8; }
.ask, .quiet { font-size: 16px; color: #5B6472; }
.stem, .options { margin: .6em 0; }
.solution { color: #B93A2B; font-weight: bold; }
.nightMode.card { color: #E9E4DA; background: #22262B; }
"""
FRONT = (
    '<div class="ask">{{Instruction}}</div>{{#Stem}}<div class="stem">{{Stem}}</div>{{/Stem}}'
    "{{#Speech}}{{tts zh_CN:Speech}}{{/Speech}}"
    '{{#Options}}<div class="options">{{Options}}</div>{{/Options}}'
)
BACK = (
    '{{FrontSide}}<hr id="answer"><div class="solution">{{Solution}}</div>'
    "{{#Heard}}<div>{{Heard}}</div>{{/Heard}}{{#Whole}}<div>{{Whole}}</div>{{/Whole}}"
    '{{#Explanation}}<div class="quiet">{{Explanation}}</div>{{/Explanation}}'
    '{{#Translation}}<div class="quiet">{{Translation}}</div>{{/Translation}}'
)
READ_BY_ANKI = re.compile(r"\{(?=\{)|\\(?=[(\[])|\[(?=sound:|anki:|latex\]|\$)", re.IGNORECASE)
"""`{{`: a field, even in a field's content on some phones; `\\(` and `\\[`: a formula; `[sound:`, `[anki:`: a file or a voice to be
played; `[latex]` and `[$]`: a formula that another program sets."""
ZERO_WIDTH_SPACE = "\u200b"
OR = Bilingual(zh=" 或 ", en=" or ")


def anki_deck(items: Sequence[Item], *, language: Language, title: str, changed_at: datetime) -> bytes:
    """The items as a deck called `title`; `changed_at` becomes the notes' time of change: a later one replaces an earlier one.

    The title is the deck's identity: another title is another deck, though notes never stand in two of them.
    """
    import genanki

    deck = genanki.Deck(deck_id(title), on_one_line(title))
    for item in items:
        deck.add_note(_note(item, language))
    return package_bytes(genanki.Package(deck), changed_at)


def deck_id(title: str) -> int:
    """Always the same for the same title."""
    return FIRST_DECK_ID + int(hashlib.sha256(title.encode()).hexdigest()[:8], 16) % FIRST_DECK_ID


def guid(item_id: str) -> str:
    """The note's identity over all imports."""
    import genanki

    identity: str = genanki.guid_for("wenlu", item_id)
    return identity


def package_bytes(package: genanki.Package, changed_at: datetime) -> bytes:
    """The package's bytes. (genanki's own way leaves a file behind in the folder for temporary ones.)"""
    seconds = changed_at.timestamp()
    database = sqlite3.connect(":memory:")
    try:
        package.write_to_db(database.cursor(), seconds, itertools.count(int(seconds * 1000)))
        database.commit()
        content = database.serialize()
    finally:
        database.close()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr("collection.anki2", content)
        zipped.writestr("media", "{}")
    return out.getvalue()


@cache
def _note_type(number: int) -> Any:
    import genanki

    typed = number == TYPED_TYPE
    return genanki.Model(
        number,
        "文路·填写" if typed else "文路·选择",
        fields=[{"name": name} for name in FIELDS],
        templates=[{"name": "文路", "qfmt": FRONT + ("{{type:Answer}}" if typed else ""), "afmt": BACK}],
        css=STYLE,
    )


def _note(item: Item, language: Language) -> genanki.Note:
    import genanki

    draft = draft_of(item)
    audio = draft.audio
    heard = (audio.text or "") if audio else ""
    fields = {
        "Id": item.id,
        "Instruction": draft.instruction.get(language),
        "Stem": draft.stem,
        "Speech": without_voice_names(heard),
        "Options": "\n".join(_options(item)),
        "Answer": item.key,
        "Solution": _solution(item, draft, language),
        "Explanation": draft.explanation.get(language),
        "Whole": "" if draft.full_text in (heard, draft.stem) else draft.full_text,
        "Translation": draft.translation,
        "Heard": heard,
    }
    return genanki.Note(
        _note_type(TYPED_TYPE if draft.type == "fill_blank" else SHOWN_TYPE),
        [html(fields[name]) for name in FIELDS],
        guid=guid(item.id),
        tags=["".join(tag.split()) for tag in draft.tags],
    )


def without_voice_names(heard: str) -> str:
    """What a voice says: `男：` and `女：` in front of a line name the voice and are not said.

    >>> without_voice_names("男：你好！")
    '你好！'
    """
    return "\n".join(line[2:] if line[:2] in ("男：", "女：") else line for line in heard.split("\n"))


def _options(item: Item) -> list[str]:
    """The left side by its numbers, then the options by their letters."""
    return [f"{option.id}. {option.text}" for option in (*item.left, *item.options)]


def _solution(item: Item, draft: ItemDraft, language: Language) -> str:
    """The right answer in words."""
    match draft.type:
        case "multiple_choice":
            return f"{item.key}. {draft.key}"
        case "fill_blank":
            return OR.get(language).join((draft.key, *draft.accepted))
        case "matching":
            return "\n".join(f"{left} — {right}" for left, right in zip(draft.left, draft.options, strict=True))
        case "ordering":
            orders = [draft.options, *([draft.options[index] for index in order] for order in draft.orders)]
            return "\n".join(" ".join(order) for order in orders)


def html(text: str) -> str:
    """Text, not markup: an empty character stands inside what Anki itself would read."""
    return (
        escape(READ_BY_ANKI.sub(f"\\g<0>{ZERO_WIDTH_SPACE}", text))
        .replace(ZERO_WIDTH_SPACE, "&#8203;")
        .replace("\n", "<br>")
    )
