"""Rule options that packs set: the table `[rules]` of a manifest."""

from collections.abc import Mapping

from tmb.content.order import Line
from tmb.content.pack import OpenPack
from tmb.content.problem import ALL, did_you_mean, quoted
from tmb.core.ruleoptions import RuleOption
from tmb.errors import InputError


def note_rules(line: Line, options: Mapping[str, RuleOption]) -> None:
    """Note at each pack what is wrong with the rule options that it sets.

    A pack may set otherwise what a pack before it has set, if it requires that one or names it in `after`.
    """
    earlier: list[OpenPack] = []
    reach = line.reach()
    for pack in line.packs:
        if pack.info is None:
            continue
        for name, value in pack.info.rules.items():
            if name not in options:
                if pack.id not in line.deaf:
                    message = f"unknown rule option {quoted(name)}{did_you_mean(name, options, ALL)}"
                    pack.complain(("rules", name), "unknown-rule-option", message, "key")
                continue
            try:
                options[name].checked(value)
            except InputError as error:
                pack.complain(("rules", name), "wrong-value", error.message)
            _note_clash(pack, name, earlier, {*line.before[pack.id], *reach[pack.id]})
        earlier.append(pack)


def _note_clash(pack: OpenPack, name: str, earlier: list[OpenPack], before: set[str]) -> None:
    """Two packs that set one option otherwise, and neither knows of the other."""
    value = pack.info.rules[name] if pack.info else None
    for other in earlier:
        theirs = other.info.rules.get(name, value) if other.info else value
        if theirs != value and other.id not in before:
            message = f'{name} is set by {other.id} too; say after = ["{other.id}"] to go last'
            pack.complain(("rules", name), "rule-clash", message)
            return
