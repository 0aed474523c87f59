"""The error codes: frozen strings for programs, each with the integer that JSON-RPC wants and what it means."""

from __future__ import annotations

from typing import Any

from tmb.errors import InputError, TmbError

PARSE, REQUEST, METHOD, PARAMS, INTERNAL = -32700, -32600, -32601, -32602, -32603

CODES: dict[str, tuple[int, str]] = {
    "parse_error": (PARSE, "The line is no JSON of this protocol: broken, not UTF-8, with NaN or half a character."),
    "line_too_long": (PARSE, "The line has more bytes than `hello` allows. Reading goes on at the next line."),
    "too_deep": (PARSE, "Arrays and objects are nested deeper than `hello` allows."),
    "duplicate_key": (PARSE, "An object names one key twice."),
    "number_too_big": (
        PARSE,
        "A number is beyond 2^53 - 1, which not every language can hold; ids, seeds and hashes are strings.",
    ),
    "bad_request": (
        REQUEST,
        "The line is JSON, but no request: no object, a batch, or a bad `jsonrpc`, `id`, `method`.",
    ),
    "unknown_method": (METHOD, "There is no such method."),
    "bad_params": (PARAMS, "A parameter is missing or has the wrong type."),
    "bad_value": (PARAMS, "A parameter or option has a value that cannot be."),
    "unknown_mode": (PARAMS, "There is no such mode in the packs."),
    "unknown_option_name": (PARAMS, "`new` was given an option that the mode does not have."),
    "unknown_rule_option": (PARAMS, "`new` was given a rule option that the packs do not have."),
    "unsupported_protocol": (PARAMS, "`hello` wants a protocol that is not spoken here."),
    "internal": (
        INTERNAL,
        "A bug in the rules or the engine. Nothing was changed; `reference` finds the trace in the log.",
    ),
    "unknown_game": (-32001, "No game of this id is open, or lies in the folder of `serve --save`."),
    "game_required": (-32002, "`game` was left out, but not exactly one game is open."),
    "too_many_games": (-32003, "As many games are open as `hello` allows; `close` one."),
    "game_over": (-32004, "The game is over: no answer is wanted. `data.over` tells how it ended."),
    "no_ask": (-32005, "What was asked for is about the open ask, and the game is over."),
    "game_in_use": (-32006, "The journal of this game is open in another process."),
    "stale_ask": (-32011, "The answer names another ask than the open one, which is in `data.ask`."),
    "unknown_option": (-32012, "A pick is not an option of the ask."),
    "picked_twice": (-32013, "An option was picked more often than its `times`."),
    "too_few": (-32014, "Fewer picks than the ask's `lo`."),
    "too_many": (-32015, "More picks than the ask's `hi`."),
    "group_limit": (-32016, "The number of picks of a group is not within its `lo` and `hi`."),
    "over_budget": (-32017, "The picks cost more than the ask's `budget`."),
    "script_mismatch": (
        -32018,
        "The script of dice and cards is not what the game asks for, or has lines left at the end.",
    ),
    "nothing_to_undo": (-32019, "There are not so many decisions to undo or redo."),
    "pack_missing": (-32021, "A pack is not here, or is broken."),
    "pack_version": (-32022, "A pack needs another version of a pack."),
    "pack_cycle": (-32023, "Packs require each other in a circle."),
    "plugin_missing": (-32024, "A pack needs a plugin that is not installed, or is broken."),
    "packs_broken": (
        -32025,
        "The packs or plugins do not fit together; `problems` lists what is wrong with their content.",
    ),
    "referee_only": (-32031, "Only a referee may do this: `tmb serve --referee`."),
    "save_incompatible": (-32032, "The save or journal is of other packs or another format, or is broken."),
    "save_failed": (-32033, "The journal could not be written. Nothing was changed."),
    "diverged": (-32034, "A journal, played again, went another way; `line`, `ask`, `got` and `want` tell where."),
    "unknown_topic": (-32041, "`explain` knows no option, content or word of the rules of this name."),
    "unknown_content": (-32042, "There is no content of this id or kind, or more than one."),
    "unknown_schema": (-32043, "There is no message or event of this name."),
}
"""code -> (integer, meaning). Codes that a plugin adds are answered with the integer of `bad_params`."""

DECISION_CODES = frozenset("unknown_option picked_twice too_few too_many group_limit over_budget".split())
"""Faults of a pick: the answer repeats the open ask, so that a client can go on at once."""


def number(code: str) -> int:
    """The integer of a code."""
    return CODES[code][0] if code in CODES else PARAMS


def of_rules(e: TmbError) -> InputError:
    """The error for packs and plugins that make no rule set."""
    if isinstance(e, InputError):
        return e
    problems = [str(p) for p in getattr(e, "problems", ())]
    more: dict[str, Any] = {"problems": problems[:100]} if problems else {}
    return InputError("packs_broken", str(e).partition("\n")[0], where="/params/packs", more=more)
