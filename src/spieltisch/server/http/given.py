"""What handlers are given: who asks, from where, the hall, and parts of addresses with their limits."""

from typing import Annotated

from litestar.di import NamedDependency
from litestar.params import Parameter

from spieltisch.server.hall import Hall
from spieltisch.server.review import Reviews
from spieltisch.server.settings import Settings
from spieltisch.server.trials import Trials
from spieltisch.store import Person

Asking = NamedDependency[Person]
"""Whoever asks."""
TheHall = NamedDependency[Hall]
TheReviews = NamedDependency[Reviews]
TheTrials = NamedDependency[Trials]
TheSettings = NamedDependency[Settings]
Address = NamedDependency[str]
"""The address from which somebody asks."""

TableId = Annotated[str, Parameter(max_length=32, pattern="^[A-Za-z0-9]+$")]
Since = Annotated[int, Parameter(ge=0, le=2**31 - 1)]
