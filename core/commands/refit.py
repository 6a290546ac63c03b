"""wenlu refit: fits the predictor again on this installation's answers."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from core.api.core import Core
from core.commands.migrated_core import migrated_core
from core.errors import NotFound
from core.learning.prediction.refitting import LEAST_GAIN
from core.learning.prediction.refitting import refit as fit_anew
from core.records.evidence import Evidence

AT_ONCE = 10_000
"""Pieces of evidence that are read at once."""


def refit(options: argparse.Namespace) -> None:
    """Fit on the evidence log, print the losses of both models on held-out answers, and keep the better model."""
    core = migrated_core()
    result = fit_anew(_evidence(core, options.organisation), core.predictor, core.tables.points)
    split = "students" if result.by_student else "latest answers"
    print(f"{result.answers} answers of {result.students} students; {result.held_out} answers held out ({split})")
    print(f"log loss there: {result.loss_before:.4f} with {core.predictor.version}, {result.loss_after:.4f} refitted")
    if result.model is None:
        print(f"{core.predictor.version} stays: the refitted model is not better by {LEAST_GAIN} or more.")
        return
    core.store.save_predictor(result.model.model_dump_json())
    print(f"{result.model.version} is in use from now on; the next nightly run makes the maps anew with it.")


def _evidence(core: Core, named: str | None) -> Iterator[tuple[str, Evidence]]:
    """(organisation id, piece) of one organisation's log, or of all."""
    organisations = core.store.organisations() if named is None else [core.store.organisation_named(named)]
    for organisation in organisations:
        if organisation is None:
            raise NotFound(f"There is no organisation {named!r}.")
        seq = 0
        while pieces := core.store.evidence_above(organisation.organisation_id, seq, limit=AT_ONCE):
            yield from ((organisation.organisation_id, piece) for piece in pieces)
            seq = pieces[-1].seq
