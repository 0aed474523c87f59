"""A bot, whole: it plays seeded games through `tmb serve` and answers by chance, from the public fields of asks alone.

python examples/bot.py --games 3
python examples/bot.py --games 3 --set '{"mode": "battle", "party": ["picket"]}'
"""

import argparse
import json
import random
import subprocess
import sys


def sample(ask, rng):
    """A legal answer: each group's `lo` first, then what bounds, `times` and budget allow."""
    groups = {g["id"]: [g.get("lo", 0), g.get("hi", 1)] for g in ask.get("groups", [])}
    budget = ask.get("budget", -1)
    bag = [o for o in ask["options"] for _ in range(o.get("times", 1))]
    rng.shuffle(bag)
    lo = max(ask.get("lo", 1), sum(least for least, _ in groups.values()))
    want, picks = rng.randint(lo, max(lo, ask.get("hi", 1))), []
    for filling in (True, False):
        for option in bag[:]:
            bounds, cost = groups.get(option.get("group", "")), option.get("cost", 0)
            if filling and not (bounds and bounds[0] > 0):
                continue
            if not filling and len(picks) >= want:
                break
            if (bounds and bounds[1] <= 0) or 0 <= budget < cost:
                continue
            picks.append(option["id"])
            bag.remove(option)
            if bounds:
                bounds[0], bounds[1] = bounds[0] - 1, bounds[1] - 1
            if budget >= 0:
                budget -= cost
    return picks


class Tmb:
    """`tmb serve` at the other end of two pipes."""

    def __init__(self, command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, encoding="utf-8")

    def call(self, method, **params):
        """The result of a request; the error of one that was refused is raised."""
        self.process.stdin.write(json.dumps({"id": 1, "method": method, "params": params}) + "\n")
        self.process.stdin.flush()
        reply = json.loads(self.process.stdout.readline())
        if "error" in reply:
            raise RuntimeError(reply["error"])
        return reply["result"]

    def close(self):
        """The end of its input ends the server."""
        self.process.stdin.close()
        self.process.stdout.close()
        return self.process.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--seed", default="bot")
    parser.add_argument("--set", default="{}", help="further fields of `new`, as JSON")
    parser.add_argument("command", nargs="*", default=["tmb", "serve"])
    args = parser.parse_args()
    tmb = Tmb(args.command)
    for n in range(args.games):
        rng = random.Random(f"{args.seed}-{n}")
        step = tmb.call("new", seed=f"{args.seed}-{n}", **json.loads(args.set))
        game = step["game"]
        while ask := step.get("ask"):
            step = tmb.call("act", game=game, ask=ask["id"], pick=sample(ask, rng))
        print(json.dumps({"game": n, **step["over"]}))  # noqa: T201
        tmb.call("close", game=game)
    return tmb.close()


if __name__ == "__main__":
    sys.exit(main())
