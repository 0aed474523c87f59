"""A headless rules engine for board games: rules are plugins, content is packs, clients speak JSON lines."""

__version__ = "0.1.0"
