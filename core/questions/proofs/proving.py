"""The proof of an item: the one made offline where the content has one, else one made now."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from core.ports.language import LanguageModel
from core.questions.proofs.guards import AcceptedPairs, Guards
from core.questions.proofs.proof import Verifiers, proof_of, stored_proof
from core.records.items import Item
from core.records.proofs import Proof
from core.tables import Tables
from core.tables.content.proofs import Proofs
from core.tables.words.lists import Word


class Prover:
    """Gives the proofs of items. Reads its tables on first use; safe to share between threads."""

    def __init__(self, tables: Tables, model: LanguageModel, gloss: Callable[[Word], str]) -> None:
        self._tables = tables
        self._model = model
        self._gloss = gloss

    def stored(self, item: Item) -> Proof | None:
        """The proof made offline; None where the content has none for the item as it is."""
        return stored_proof(item, self._proofs, self._verifiers.guards)

    def proof(self, item: Item) -> Proof:
        """The proof made offline, or one made now (some milliseconds)."""
        return self.stored(item) or proof_of(item, self._verifiers)

    @cached_property
    def _proofs(self) -> Proofs:
        return self._tables.proofs

    @cached_property
    def _verifiers(self) -> Verifiers:
        guards = Guards(
            equivalents=self._tables.equivalents,
            classifiers=self._tables.classifiers,
            words=self._tables.words,
            pairs=AcceptedPairs.of(self._tables.content),
            gloss=self._gloss,
        )
        return Verifiers(self._model, guards)
