"""BLAKE2b, the one hash of this project: of seeds, states and packs."""

try:
    from _blake2 import blake2b  # what hashlib has it from; hashlib itself loads OpenSSL, for which nothing here asks
except ImportError:
    from hashlib import blake2b

__all__ = ["blake2b"]
