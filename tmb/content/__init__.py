"""Content packs: TOML files become checked, linked entries; every fault becomes a problem with its place.

The parts: `entry` (what plugins derive their entries from), `kinds` (what they declare), `pack` (one pack), `load` (all
packs together), `problem` (what can be wrong). Nothing here knows what the entries mean.
"""
