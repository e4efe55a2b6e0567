"""Settings for all tests. Compiled code is kept between runs, as it is for users."""

import os

from hypothesis import HealthCheck, settings

# The first example of a test may have to compile rules, so single examples have no time limit.
settings.register_profile("spieltisch", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("spieltisch")

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT") == "1"
