"""Settings for all tests. Compiled code is kept between runs, as it is for users."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.server.nursery import Nursery

if TYPE_CHECKING:
    from collections.abc import Iterator

# The first example of a test may have to compile rules, so single examples have no time limit.
settings.register_profile("spieltisch", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("spieltisch")

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"


@pytest.fixture(scope="session")
def nursery() -> Iterator[Nursery]:
    """Where servers and commands come from at once."""
    found = Nursery()
    yield found
    found.close()
