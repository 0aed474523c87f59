"""What a skill, a talent or a card asks: which unit, which die, which of several things."""

from __future__ import annotations

from tmb.core.decisions import Ask
from tmb_base.bots.look import Look, best, held, hurt
from tmb_base.bots.reacting import attacked
from tmb_base.bots.starting import prospect
from tmb_base.bots.targets import worth


def choose(ask: Ask, look: Look) -> list[str]:
    """On the own turn: the foe that we want gone, the friend who is hurt most, the die that is worth most; what the
    party is asked for a Baddie, the one that can bear it best.
    """
    if all(o.id.startswith("take/") for o in ask.options):
        return best((o.id for o in ask.options), lambda o: _cleared(look, o.rpartition("/")[2]))
    if "recovery" in look.view:
        return best((o.id for o in ask.options), lambda o: _lost(look, o.rpartition("/")[2]))
    if not look.me or look.turn.get("unit") != ask.seat:
        return attacked(ask, look)
    return best((o.id for o in ask.options), lambda o: _value(look, o.rpartition("/")[2], o.partition("/")[0]))


def _cleared(look: Look, pos: str) -> int:
    """How good it is to take off what lies on a position: as likely as one of ours has to go there; better than nothing
    where nobody has to."""
    return look.need(pos) if pos in look.ground.near else -99


def _lost(look: Look, ref: str) -> int:
    """How much a Gearloc could be healed."""
    return hurt(look.units[ref]) if ref in look.units else 0


def _value(look: Look, ref: str, word: str) -> int:
    if word == "place":
        return prospect(look, ref)
    if ref in look.foes:
        return worth(look, look.foes[ref])
    if ref in look.friends:
        return 10 * hurt(look.friends[ref]) - int(look.friends[ref]["hp"])
    if (face := look.sheets.face(ref)) is not None:
        return int(face.used(look) + face.lying(look))
    if any(d["die"] == ref for d in look.me["active"]):
        return 0  # it leaves its slot
    return -held(look.me, ref) if word == "search" else int(look.sheets.die_worth(look, ref))
