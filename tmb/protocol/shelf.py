"""What can be played here: modes of the plugins that were found, and rule sets of packs, built when they are needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from tmb.core.mode import Mode
from tmb.errors import InputError, TmbError, unknown
from tmb.protocol.errors import of_rules
from tmb.session.faults import fault
from tmb.session.setup import pack_ids


class Shelf:
    """packs: ids that are played with if nobody says; extra: folders of further packs."""

    def __init__(self, packs: Sequence[str] = (), extra: Sequence[str] = ()) -> None:
        self.packs, self.extra = tuple(packs), tuple(extra)
        self._modes: dict[str, tuple[str, Mode]] | None = None
        self._rules: dict[tuple[str, ...], Any] = {}

    @property
    def found(self) -> Any:
        """All plugins and packs here, and what is broken."""
        from tmb import plugins

        return plugins.here(self.extra)

    def modes(self) -> dict[str, tuple[str, Mode]]:
        """Every mode -> (its plugin, itself), in the order of the plugins' names. Reads no content."""
        if self._modes is None:
            self._modes = {}
            for name, plugin in self.found.plugins.items():
                for mode in _modes_of(name, plugin):
                    self._modes.setdefault(mode.name, (name, mode))
        return self._modes

    def rules(self, packs: Sequence[str]) -> Any:
        """The rule set of these packs. Raises InputError: pack_missing and its like, packs_broken, internal."""
        from tmb import plugins

        key = tuple(packs)
        if key in self._rules:
            return self._rules[key]
        try:
            return self._rules.setdefault(key, plugins.rules_for(key, self.extra))
        except TmbError as e:
            raise of_rules(e) from e
        except Exception as e:
            raise fault(e) from e

    def default_packs(self, mode: str | None) -> list[str]:
        """What a mode is played with if nobody says. Raises InputError("unknown_mode" or "pack_missing")."""
        if self.packs:
            return list(self.packs)
        modes = self.modes()
        if not modes:
            broken = "; ".join(f"{k}: {v}" for k, v in self.found.broken.items())
            raise InputError("pack_missing", "no plugin with a game is here", where="/params/packs", hint=broken)
        if mode is None:
            packs = self.found.packs
            mode = next((n for n, (_, made) in modes.items() if packs.keys() >= set(made.packs)), next(iter(modes)))
        if mode not in modes:
            raise unknown("mode", mode, modes, "unknown_mode", "/params/mode")
        plugin, made = modes[mode]
        return list(made.packs) or [i.id for i in self.found.packs.values() if i.plugin == plugin]

    def table(self, mode: str | None, packs: Sequence[str] | None) -> tuple[Any, str]:
        """The rule set and the mode to play. Raises InputError as `rules` and `default_packs` do."""
        rules = self.rules(self.default_packs(mode) if packs is None else packs)
        if not rules.modes:
            from tmb.plugins import with_a_game

            own = next((made.packs for _, made in self.modes().values() if made.packs), ())
            hint = with_a_game(own, packs or self.packs)
            raise InputError("unknown_mode", "these packs bring no game", where="/params/packs", got=packs, hint=hint)
        if mode is None:
            mode = next(iter(rules.modes))
        rules.get_mode(mode)
        return rules, mode

    @contextmanager
    def pointing(self, rules: Any) -> Iterator[None]:
        """Around what may name something that these rules do not have: the error hints at the pack here that has it."""
        from tmb import plugins

        try:
            yield
        except InputError as e:
            played = [pack.id for pack in pack_ids(rules)]
            if not e.hint and (holder := plugins.holder_of(e.got, played, self.extra)):
                packs = ", ".join(f'"{name}"' for name in [*played, holder])
                e.hint = f'the pack {holder} has it: "packs": [{packs}]'
            raise


def _modes_of(name: str, plugin: Any) -> list[Mode]:
    """The modes of one plugin; one whose hook fails has none, and is reported when its packs are asked for."""
    import pluggy

    from tmb import hookspecs
    from tmb.registry import Registry

    registry = Registry()
    registry.by = name
    manager = pluggy.PluginManager("tmb")
    manager.add_hookspecs(hookspecs)
    try:
        manager.register(plugin, name)
        manager.hook.tmb_modes(register=registry)
    except Exception as e:
        fault(e)
    return list(registry.modes.values())
