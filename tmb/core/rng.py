"""The random generator: a keyed BLAKE2b of (seed, stream, counter), the same in every language.

    key    = BLAKE2b-256 of the seed's UTF-8 bytes
    digest = BLAKE2b-512(key = key, person = stream name padded with zero bytes to 16,
                         data = block as 8 bytes, little end first)
    word c = the (c mod 8)-th little-endian 64-bit number of the digest of block c div 8
    number below n = (word * n) >> 64

docs/protocol.md has test vectors.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct

from tmb.hashing import blake2b

STREAM_BYTES = 16
EIGHT_WORDS = Struct("<8Q").unpack


class Stream:
    """The words of one stream of one seed. `word(c)` is a pure function of the counter c; one block is remembered."""

    __slots__ = ("_block", "_hash", "_words")

    def __init__(self, seed: str, stream: str) -> None:
        person = stream.encode()
        if len(person) > STREAM_BYTES:
            raise ValueError(f"stream name {stream!r} is longer than {STREAM_BYTES} bytes")
        key = blake2b(seed.encode("utf-8", "surrogatepass"), digest_size=32).digest()
        self._hash = blake2b(key=key, person=person)
        self._block = -1
        self._words: tuple[int, ...] = ()

    def word(self, counter: int) -> int:
        """The 64-bit word number `counter` of the stream."""
        block = counter >> 3
        if block != self._block:
            self._read(block)
        return self._words[counter & 7]

    def words(self, counter: int, n: int) -> tuple[int, ...]:
        """n words from that number on."""
        out: tuple[int, ...] = ()
        while True:
            block, at = counter >> 3, counter & 7
            if block != self._block:
                self._read(block)
            some = self._words[at : at + n]
            out = out + some if out else some
            n -= len(some)
            if not n:
                return out
            counter += len(some)

    def _read(self, block: int) -> None:
        h = self._hash.copy()
        h.update(block.to_bytes(8, "little"))
        self._block, self._words = block, EIGHT_WORDS(h.digest())

    def below(self, n: int, counter: int) -> int:
        """A number in 0 .. n-1 from the word number `counter`."""
        return (self.word(counter) * n) >> 64


@lru_cache(maxsize=256)
def _prepared(seed: str, stream: str) -> Stream:
    return Stream(seed, stream)


def stream(seed: str, name: str) -> Stream:
    """A stream of its own (block memory unshared), prepared once a (seed, name)."""
    made = _prepared(seed, name)
    own = Stream.__new__(Stream)
    own._hash, own._block, own._words = made._hash, -1, ()
    return own
