"""The command line: `tmb`, also `python -m tmb`."""

from __future__ import annotations

import sys

from tmb.unswept import unswept


def main() -> int:
    """Run the command line on the process's arguments; the exit code."""
    try:
        with unswept():
            from tmb.cli.app import run

        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
