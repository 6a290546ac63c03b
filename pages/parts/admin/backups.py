"""Backups: what there is of them, a button that makes one and reads it back, one that checks an older one, the command that restores."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

import streamlit as st

from core.api.upkeep import BackupLine, BackupTask
from core.errors import BadSetting, WenluError
from pages.parts.dates import moment_name
from pages.parts.i18n import _, language
from pages.parts.shown_text import escaped
from pages.parts.visitor import Visitor

LOOK_SECONDS = 1.0
"""Between two looks at a backup that is under way."""
MEGABYTE = 1_000_000
ERROR = "backup_error"
"""Session state: why the last button did nothing."""
CHOSEN = "backup_chosen"
"""Session state: the file that is looked at."""


def draw_backups(who: Visitor) -> None:
    """The state in a sentence, the work under way or the buttons, the list; to those whose business it is not, a sentence who makes them."""
    st.subheader(_("Backups"), anchor=False)
    if not who.core.upkeep.is_operator(who.caller):
        st.markdown(
            _("A backup holds every school of this server with all personal data, so the operator of the service makes and keeps them.")
        )  # fmt: skip
        return
    folder = who.core.upkeep.backup_folder(who.caller)
    if not folder:
        st.markdown(_("No folder of backups is set (WENLU_BACKUPS is empty): they have to be made elsewhere."))
        return
    try:
        lines = who.core.upkeep.backups(who.caller)
    except BadSetting as error:
        st.error(f"{escaped(str(error))}  \n{escaped(error.remedy(language()))}", icon=":material/error:")
        return
    st.markdown(state_sentence(lines))
    if who.core.upkeep.backup_task(who.caller).under_way:
        _draw_task(who)
    else:
        _draw_ended(who.core.upkeep.backup_task(who.caller))
        st.button(
            _("Back up now"),
            icon=":material/save:",
            key="backup_now",
            on_click=_begin,
            args=(who,),
            type="primary",
        )
    if message := st.session_state.pop(ERROR, None):
        st.error(escaped(message), icon=":material/error:")
    if lines:
        _draw_lines(who, folder, lines)
    st.caption(
        _("They lie in {folder} on the server, unencrypted and readable by its user alone, and still hold whoever was erased since. Keep them as safe as the data, and copy them to another disk: they cannot be downloaded here. `wenlu backup --keep 14` every night deletes all but the newest fourteen.").format(folder=f"`{folder.replace('`', '')}`")
    )  # fmt: skip


def state_sentence(lines: Sequence[BackupLine]) -> str:
    """When the last good backup was made, and whether it was read back; Markdown."""
    good = next((line for line in lines if not line.fault), None)
    if good is None:
        return f":orange[:material/priority_high:] {_('There is no good backup yet.')}"
    made = _("The newest good backup was made on {moment} ({size}).").format(
        moment=moment_name(good.made_at), size=size_text(good)
    )
    if good.whole:
        return f":green[:material/check_circle:] {made} {_('It was read back and is whole.')}"
    return f":blue[:material/info:] {made} {_('It was not read back yet.')}"


def size_text(line: BackupLine) -> str:
    """`12.4 MB`."""
    return _("{size} MB").format(size=f"{line.size_bytes / MEGABYTE:,.1f}")


@st.fragment(run_every=LOOK_SECONDS)
def _draw_task(who: Visitor) -> None:
    task = who.core.upkeep.backup_task(who.caller)
    if not task.under_way:
        st.rerun()
    st.markdown(f":material/progress_activity: {task_text(task)}")
    st.caption(_("You can leave this page, and everybody can go on working; the backup goes on."))


def task_text(task: BackupTask) -> str:
    """What is done at the moment; Markdown."""
    doing = _("The backup is written") if task.state == "writing" else _("The backup is read back")
    if not task.table:
        return f"{doing} …"
    return _("{doing}: {table}, {rows} rows").format(doing=doing, table=f"`{task.table}`", rows=f"{task.rows:,}")


def _draw_ended(task: BackupTask) -> None:
    if task.state == "done":
        st.success(_("{name} is whole: all of it was read.").format(name=escaped(task.name)), icon=":material/check:")
    elif task.state == "failed" and task.error is not None:
        st.error(
            f"{escaped(str(task.error))}  \n{escaped(task.error.remedy(language()))}",
            icon=":material/error:",
        )


def _draw_lines(who: Visitor, folder: str, lines: Sequence[BackupLine]) -> None:
    st.dataframe(
        {
            _("Made"): [moment_name(line.made_at) for line in lines],
            _("Size"): [size_text(line) for line in lines],
            _("Occasion"): [occasion_text(line) for line in lines],
            _("Checked"): [check_text(line) for line in lines],
            _("File"): [line.name for line in lines],
        },
        hide_index=True,
    )
    if any(line.fault for line in lines):
        st.warning(
            _("A damaged backup cannot be restored: make a new one, then delete the file on the server."),
            icon=":material/priority_high:",
        )
    with st.expander(_("Check one, or put it back"), icon=":material/settings_backup_restore:"):
        by_name = {line.name: line for line in lines}
        name = st.selectbox(
            _("Backup"),
            list(by_name),
            format_func=lambda key: f"{moment_name(by_name[key].made_at)} · {check_text(by_name[key])}",
            key=CHOSEN,
        )
        st.button(
            _("Read it as a whole"),
            icon=":material/fact_check:",
            key="backup_check",
            on_click=_begin_check,
            args=(who,),
            disabled=who.core.upkeep.backup_task(who.caller).under_way,
        )
        st.markdown(
            _("To put it in the place of what the database holds now, stop the service on the server, run this command there, and start it again. What the database held is backed up first.")
        )  # fmt: skip
        st.code(f"wenlu restore {shlex.quote(f'{folder}/{name}')} --yes", language=None, wrap_lines=True)


def occasion_text(line: BackupLine) -> str:
    """What a backup was made for."""
    if not line.occasion:
        return _("routine")
    return _("before a restore") if line.occasion == "before-restore" else _("before an upgrade")


def check_text(line: BackupLine) -> str:
    """Whether a backup was read as a whole, and when."""
    if line.fault:
        return _("damaged: {fault}").format(fault=line.fault)
    if line.checked_at is None:
        return _("not read back")
    return _("whole on {moment}").format(moment=moment_name(line.checked_at))


def _begin(who: Visitor) -> None:
    try:
        who.core.upkeep.back_up(who.caller)
    except WenluError as error:
        st.session_state[ERROR] = f"{error} {error.remedy(language())}"


def _begin_check(who: Visitor) -> None:
    """Check the backup that is chosen when the button is pressed, perhaps since it was drawn."""
    try:
        who.core.upkeep.check_backup(st.session_state[CHOSEN], who.caller)
    except WenluError as error:
        st.session_state[ERROR] = f"{error} {error.remedy(language())}"
