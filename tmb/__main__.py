"""The command line: `tmb`, also `python -m tmb`."""

import sys


def main() -> int:
    """Run the command line on the process's arguments; the exit code. Ctrl-C ends it quietly, while it imports too."""
    try:
        from tmb.unswept import unswept

        with unswept():
            from tmb.cli.app import run

        return run(sys.argv[1:])
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
