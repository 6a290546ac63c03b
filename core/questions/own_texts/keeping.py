"""Keeping an organisation's texts: saved as drafts, approved, changed, retired, deleted. The questions of an approved text are own items."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.errors import BadParameter, BadRequest, FieldFault, NotFound
from core.ports.language import PinyinReader
from core.ports.store import Store
from core.ports.system import Clock, Identifiers
from core.questions.formats.draft import ItemDraft, new_item_of
from core.questions.life.editing import require_teacher
from core.questions.own_texts.items import draft_of_question, source_of
from core.questions.own_texts.warnings import warnings_of
from core.questions.own_texts.wire import OwnTextDraft, OwnTextView, QuestionLook, TextLook, TextWarning
from core.questions.proofs.proving import Prover
from core.questions.proofs.sentences import proof_sentences
from core.records.access import Caller
from core.records.items import Item
from core.records.own_items import ChangeKind, ItemChange, ItemState, OwnItem
from core.records.own_texts import OwnText
from core.tables import Tables
from core.wire import Bilingual, Language

MOST_TEXTS = 2_000
"""Texts of one organisation: a book for every class of a large school."""
UNSAVED = "tx_unsaved"
"""Id under which a text is looked over that is not kept yet."""
REPLACED = Bilingual(zh="已由新版本取代。", en="A newer version took its place.")
OF_ITS_TEXT = Bilingual(zh="随课文一起改变。", en="Changed together with its text.")


@dataclass(frozen=True)
class TextKeeper:
    """Looks over texts, keeps them, and keeps their questions as own items."""

    tables: Tables
    reader: PinyinReader
    prover: Prover | None
    store: Store
    clock: Clock
    identifiers: Identifiers

    # -- looking ---------------------------------------------------------------------------------------------

    def look(self, draft: OwnTextDraft, language: Language, *, proved: bool) -> TextLook:
        """A draft with what is said of it and its questions as students would get them, with `proved` each with the proof that it has one
        right answer; keeps nothing."""
        warnings = warnings_of(draft, tables=self.tables, reader=self.reader)
        unfinished = {warning.question for warning in warnings if warning.blocks}
        looks = []
        for number, question in enumerate(draft.questions, 1):
            if number in unfinished or not draft.text:
                looks.append(QuestionLook(item=None, proof=None, proof_said=[]))
                continue
            item = self._made(draft_of_question(draft, question, self.reader), UNSAVED)
            proof = self.prover.proof(item) if self.prover and proved else None
            said = proof_sentences(proof, language) if proof else []
            looks.append(QuestionLook(item=item, proof=proof, proof_said=said))
        return TextLook(warnings=warnings, questions=looks)

    def texts(self, caller: Caller) -> list[OwnTextView]:
        """The organisation's texts, the one changed last first."""
        names = {account.account_id: account.display_name for account in self.store.accounts(caller.organisation_id)}
        states = self.store.item_states(caller.organisation_id)
        return [_view(row, names, states) for row in self.store.own_texts(caller.organisation_id)]

    def count(self, caller: Caller) -> int:
        """How many texts the organisation has."""
        return self.store.own_text_count(caller.organisation_id)

    def text(self, text_id: str, caller: Caller) -> OwnTextView:
        """One text. Raises `NotFound`."""
        row = self._row(text_id, caller)
        account = self.store.account(caller.organisation_id, row.author)
        names = {row.author: account.display_name} if account else {}
        return _view(row, names, self.store.item_states(caller.organisation_id, row.item_ids))

    def _row(self, text_id: str, caller: Caller) -> OwnText:
        row = self.store.own_text(caller.organisation_id, text_id)
        if row is None:
            raise NotFound(f"There is no text {text_id!r}.")
        return row

    # -- keeping ---------------------------------------------------------------------------------------------

    def save(
        self, draft: OwnTextDraft, caller: Caller, *, by: str, text_id: str = "", version: int = 0, state: ItemState
    ) -> OwnTextView:
        """Keep a new text, or the next version of the one named, which was read in `version`.

        Raises `Forbidden`, `NotFound`, `BadParameter` naming what keeps it from being approved, `BadRequest` where somebody else was quicker.
        """
        account = require_teacher(by, caller, store=self.store)
        if state == "retired":
            raise BadParameter.of("state", "a text is saved as a draft or approved")
        now = self.clock.now()
        if text_id:
            before = self._row(text_id, caller)
            if before.version != version:
                raise _changed_meanwhile()
            row = replace(before, body=draft.model_dump_json(), changed_at=now, version=version + 1)
        else:
            self._refuse_too_many(1, caller)
            row = self._new_row(draft, caller, account.account_id)
        return self._put(row, draft, state, caller, by=account.account_id)

    def _new_row(self, draft: OwnTextDraft, caller: Caller, author: str) -> OwnText:
        now, new_id = self.clock.now(), self.identifiers.new("tx")
        return OwnText(caller.organisation_id, new_id, draft.model_dump_json(), "draft", (), author, now, now)

    def set_state(self, text_id: str, state: ItemState, caller: Caller, *, by: str) -> OwnTextView:
        """Approve a text, retire it, or make it a draft again; its questions go with it. Raises like `save`."""
        account = require_teacher(by, caller, store=self.store)
        before = self._row(text_id, caller)
        row = replace(before, changed_at=self.clock.now(), version=before.version + 1)
        return self._put(row, draft_in(before), state, caller, by=account.account_id)

    def delete(self, text_id: str, caller: Caller, *, by: str) -> OwnTextView:
        """Delete a text; its questions are retired and stay with their answers. Returns what was deleted, for `put_back`.

        Raises `Forbidden`, `NotFound`, `BadRequest` where somebody else was quicker.
        """
        account = require_teacher(by, caller, store=self.store)
        view, row = self.text(text_id, caller), self._row(text_id, caller)
        changes = self._changes(row.item_ids, "retired", "set", OF_ITS_TEXT, caller, account.account_id)
        if not self.store.delete_own_text(row, changes):
            raise _changed_meanwhile()
        return view

    def put_back(self, deleted: OwnTextView, caller: Caller, *, by: str) -> OwnTextView:
        """Keep a deleted text again under its id, as that of who wrote it, in the state that it had. Raises like `save`."""
        account = require_teacher(by, caller, store=self.store)
        row = OwnText(
            caller.organisation_id,
            deleted.text_id,
            deleted.draft.model_dump_json(),
            "draft",
            (),
            deleted.author_id,
            deleted.made_at,
            self.clock.now(),
        )
        return self._put(row, deleted.draft, deleted.state, caller, by=account.account_id)

    def save_all(self, drafts: Sequence[OwnTextDraft], caller: Caller, *, by: str) -> list[OwnTextView]:
        """Keep several texts as drafts. Raises like `save`, before any is kept."""
        account = require_teacher(by, caller, store=self.store)
        self._refuse_too_many(len(drafts), caller)
        author = account.account_id
        rows = [(self._new_row(draft, caller, author), draft) for draft in drafts]
        return [self._put(row, draft, "draft", caller, by=author) for row, draft in rows]

    def _put(self, row: OwnText, draft: OwnTextDraft, state: ItemState, caller: Caller, *, by: str) -> OwnTextView:
        """Store the row in a state with everything that its items go through."""
        new: list[OwnItem] = []
        if state == "approved":
            items = self._items(draft, row.text_id, caller)
            new, changes = self._for_students(items, caller, by)
            ids = tuple(item.id for item in items)
            gone = [item_id for item_id in row.item_ids if item_id not in ids]
            changes += self._changes(gone, "retired", "replaced", REPLACED, caller, by)
            row = replace(row, state=state, item_ids=ids)
        else:
            changes = self._changes(row.item_ids, state, "set", OF_ITS_TEXT, caller, by)
            row = replace(row, state=state)
        if not self.store.put_own_text(row, new, changes):
            raise _changed_meanwhile()
        return self.text(row.text_id, caller)

    def _items(self, draft: OwnTextDraft, text_id: str, caller: Caller) -> list[Item]:
        """The items of a text that can be approved. Raises `BadParameter`."""
        if blocking := [each for each in warnings_of(draft, tables=self.tables, reader=self.reader) if each.blocks]:
            raise _blocked(blocking)
        drafts = [draft_of_question(draft, question, self.reader) for question in draft.questions]
        items = [self._item(each, text_id, caller) for each in drafts]
        return list({item.id: item for item in items}.values())

    def _item(self, draft: ItemDraft, text_id: str, caller: Caller) -> Item:
        """The item of a question. An id is made of the Chinese that is asked and answered: where an item has it that differs in anything else (a
        level, a note, the English), the source says that this is another, and still begins with the text's."""
        item = self._made(draft, text_id)
        there = self.store.own_item(caller.organisation_id, item.id)
        if there is None or there.item == item:
            return item
        digest = hashlib.sha256(draft.model_dump_json().encode()).hexdigest()[:12]
        source = source_of(text_id)
        return new_item_of(draft.model_copy(update={"source": f"{source}+{digest}", "similar": source}))

    @staticmethod
    def _made(draft: ItemDraft, text_id: str) -> Item:
        return new_item_of(draft.model_copy(update={"source": source_of(text_id)}))

    def _for_students(self, items: Sequence[Item], caller: Caller, by: str) -> tuple[list[OwnItem], list[ItemChange]]:
        """The items that are new, and the changes by which all of them are approved."""
        organisation, now = caller.organisation_id, self.clock.now()
        states = self.store.item_states(organisation)
        new = [OwnItem(organisation, item, by, now) for item in items if item.id not in states]
        saved = [ItemChange(organisation, own.item.id, "saved", "approved", None, now, by=by) for own in new]
        kept = [item.id for item in items if item.id in states and self._left_with_its_text(item.id, caller)]
        return new, [*saved, *self._changes(kept, "approved", "set", OF_ITS_TEXT, caller, by)]

    def _left_with_its_text(self, item_id: str, caller: Caller) -> bool:
        """Whether a text was the last that changed its state: what a teacher or a rule took out of use stays out of it."""
        history = self.store.item_history(caller.organisation_id, item_id)
        return bool(history) and history[0].reason in (OF_ITS_TEXT, REPLACED)

    def _changes(
        self,
        item_ids: Sequence[str],
        state: ItemState,
        act: ChangeKind,
        reason: Bilingual,
        caller: Caller,
        by: str,
    ) -> list[ItemChange]:
        """How items get into a state; nothing for those that are in it. A draft stays retired what a teacher or a rule retired."""
        now = self.clock.now()
        states = self.store.item_states(caller.organisation_id)
        return [
            ItemChange(caller.organisation_id, item_id, act, state, before, now, by=by, reason=reason)
            for item_id in item_ids
            if (before := states.get(item_id, "approved")) != state and (state != "draft" or before == "approved")
        ]

    def _refuse_too_many(self, added: int, caller: Caller) -> None:
        if len(self.store.own_texts(caller.organisation_id)) + added > MOST_TEXTS:
            raise BadRequest(
                f"An organisation keeps {MOST_TEXTS} texts at most.",
                remedy=Bilingual(
                    zh=f"最多保存 {MOST_TEXTS} 篇课文，请先删除不用的。",
                    en=f"{MOST_TEXTS} texts are kept at most; delete some that you do not use.",
                ),
            )


