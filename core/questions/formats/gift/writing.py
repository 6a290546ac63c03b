"""GIFT, the text format of Moodle and many others (docs.moodle.org, "GIFT format"; Moodle's own reader is the reference).

What GIFT lacks stands in comments before the question, which every reader passes over: `[id:…]` and `[tag:…]` as Moodle
knows them, and `[wenlu:…]` with the rest (`details.py`). Without them a file is plain GIFT and is read as such.

* A typed answer in a sentence is written in the "missing word" way: the answers stand where the blank is.
* GIFT has no ordering. (Moodle's plug-in of 4.x writes one as `{>…}`, which knows a single right order and cannot escape
  anything; it is read, not written.) An ordering is written as a short answer: the pieces with letters, each on its line, and
  the right orders of the letters as answers, so that every right order is marked as right.
* `->` cannot be escaped in Moodle. It is written `\\->`, which this reader understands; Moodle shows the backslash.
"""

from __future__ import annotations

from collections.abc import Sequence

from core.questions.formats.credit import escape_stars
from core.questions.formats.details import details_json, feedback_text
from core.questions.formats.draft import ItemDraft, draft_of
from core.records.items import BLANK, Item
from core.wire import Bilingual, Language

ESCAPED = str.maketrans({mark: f"\\{mark}" for mark in "\\:#={}~"} | {"\n": "\\n"})
LETTERS_WANTED = Bilingual(zh="（写出字母的顺序，中间不用逗号。）", en="(Type the letters in order, without commas.)")


def gift_text(items: Sequence[Item], *, language: Language) -> str:
    """The items as a GIFT file, instructions and explanations in `language`."""
    return "".join(f"{_question(item, language)}\n" for item in items)


def escaped(text: str) -> str:
    """The text with every mark that GIFT reads set apart.

    >>> escaped("a=b: {1}")
    'a\\\\=b\\\\: \\\\{1\\\\}'
    """
    return text.translate(ESCAPED).replace("->", "\\->")


def _question(item: Item, language: Language) -> str:
    draft = draft_of(item)
    details = details_json(draft, language).replace("[id:", "\\u005bid:").replace("[tag:", "\\u005btag:")
    tags = "".join(f" [tag:{tag}]" for tag in draft.tags)
    explanation = feedback_text(draft, language)
    feedback = f"\t####{_formatted(explanation)}\n" if explanation else ""
    before, answers, after = _parts(item, draft, language)
    lines = "".join(f"\t{answer}\n" for answer in answers)
    return (
        f"// [id:{escaped(item.id)}]{tags}\n// [wenlu:{details}]\n"
        f"::{escaped(item.id)}::[plain]{escaped(before)}{{\n{lines}{feedback}}}{escaped(after)}\n"
    )


def _parts(item: Item, draft: ItemDraft, language: Language) -> tuple[str, list[str], str]:
    """What stands before the braces, the lines in them, and what stands after."""
    question_text = draft.question_text(language)
    match draft.type:
        case "multiple_choice":
            return question_text, [_option(text, right=text == draft.key) for text in draft.options], ""
        case "matching":
            pairs = zip(draft.left, draft.options, strict=True)
            return question_text, [f"={_formatted(left)} -> {escaped(right)}" for left, right in pairs], ""
        case "ordering":
            pieces = sorted(zip(item.key.split(","), draft.options, strict=True))
            lines = [question_text, *(f"{label}. {piece}" for label, piece in pieces), LETTERS_WANTED.get(language)]
            orders = [order.replace(",", "") for order in (item.key, *item.accepted)]
            return "\n".join(line for line in lines if line), [_typed(order) for order in orders], ""
        case "fill_blank":
            before, after = _around_blank(question_text, draft.stem)
            return before, [_typed(text) for text in dict.fromkeys((draft.key, *draft.accepted))], after


def _around_blank(question_text: str, stem: str) -> tuple[str, str]:
    """The text in front of the only blank and behind it; all in front where that would not be read back."""
    before, blank, after = question_text.partition(BLANK)
    inside = blank and stem.count(BLANK) == question_text.count(BLANK) == 1
    # Spaces beside the braces would be cut; a text that ends with the braces has no blank in it for Moodle.
    good = inside and after.strip() and after == after.strip() and before == before.rstrip(" \t")
    return (before, after) if good and not after.endswith("}") else (question_text, "")


def _option(text: str, *, right: bool) -> str:
    """A wrong option that begins like a weight gets a weight of its own in front."""
    return f"={_formatted(text)}" if right else f"~{'%0%' if text.startswith('%') else ''}{_formatted(text)}"


def _typed(text: str) -> str:
    return f"=%100%{_formatted(escape_stars(text))}"


def _formatted(text: str) -> str:
    """A text that begins with a bracket could be taken for the name of a format."""
    return f"[plain]{escaped(text)}" if text.startswith("[") else escaped(text)
