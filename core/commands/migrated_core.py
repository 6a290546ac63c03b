"""The core that a command works on."""

from __future__ import annotations

from dataclasses import replace

from core.access.acting import act_as_operator
from core.api.core import Core
from core.commands.opened import close_at_the_end
from core.settings import Settings
from core.wiring import build_core, migrate


def migrated_core() -> Core:
    """A core over the environment's database, migrated, without making demo data, and closed when the command has ended.

    What the command does with it is noted as the operator's doing.
    """
    act_as_operator()
    settings = replace(Settings.from_environment(), demo=False)
    migrate(settings)
    core = build_core(settings)
    close_at_the_end(core.store.close)
    return core
