"""The rules of Undertow, an expansion of the base game."""
