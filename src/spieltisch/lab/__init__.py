"""The laboratory: simulate many games, measure the rules."""
