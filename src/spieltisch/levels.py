"""How well bots play, from the weakest to the strongest: the one list, quick to load for help and messages."""

LEVELS = ("random", "beginner", "casual", "skilled", "expert")
