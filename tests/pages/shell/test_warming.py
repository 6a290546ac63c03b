"""The warming gives way to visitors and ends with the server."""

from __future__ import annotations

import sys
import threading
import time

from core.api.core import Core
from frame import warming
from frame.warming import Warming


def test_the_warming_waits_while_somebody_asks_for_something(core: Core) -> None:
    work = Warming(core)
    thread = threading.Thread(target=work.run)
    usual = sys.getswitchinterval()
    thread.start()
    time.sleep(0.05)
    assert thread.is_alive()
    work.stop()
    thread.join(timeout=warming.QUIET_SECONDS)
    assert not thread.is_alive()
    assert sys.getswitchinterval() == usual
