"""A teacher's own items: looked at, kept as drafts, approved, replaced by newer versions."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from core.errors import BadParameter, FieldFault, Forbidden, NotFound
from core.language.levels import HAN
from core.ports.store import Store
from core.ports.system import Clock
from core.questions.catalogue import OWN_SOURCE, Catalogue
from core.questions.formats import problems
from core.questions.formats.draft import ItemDraft, anew, fault_of, item_of
from core.questions.kinds.making import BLANK
from core.questions.life.wire import Check, Checked, Saved
from core.questions.proofs.proving import Prover
from core.questions.proofs.sentences import VERDICTS, said
from core.records.access import Account, Caller
from core.records.items import Item
from core.records.own_items import ItemChange, ItemState, OwnItem
from core.records.proofs import Proof
from core.tables import Tables
from core.wire import Bilingual, Language

MAY_CHANGE = frozenset({"teacher", "admin"})
TOO_LONG = Bilingual(
    zh="有一处内容太长、太多或格式不对。", en="Something is too long, too much, or not of the right form."
)


@dataclass(frozen=True)
class Desk:
    """What own items are made and kept with."""

    tables: Tables
    catalogue: Catalogue
    mine: Mapping[str, Item]
    """The organisation's own items by id."""
    prover: Prover | None
    store: Store
    clock: Clock

    def holds(self, item: Item) -> bool:
        """Whether bank or organisation have this very item."""
        return self.mine.get(item.id) == item or self.catalogue.holds(item)


def teacher(account_id: str, caller: Caller, *, store: Store) -> Account:
    """The account, if it may change items of the caller's organisation. Raises `Forbidden`."""
    account = store.account(caller.organisation_id, account_id)
    if account is None or account.role not in MAY_CHANGE:
        raise Forbidden(f"The account {account_id!r} may not change items of this organisation.")
    return account


# -- looking -------------------------------------------------------------------------------------------------


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


def checked(draft: ItemDraft, language: Language, *, desk: Desk) -> Checked:
    """Look a draft over; keeps nothing."""
    checks = list(_checks(draft, desk.tables))
    if any(check.blocks and not check.holds for check in checks):
        return Checked(item=None, checks=checks, proof=None, proof_said=[])
    item = own_item(draft, desk)
    proof = desk.prover.proof(item) if desk.prover else None
    if proof is not None:
        checks.append(_check("proof", proof.verdict != "doubtful", VERDICTS[proof.verdict], VERDICTS[proof.verdict]))
    return Checked(item=item, checks=checks, proof=proof, proof_said=_said(proof, language))


def own_item(draft: ItemDraft, desk: Desk, *, item: Item | None = None) -> Item:
    """The item of a draft; `item` is what `item_of` makes of it, where that is known. Its id is made from everything in the draft, the level and the tags as well: a teacher who
    changes any of it makes another item. What is there already, in the bank or among the own items, stays the item it is."""
    item = item or item_of(draft)
    if desk.holds(item):
        return item
    shown = tuple(sorted(draft.options)) if draft.type == "multiple_choice" else draft.options
    whole = draft.model_copy(update={"external_id": "", "source": "", "options": shown})
    digest = hashlib.sha256(whole.model_dump_json().encode()).hexdigest()[:12]
    made = anew(draft.model_copy(update={"source": f"{OWN_SOURCE}{digest}"}))
    return made.model_copy(update={"similar": draft.similar or made.source})


def _checks(draft: ItemDraft, tables: Tables) -> Iterator[Check]:
    """One key and distinct options are what an `ItemDraft` has by itself."""
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
        Bilingual(zh="语法点不超出所标级别。", en="No grammar point is above the level."),
        Bilingual(
            zh=f"这些语法点高于所标级别：{'、'.join(above)}。", en=f"Above the level of the item: {', '.join(above)}."
        ),
    )


