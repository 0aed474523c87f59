"""What a chip of the packs that tests write has printed on it."""

from __future__ import annotations

STATS = """type = "bog"
points = 1
hp = 3
ini = 2
form = "melee"
atk = 1
def = 1
target = "weakest"
"""
