"""A battle: set-up, rounds, clean-up."""
