"""Everything that travels between client and server: socket messages both ways, and the HTTP resources.

JSON, one message a text frame, told apart by `type`. A table's log has sequence numbers from 1 without gaps; every
viewer gets one `event` for each, with what this viewer may know. docs/server.md shows them in use. The client's types
are generated from these (tools/protocol_types.py).
"""

# ruff: noqa: F403 - the package is these modules together

import inspect

import msgspec

from spieltisch.server.messages.actions import *
from spieltisch.server.messages.lessons import *
from spieltisch.server.messages.people import *
from spieltisch.server.messages.puzzles import *
from spieltisch.server.messages.sets import *
from spieltisch.server.messages.site import *
from spieltisch.server.messages.table import *
from spieltisch.server.messages.tables import *
from spieltisch.server.messages.told import *
from spieltisch.server.news import *
from spieltisch.server.terms import *


def everything() -> list[type[msgspec.Struct]]:
    """All types that are declared here, by name."""
    return [
        kind
        for _, kind in sorted(globals().items())
        if inspect.isclass(kind) and issubclass(kind, msgspec.Struct) and kind.__module__.startswith(OURS)
    ]


OURS = (__name__, "spieltisch.server.terms")
