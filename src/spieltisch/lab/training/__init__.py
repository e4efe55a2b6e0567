"""Training by self-play (extra `train`): a network for a game and player count learns what to choose, and who wins."""