def draft_in(row: OwnText) -> OwnTextDraft:
    """The text of a stored row."""
    return OwnTextDraft.model_validate_json(row.body)


def _view(row: OwnText, names: dict[str, str], states: dict[str, ItemState]) -> OwnTextView:
    approved = row.state == "approved"
    return OwnTextView(
        text_id=row.text_id,
        draft=draft_in(row),
        state=row.state,
        version=row.version,
        item_ids=tuple(each for each in row.item_ids if approved and states.get(each) == "approved"),
        author=names.get(row.author, ""),
        author_id=row.author,
        made_at=row.made_at,
        changed_at=row.changed_at,
    )


def _blocked(warnings: Sequence[TextWarning]) -> BadParameter:
    said = [
        Bilingual(
            zh=f"第 {each.question} 题：{each.said.zh}" if each.question else each.said.zh,
            en=f"Question {each.question}: {each.said.en}" if each.question else each.said.en,
        )
        for each in warnings
    ]
    remedy = Bilingual(zh="".join(each.zh for each in said), en=" ".join(each.en for each in said))
    faults = tuple(FieldFault("draft", each.en) for each in said)
    return BadParameter(f"The text cannot be approved: {remedy.en}", remedy=remedy, faults=faults)


def _changed_meanwhile() -> BadRequest:
    return BadRequest(
        "The text was changed in the meantime.",
        remedy=Bilingual(
            zh="别人刚改过这篇课文，你的改动没有保存。请另存为副本，或重新打开后再改。",
            en="Somebody changed this text in the meantime, and yours is not saved. Save it as a copy, or open the text again.",
        ),
    )
