"""A whole engine in a few lines: it plays the shortest of the legal moves, and needs no package.

The protocol stands in docs/engines.md; `spieltisch.lab.engines.Engine` seats it at a table.
"""

import json
import sys

legal = []
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hello":
        print("name shortest move", "wants legal", "ready", sep="\n", flush=True)
    elif word == "game":
        print("ready", flush=True)
    elif word == "legal":
        legal = json.loads(rest)
    elif word == "go":
        print("move", min(legal, key=len), flush=True)
    elif word == "quit":
        break
