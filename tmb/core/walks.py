"""The functions that walk the flows: each is written for its flow.

All that a game does passes through here, and most stages of most frames have nothing to do. So no loop asks at every
stage what kind of stage it is. Each flow becomes the function that somebody would write who had only this procedure:
its stages in reading order, of each only what its kind needs. This is the walk of a flow of a step and a window, which
the frame also comes to without its subject:

    def walk(game, frame):
        at = PLACES[frame.at]
        me = subject(game, frame)
        if me is None and at < 1:
            at = 1
        if at <= 0:  # 'draw_breath'
            frame.at = 'turn.end'
            went = run_0(game, frame, me)
            if went is not None:
                frame.at = END if went is END else 'turn.end'
            if game.moved or frame.at != 'turn.end':
                return None
        if at <= 1:  # 'turn.end'
            heard = game.index.windows.get('turn.end')
            if heard is not None:
                frame.at = 'end'
                found = hearing(game, heard, frame)
                if found:
                    open_window(game, 'turn.end', frame, found)
                if game.moved or frame.at != 'end':
                    return None
        game.stack.pop()
        return None

It returns the ask that is open now, or None where the stack is to be looked at again: a frame was pushed or is
finished, the checks must run, or the frame goes on elsewhere than at its next stage. Each is written when the first
frame of its flow runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tmb.core.asking import deal, roll
from tmb.core.decisions import Several
from tmb.core.flow import CHOICE, OPENS, ROLL, STEP
from tmb.core.state import END, Frame
from tmb.core.windows import hearing, open_window

if TYPE_CHECKING:
    from tmb.core.compile import Node, Table

Walk = Callable[[Any, Frame], Any]
Watch = Callable[[Any], None]
"""Called with the game before every stage."""

HEAD = """\
def walk(game, frame):
    at = PLACES[frame.at]
"""
SUBJECT = """\
    me = subject(game, frame)
    if me is None and at < {gone}:
        at = {gone}
"""
PLACE = """\
    if at <= {i}:  # {name!r}
"""
WATCH = """\
        watch(game)
"""
STANDS = """\
        frame.at = {name!r}
"""
STEPS = """\
        frame.at = {next!r}
        went = run_{i}({args})
        if went is not None:
            frame.at = END if went is END else {next!r}
"""
REPEATS = """\
        went = run_{i}({args})
        if went is None:
            return None
        frame.at = END if went is END else {next!r}
"""
CHOOSES = """\
        refs = run_{i}({args})
        if refs:
            only = refs.only() if type(refs) is Several else refs[0] if len(refs) == 1 else None
            if only is None or {always} or game.strict:
                return game.open_ask(node_{i}, frame, {me}, refs)
            game.take(node_{i}, frame, {me}, only)
"""
LEAVES_TO_CHANCE = """\
        if not {asks}(game, node_{i}, frame, {me}):
            return game.ask
"""
LISTENS = """\
        heard = game.index.windows.get({word!r})
        if heard is not None:
            frame.at = {next!r}
            found = hearing(game, heard, frame)
            if found:
                open_window(game, {word!r}, frame, found)
"""
LOOKS = """\
if game.moved or frame.at != {next!r}:
    return None
"""
TAIL = """\
    game.stack.pop()
    return None
"""


def walks(flows: Mapping[type, Table], watch: Watch | None = None) -> dict[type, Walk]:
    """Frame type -> the function that walks its flow. flows: frame type -> table of stages."""
    made: dict[type, Walk] = {}
    for frame, table in flows.items():
        made[frame] = _unwritten(made, frame, table, watch)
    return made


def _unwritten(made: dict[type, Walk], kind: type, table: Table, watch: Watch | None) -> Walk:
    """What stands for a walk until the first frame of its flow runs: it writes it."""

    def write_and_walk(game: Any, frame: Frame) -> Any:
        made[kind] = walk = written(table, watch)
        return walk(game, frame)

    return write_and_walk


def written(table: Table, watch: Watch | None = None) -> Walk:
    """The function that walks the flow of this table."""
    nodes = in_order(table)
    flow = nodes[0].flow
    space: dict[str, Any] = {
        "END": END,
        "PLACES": _places(table, nodes),
        "Several": Several,
        "deal": deal,
        "hearing": hearing,
        "open_window": open_window,
        "roll": roll,
        "subject": flow.subject,
        "watch": watch,
    }
    for i, node in enumerate(nodes):
        space[f"run_{i}"], space[f"node_{i}"] = node.run, node
    exec(compile(text(table, watch is not None), f"<walk of {flow.name}>", "exec"), space)
    walk: Walk = space["walk"]
    return walk


def text(table: Table, watched: bool = False) -> str:
    """The walk of a table, as Python."""
    nodes = in_order(table)
    flow, out = nodes[0].flow, HEAD
    if flow.subject is not None:
        out += SUBJECT.format(gone=_places(table, nodes)[flow.gone])
    for i, node in enumerate(nodes):
        out += _stage(i, node, WATCH if watched else "")
    return out + TAIL


def _places(table: Table, nodes: list[Node]) -> dict[str, int]:
    """The number of the stage where a frame goes on that stands at a name; their number where none is left."""
    number = {node: i for i, node in enumerate(nodes)}
    return {at: number.get(node, len(nodes)) for at, node in table.items()} | {END: len(nodes)}


def in_order(table: Table) -> list[Node]:
    """The stages of a table in reading order, without those that are left out."""
    nodes = [table[""]]
    while nodes[-1].next != END:
        nodes.append(table[nodes[-1].next])
    return nodes


def _stage(i: int, node: Node, watch: str) -> str:
    """What the walk does at one stage. A frame that comes to its first stage stands there already."""
    stands = STANDS if i and node.kind != OPENS and (node.kind != STEP or node.repeat) else ""
    looks = LOOKS
    if node.kind in (CHOICE, OPENS):  # where nothing is listed or heard there is nothing to look at
        looks = _indented(looks)
    me = "me" if node.find is not None else "None"
    return (PLACE + watch + stands + _body(node) + _indented(_indented(looks))).format(
        i=i,
        name=node.name,
        next=node.next,
        word=node.word,
        args=f"game, frame, {me}" if node.has_subject else "game, frame",
        me=me,
        asks="roll" if node.kind == ROLL else "deal",
        always=node.append,
    )


def _body(node: Node) -> str:
    if node.kind == STEP:
        return REPEATS if node.repeat else STEPS
    if node.kind == CHOICE:
        return CHOOSES
    return LISTENS if node.kind == OPENS else LEAVES_TO_CHANCE


def _indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())
