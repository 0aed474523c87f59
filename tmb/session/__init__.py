"""One running game and all that surrounds it: checks at the door, journal, undo, forks, saves, views.

This is the trust boundary. `Session` is the way in; `replay` and `resume` bring a journal back to life.
"""

from tmb.session.session import Session

__all__ = ["Session"]
