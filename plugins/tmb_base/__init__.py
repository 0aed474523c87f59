"""The rules of the base game: a plugin of tmb, found through its entry point."""
