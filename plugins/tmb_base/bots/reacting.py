"""What is asked outside one's own turn: whom a Baddie takes, which shields stay, who reacts."""

from __future__ import annotations

from tmb.core.decisions import DONE, Ask
from tmb_base.bots import goods, playing
from tmb_base.bots.look import Look, best, number, shields


def window(ask: Ask, look: Look) -> list[str]:
    """Answer whatever can be answered, in its order, but waste no card, and first play what is worth its Dex; done only
    when nothing is left.
    """
    others = [o.id for o in ask.options if o.id != DONE and not playing.die_of(o.id, look)]
    return [*playing.play(ask, look), *(o for o in others if worthwhile(o, look)), DONE]


def worthwhile(option: str, look: Look) -> bool:
    """Whether a free action is worth its card; whatever else may be answered is."""
    return not option.startswith("action/") or goods.now(look, option, "window") > 0


def nothing(ask: Ask, look: Look) -> list[str]:
    """Leave it as it is."""
    return [DONE]


def attacked(ask: Ask, look: Look) -> list[str]:
    """If the party says whom a Baddie takes: the one that can bear it best."""
    return best((o.id for o in ask.options), lambda o: _bears(look, o.rpartition("/")[2]))


def _bears(look: Look, id: str) -> int:
    unit = look.units.get(id)
    return unit["hp"] + 2 * shields(unit) if unit is not None else 0


def weakest(ask: Ask, look: Look) -> list[str]:
    """What is shared out goes to who needs it most."""
    return best((o.id for o in ask.options), lambda o: -_bears(look, o.rpartition("/")[2]))


def strongest(ask: Ask, look: Look) -> list[str]:
    """Dmg that is shared out is for who bears most."""
    return best((o.id for o in ask.options), lambda o: _bears(look, o.rpartition("/")[2]))


def leave(ask: Ask, look: Look) -> list[str]:
    """Of our own shields leave the most; of a Baddie's the least."""
    sign = 1 if look.me else -1
    return best((o.id for o in ask.options), lambda o: sign * _total(o.rpartition("/")[2]))


def _total(left: str) -> int:
    return sum(number(part) for part in left.split("+"))
