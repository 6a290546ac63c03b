"""Did it help? What the sets did that were given for a point: before and after, against the classmates who were not given them."""

from __future__ import annotations

import streamlit as st

from core.api.giving import Proof, Side, Span
from pages.parts.addresses import page_named
from pages.parts.assignments.gift import Gift, draw_give_button
from pages.parts.dates import day_in_shanghai, short_day
from pages.parts.i18n import _, language, ngettext
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

CHECK_ITEMS = 3


def draw_helped(who: Visitor) -> None:
    """A card for each set that was given for a point one to five weeks ago; nothing where there is none."""
    proofs = who.core.giving.helped(who.caller)
    if not proofs:
        return
    st.subheader(_("Did it help?"))
    for proof in proofs:
        with st.container(border=True, key=f"helped_{proof.assignment.assignment_id}"):
            draw_proof(who, proof)


def draw_proof(who: Visitor, proof: Proof) -> None:
    """The verdict, the two sides, how it is reckoned, and where it cannot be told yet, what would tell."""
    assignment, row = proof.assignment, who.core.tables.points.by_id.get(proof.point_id)
    name = proof.point_id if row is None else f"{row.id} {row.short.get(language())}"
    day = short_day(day_in_shanghai(assignment.made_at))
    st.markdown(
        f"**{escaped(assignment.title)}** · {escaped(name)}  \n:small[:gray["
        + _("given on {day} to {count}, done by {done}").format(day=day, count=proof.given.students, done=proof.done)
        + "]]"
    )
    st.markdown(verdict_text(proof))
    sides = [_("Given it: {figures}").format(figures=side_text(proof.given))]
    if proof.others.students:
        sides.append(_("The others: {figures}").format(figures=side_text(proof.others)))
    st.markdown("\n".join(f"- {side}" for side in sides))
    with st.container(horizontal=True, vertical_alignment="center"):
        if asks_for_more(proof):
            check = Gift(title=_("Check: {point}").format(point=name), point_id=proof.point_id, count=CHECK_ITEMS)
            draw_give_button(
                check,
                f"helped_check_{assignment.assignment_id}",
                label=_("Ask the whole class {count} questions on it").format(count=CHECK_ITEMS),
            )
        st.page_link(
            page_named("assignments"),
            label=_("To the assignments"),
            icon=":material/assignment:",
        )
    st.caption(
        _(
            "Answers on the point in the 60 days before, and afterwards once it was done (for the others: since it was given), without those of the set itself. Whoever was weak gets better by chance alone, so students are compared with others who stood alike before; 95 % range."
        )
        if proof.comparable
        else _(
            "Answers on the point in the 60 days before, and afterwards once it was done, without those of the set itself; 95 % range. Lessons and chance are in this change too: it does not say what the set did."
        )
    )


def asks_for_more(proof: Proof) -> bool:
    """Whether more answers would tell something that is not known yet: what the set did, or how those who were given it changed."""
    known = proof.advantage if proof.comparable else proof.given.change
    return known is None and not proof.over


def verdict_text(proof: Proof) -> str:
    """What can be said, and no more."""
    advantage = proof.advantage
    if not proof.comparable:
        return _verdict_without_comparison(proof)
    if advantage is None and proof.over:
        return ":material/help: " + _(
            "It cannot be told: four weeks are over, and too few answered before and after ({given} of those who were given it, {others} of the others)."
        ).format(given=proof.given.known, others=proof.others.known)
    if advantage is None:
        return ":material/hourglass_top: " + _(
            "It cannot be told yet: a comparison needs {least} students on either side and 8 together with answers before and after; there are {given} and {others}."
        ).format(least=proof.least_students, given=proof.given.known, others=proof.others.known)
    points = span_text(advantage)
    if advantage.low > 0:
        return (
            ":green[:material/trending_up:] **"
            + _("It helped.")
            + "** "
            + _(
                "Those who were given it did better afterwards than others who stood alike: by {points} of 100."
            ).format(points=points)
        )
    if advantage.high < 0:
        return (
            ":red[:material/trending_down:] **"
            + _("It did not help.")
            + "** "
            + _("Those who were given it did worse afterwards than others who stood alike: by {points} of 100.").format(
                points=points
            )
        )
    return ":material/trending_flat: " + _(
        "No difference can be seen: {points} of 100 against others who stood alike, and the range holds 0."
    ).format(points=points)


def _verdict_without_comparison(proof: Proof) -> str:
    """Why nothing can be said of the set, and what can be said of those who were given it."""
    if proof.others.students < proof.least_students <= proof.given.students:
        sentence = _(
            "It was given to the whole class or nearly: there is nobody to compare with, so it cannot be told what the set did."
        )
    else:
        sentence = _(
            "It was given to too few for a comparison ({least} on either side, {together} together), so it cannot be told what the set did."
        ).format(least=proof.least_students, together=proof.least_together)
    change = proof.given.change
    if change is None:
        return f":material/group: {sentence}"
    figures = span_text(change)
    if change.low > 0:
        course = _("Since then these students answer better on the point: {points} of 100.").format(points=figures)
    elif change.high < 0:
        course = _("Since then these students answer worse on the point: {points} of 100.").format(points=figures)
    else:
        course = _("These students answer about as before: {points} of 100, and the range holds 0.").format(
            points=figures
        )
    return f":material/group: {sentence} {course}"


def side_text(side: Side) -> str:
    """`40 % → 72 % right (6 of 8 students, 51 answers; +32, +5 to +55)`."""
    if side.before is None or side.after is None:
        return ngettext(
            "{count} student, none with answers before and after",
            "{count} students, none with answers before and after",
            side.students,
        )
    text = _("{before} % → {after} % right ({known} of {count} students, {answers} answers)").format(
        before=round(100 * side.before),
        after=round(100 * side.after),
        known=side.known,
        count=side.students,
        answers=side.answers,
    )
    return text if side.change is None else f"{text} · {span_text(side.change)}"


def span_text(span: Span) -> str:
    """`+12 (+3 to +21)`, in hundredths."""
    value, low, high = (signed_points(each) for each in (span.value, span.low, span.high))
    return _("{value} ({low} to {high})").format(value=value, low=low, high=high)


def signed_points(share: float) -> str:
    """`+12`, `−3`, `0`.

    >>> signed_points(0.124), signed_points(-0.031), signed_points(0.001)
    ('+12', '−3', '0')
    """
    points = round(100 * share)
    return "0" if points == 0 else f"{points:+d}".replace("-", "−")
