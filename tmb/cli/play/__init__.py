"""`tmb play`: a person at a terminal, or at a real table with real dice, plays a game."""
