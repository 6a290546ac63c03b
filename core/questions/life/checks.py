"""The checks of a draft before it is kept as an item."""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import ValidationError

from core.language.levels import HAN
from core.questions.formats import problems
from core.questions.formats.draft import ItemDraft, fault_of
from core.questions.life.wire import Check
from core.questions.proofs.sentences import VERDICTS
from core.records.items import BLANK
from core.records.proofs import Proof
from core.tables import Tables
from core.wire import Bilingual

TOO_LONG = Bilingual(
    zh="有一处内容太长、太多或格式不对。", en="Something is too long, too much, or not of the right form."
)


def draft_fault(fields: dict[str, object]) -> Bilingual | None:
    """Why `ItemDraft(**fields)` would be refused, in a sentence; None when it would not."""
    try:
        ItemDraft.model_validate(fields)
    except ValidationError as error:
        loose = ItemDraft.model_construct(**{**_blank_draft(), **fields})  # type: ignore[arg-type]
        of_a_field = any(fault["loc"] for fault in error.errors())
        return TOO_LONG if of_a_field else fault_of(loose) or TOO_LONG
    return None


def _blank_draft() -> dict[str, object]:
    return {"type": "multiple_choice", "topic": "grammar", "level": 1}


def checks_of(draft: ItemDraft, tables: Tables) -> Iterator[Check]:
    """What is looked at before a draft is kept. One key and distinct options are what every `ItemDraft` has."""
    fine = Bilingual(zh="有且只有一个答案，选项各不相同。", en="There is one key, and the options differ.")
    yield _check("one_key", True, fine, fine, blocks=True)
    yield _check(
        "chinese",
        _has_chinese(draft),
        Bilingual(zh="题目里有汉字。", en="There is Chinese in it."),
        Bilingual(
            zh="题干、选项和录音里都没有汉字。", en="There is no Chinese in the question, the options or the audio."
        ),
        blocks=True,
    )
    yield from _points_checks(draft, tables)
    yield from _words_checks(draft, tables)
    if draft.topic == "listening":
        yield _check(
            "audio",
            draft.audio is not None,
            Bilingual(zh="有可听的内容。", en="There is something to hear."),
            Bilingual(zh="听力题没有可听的内容。", en="A listening item needs something to hear."),
            blocks=True,
        )
    if draft.type == "fill_blank" and draft.audio is None:
        yield _check(
            "blank",
            draft.stem.count(BLANK) == 1,
            Bilingual(zh="题干里有一个空。", en="The stem has one blank."),
            Bilingual(
                zh=f"题干里没有空，或不止一个（空写作 {BLANK}）。", en=f"The stem has no blank ({BLANK}), or several."
            ),
        )
    yield _check(
        "explanation",
        bool(draft.explanation.zh),
        Bilingual(zh="有解释。", en="There is an explanation."),
        Bilingual(zh="没有解释：学生答错后看不到原因。", en="There is no explanation: students will not learn why."),
    )


def _points_checks(draft: ItemDraft, tables: Tables) -> Iterator[Check]:
    by_id = tables.points.by_id
    unknown = [point for point in draft.points if point not in by_id]
    yield _check(
        "points",
        not unknown,
        Bilingual(zh="语法点都存在。", en="All grammar points exist."),
        problems.unknown_names(unknown),
        blocks=True,
    )
    above = [point for point in draft.points if point in by_id and by_id[point].level > draft.level]
    yield _check(
        "point_level",
        not above,
        Bilingual(zh="语法点不超出所标等级。", en="No grammar point is above the level."),
        Bilingual(
            zh=f"这些语法点高于所标等级：{'、'.join(above)}。", en=f"Above the level of the item: {', '.join(above)}."
        ),
    )


def _words_checks(draft: ItemDraft, tables: Tables) -> Iterator[Check]:
    levels = tables.words.levels
    beyond = [word for word in draft.words if levels.get(word, draft.level + 1) > draft.level]
    yield _check(
        "word_level",
        not beyond,
        Bilingual(zh="考查的词不超出所标等级。", en="No tested word is above the level."),
        Bilingual(
            zh=f"这些词不在所标等级以内：{'、'.join(beyond)}。",
            en=f"Not among the words up to the level: {', '.join(beyond)}.",
        ),
    )


def proof_check(proof: Proof) -> Check:
    """What the proof of the item says, as a check that never blocks."""
    verdict = VERDICTS[proof.verdict]
    return _check("proof", proof.verdict != "doubtful", verdict, verdict)


def _check(name: str, holds: bool, fine: Bilingual, wrong: Bilingual, *, blocks: bool = False) -> Check:
    """A check with what it says: `fine` where it holds, else `wrong`."""
    return Check(id=name, holds=holds, blocks=blocks, said=fine if holds else wrong)


def _has_chinese(draft: ItemDraft) -> bool:
    heard = (draft.audio.text or "") if draft.audio else ""
    return HAN.search("".join((draft.stem, heard, draft.key, *draft.left, *draft.options))) is not None
