"""wenlu refit: fits the predictor again on this installation's answers."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator

from core.api.core import Core
from core.commands.migrated_core import migrated_core
from core.errors import Forbidden, NotFound
from core.learning.prediction.refitting import LEAST_GAIN
from core.learning.prediction.refitting import refit as fit_anew
from core.records.access import Organisation
from core.records.evidence import Evidence

AT_ONCE = 10_000
"""Pieces of evidence that are read at once."""


def refit(options: argparse.Namespace) -> None:
    """Fit on the evidence log of one organisation or of all, say whose answers were read, print the losses of both models on held-out
    answers, and keep the better model. Simulated answers, those of the demo organisation, are never read."""
    core = migrated_core()
    organisations = _organisations(core, options.organisation)
    print(f"Answers are read of: {', '.join(each.name for each in organisations)}")
    result = fit_anew(_evidence(core, organisations), core.predictor, core.tables.points)
    split = "students" if result.by_student else "latest answers"
    print(f"{result.answers} answers of {result.students} students; {result.held_out} answers held out ({split})")
    print(f"log loss there: {result.loss_before:.4f} with {core.predictor.version}, {result.loss_after:.4f} refitted")
    if result.model is None:
        print(f"{core.predictor.version} stays: the refitted model is not better by {LEAST_GAIN} or more.")
        return
    core.store.save_predictor(result.model.model_dump_json())
    print(f"{result.model.version} is in use from now on; the next nightly run makes the maps anew with it.")


def _organisations(core: Core, named: str | None) -> list[Organisation]:
    """The named organisation, or all but the demo's. Raises `NotFound`, `Forbidden`."""
    if named is None:
        organisations = [each for each in core.store.organisations() if not each.demo]
        if not organisations:
            raise NotFound("There is no organisation but the demo, whose answers are simulated: nothing to fit on.")
        return organisations
    organisation = core.store.organisation_named(named)
    if organisation is None:
        raise NotFound(f"There is no organisation {named!r}.")
    if organisation.demo:
        raise Forbidden(
            f"The answers of {named!r} are simulated: a model fitted on them would be used for real students."
        )
    return [organisation]


def _evidence(core: Core, organisations: Iterable[Organisation]) -> Iterator[tuple[str, Evidence]]:
    """(organisation id, piece) of these organisations' logs."""
    for organisation in organisations:
        seq = 0
        while pieces := core.store.evidence_above(organisation.organisation_id, seq, limit=AT_ONCE):
            yield from ((organisation.organisation_id, piece) for piece in pieces)
            seq = pieces[-1].seq
