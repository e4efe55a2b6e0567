"""How well bots play, from the weakest to the strongest: the one list, quick to load for help and messages.

Which of them a game has says `bots.levels_of`.
"""

LEVELS = ("random", "beginner", "casual", "skilled", "expert")
"""What every game has."""
EXPERT = "expert"
"""The strongest of them: it gives hints and watches over moves."""
MASTER = "master"
EVERY_LEVEL = (*LEVELS, MASTER)
"""The last only in games whose bots name it among their `MORE_LEVELS`."""
LONG = EVERY_LEVEL[EVERY_LEVEL.index(EXPERT) :]
"""They think as long as they may; all others answer within some ten milliseconds."""
