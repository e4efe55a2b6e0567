"""How well bots play, from the weakest to the strongest: the one list, quick to load for help and messages."""

LEVELS = ("random", "beginner", "casual", "skilled", "expert")
"""What every game has."""
MASTER = "master"
EVERY_LEVEL = (*LEVELS, MASTER)
"""The last only in games whose bots name it among their `MORE_LEVELS`."""