def _words_checks(draft: ItemDraft, tables: Tables) -> Iterator[Check]:
    levels = tables.words.levels
    beyond = [word for word in draft.words if levels.get(word, draft.level + 1) > draft.level]
    yield _check(
        "word_level",
        not beyond,
        Bilingual(zh="考查的词不超出所标级别。", en="No tested word is above the level."),
        Bilingual(
            zh=f"这些词不在所标级别以内：{'、'.join(beyond)}。",
            en=f"Not among the words up to the level: {', '.join(beyond)}.",
        ),
    )


def _check(name: str, holds: bool, fine: Bilingual, wrong: Bilingual, *, blocks: bool = False) -> Check:
    return Check(id=name, holds=holds, blocks=blocks, said=fine if holds else wrong)


def _has_chinese(draft: ItemDraft) -> bool:
    heard = (draft.audio.text or "") if draft.audio else ""
    return HAN.search("".join((draft.stem, heard, draft.key, *draft.left, *draft.options))) is not None


def _said(proof: Proof | None, language: Language) -> list[str]:
    return said(proof, language) if proof is not None else []


# -- keeping -------------------------------------------------------------------------------------------------


def save(
    draft: ItemDraft,
    caller: Caller,
    *,
    by: str,
    replaces: str,
    state: ItemState,
    language: Language,
    desk: Desk,
) -> Saved:
    """Keep an item of the organisation. Raises `Forbidden`, `BadParameter` naming what blocks, `NotFound` for `replaces`."""
    account = teacher(by, caller, store=desk.store)
    if state == "retired":
        raise BadParameter.of("state", "an item is saved as a draft or approved")
    found = checked(draft, language, desk=desk)
    if found.item is None:
        raise _blocked(found.checks)
    older = _replaced(replaces, found.item, account, caller, desk=desk)
    change_id = _kept(found.item, account, replaces, state, older, desk=desk)
    return Saved(
        item=found.item,
        state=state if change_id is not None else _state(found.item.id, caller, desk.store),
        new=change_id is not None,
        change_id=change_id,
        checks=found.checks,
        proof=found.proof,
        proof_said=found.proof_said,
    )


def _kept(
    item: Item, account: Account, replaces: str, state: ItemState, older: ItemChange | None, *, desk: Desk
) -> int | None:
    """The id of the change; None for what is there already."""
    if desk.holds(item):
        return None
    at = desk.clock.now()
    own = OwnItem(account.organisation_id, item, account.account_id, at, replaces if replaces != item.id else "")
    change = ItemChange(account.organisation_id, item.id, "saved", state, None, at, by=account.account_id)
    return desk.store.save_own_item(own, change, replaced=older)


def _replaced(item_id: str, new: Item, account: Account, caller: Caller, *, desk: Desk) -> ItemChange | None:
    """How the older version goes; None where it stays (the bank's, one retired before, none at all)."""
    if not item_id or item_id == new.id:
        return None
    older = desk.store.own_item(caller.organisation_id, item_id)
    if older is None:
        if desk.catalogue.find(item_id) is None and item_id not in desk.store.items(caller.organisation_id, [item_id]):
            raise NotFound(f"There is no item {item_id!r}.")
        return None
    state = _state(item_id, caller, desk.store)
    if state == "retired":
        return None
    reason = Bilingual(zh="已由新版本取代。", en="A newer version took its place.")
    return ItemChange(
        caller.organisation_id, item_id, "replaced", "retired", state, desk.clock.now(), account.account_id, "", reason
    )


def _state(item_id: str, caller: Caller, store: Store) -> ItemState:
    return store.item_states(caller.organisation_id).get(item_id, "approved")


def _blocked(checks: Sequence[Check]) -> BadParameter:
    wrong = [check.said for check in checks if check.blocks and not check.holds]
    remedy = Bilingual(zh="".join(each.zh for each in wrong), en=" ".join(each.en for each in wrong))
    faults = tuple(FieldFault("draft", each.en) for each in wrong)
    return BadParameter(f"The item cannot be kept: {remedy.en}", remedy=remedy, faults=faults)
