"""The week as a strip of seven days. The address holds the day that is shown."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

import streamlit as st

from core.api.plan import DayLine
from pages.parts.components import plan_week
from pages.parts.dates import LOCALES, short_day
from pages.parts.i18n import _, language, ngettext
from pages.parts.plan.words import minutes_text

KEY = "plan_week"
DAY_PARAMETER = "day"
"""Query parameter: the day that is shown."""
FIRST_YEAR, LAST_YEAR = 2000, 2099
"""Days lie between these years, both excluded."""


def day_in_address(today: date) -> date:
    """The day in the address; today where there is none, or no valid one."""
    try:
        named = date.fromisoformat(st.query_params.get(DAY_PARAMETER, ""))
    except ValueError:
        return today
    return named if FIRST_YEAR < named.year < LAST_YEAR else today


def draw_week(lines: Sequence[DayLine], shown: date, today: date) -> None:
    """The strip; a click puts the day into the address."""
    plan_week()(key=KEY, data=week_data(lines, shown, today), on_day_change=lambda: _show(today))


def week_data(lines: Sequence[DayLine], shown: date, today: date) -> dict[str, Any]:
    """Everything that the strip draws."""
    return {
        "language": "zh-CN" if language() == "zh" else "en",
        "days": [day_data(line, shown, today) for line in lines],
        "before": (shown - timedelta(days=7)).isoformat(),
        "after": (shown + timedelta(days=7)).isoformat(),
        "ui": {"week": _("Days of the week"), "before": _("The week before"), "after": _("The week after")},
    }


def day_data(line: DayLine, shown: date, today: date) -> dict[str, Any]:
    """One day: its texts, and `label` with all of them for screen readers."""
    due = ngettext("{count} due", "{count} due", line.due) if line.due and line.day >= today else ""
    minutes = _minutes_text(line, today)
    facts = [f"{_weekday(line.day)} {short_day(line.day)}", minutes]
    if line.day == today:
        facts.insert(1, _("Today"))
    if line.done is not None:
        facts.append(_("{percent} % done").format(percent=round(100 * line.done)))
    if due:
        facts.append(ngettext("{count} review due", "{count} reviews due", line.due))
    return {
        "iso": line.day.isoformat(),
        "weekday": _weekday(line.day),
        "number": line.day.day,
        "minutes": minutes,
        "due": due,
        "share": line.done,
        "when": "today" if line.day == today else "past" if line.day < today else "coming",
        "chosen": line.day == shown,
        "label": _(", ").join(fact for fact in facts if fact != "–"),
    }


def _minutes_text(line: DayLine, today: date) -> str:
    if line.minutes == 0:
        return "–"
    if not line.kept and line.day >= today:
        return _("≤ {minutes} min").format(minutes=line.minutes)
    return minutes_text(line.minutes)


def _weekday(day: date) -> str:
    from babel.dates import get_day_names

    return str(get_day_names("abbreviated", locale=LOCALES[language()])[day.weekday()])


def _show(today: date) -> None:
    chosen = str(st.session_state[KEY]["day"])
    if chosen == today.isoformat():
        st.query_params.pop(DAY_PARAMETER, None)
    else:
        st.query_params[DAY_PARAMETER] = chosen
