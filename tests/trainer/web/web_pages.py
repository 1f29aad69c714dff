"""Waiting for what pages do beside the event loop."""

import asyncio
from collections.abc import Callable

PATIENCE = 100
"""Looks, a tenth of a second apart, after which something is taken not to come."""


async def until(holds: Callable[[], object]) -> None:
    """Wait for something to come true; fail if it does not."""
    for _ in range(PATIENCE):
        if holds():
            return
        await asyncio.sleep(0.1)
    assert holds()
