"""Runs inside the peer's own environment: random games of catanatron, four players, as slices on request.

Reads a line `ROUND SECONDS`, plays whole games until that much processor time is used, and answers `UNFORCED ALL
SPENT`: how many of the choices had more than one option, how many there were, and the time. It knows nothing of this
project.
"""

import sys
import time

from catanatron import Color, Game, RandomPlayer

MOST_TURNS = 1000
COLORS = (Color.RED, Color.BLUE, Color.ORANGE, Color.WHITE)


def play(seed: int) -> tuple[int, int]:
    """A whole random game: its unforced choices, and all."""
    game = Game([RandomPlayer(color) for color in COLORS], seed=seed)
    unforced = ticks = 0
    while game.winning_color() is None and game.state.num_turns < MOST_TURNS:
        unforced += len(game.state.playable_actions) > 1
        ticks += 1
        game.play_tick()
    return unforced, ticks


def main() -> None:
    """Answer requests until the input ends."""
    for request in sys.stdin:
        round_, seconds = request.split()
        unforced = ticks = 0
        seed = int(round_) * 1000 + 1
        begin = time.process_time()
        while time.process_time() - begin < float(seconds):
            some, all_ = play(seed)
            unforced, ticks, seed = unforced + some, ticks + all_, seed + 1
        print(unforced, ticks, time.process_time() - begin, flush=True)


if __name__ == "__main__":
    main()
