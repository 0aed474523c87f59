"""`tmb rules`: the rules as the engine plays them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

from tmb.cli.exits import INVALID, PLUGIN
from tmb.cli.text import columns, heading, json_line, wrapped
from tmb.cli.verb import Verb, Verbs, verb, verbs

if TYPE_CHECKING:
    from tmb.core.flow import Flow
    from tmb.ruleset import RuleSet

EXITS = (INVALID, PLUGIN)


class RuleVerbs(Verbs):
    """Its verbs; anything else is a word that is to be explained."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """A verb and its arguments, or the verb `word` with all of them."""
        if args[0] in self.commands or args[0].startswith("-") or ctx.resilient_parsing:
            return super().resolve_command(ctx, args)
        return "word", word, args


@verbs(
    examples=["tmb rules flow", "tmb rules windows", "tmb rules poison"],
    exits=EXITS,
    cls=RuleVerbs,
)
def command() -> None:
    """Print the rules that the engine plays with: flows, windows, queries, permits, marks, and the words of content.

    All of it comes from the declarations of the plugins, with the rulebook's section where they name it. `tmb rules
    WORD` explains a word: a skill, an effect, a chip, a term of the rulebook, a ruling, a rule option.
    """


def _setting(fn: Callable[..., Any]) -> Callable[..., Any]:
    """The options that say which rules are meant."""
    fn = click.option("-m", "--mode", default="", help="Rules of this mode.  [default: the first of the plugins]")(fn)
    return click.option("--packs", default="", help="Ids or folders of packs, between commas.")(fn)


def _rules(mode: str, packs: str) -> RuleSet:
    from tmb.cli.hand import table

    return table(mode, packs).rules


@verb(examples=["tmb rules flow", "tmb rules flow --mermaid > flow.mmd"], exits=EXITS)
@click.argument("name", required=False, default="")
@_setting
@click.option("--mermaid", "as_mermaid", is_flag=True, help="As a Mermaid flow chart.")
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
def flow(name: str, mode: str, packs: str, as_mermaid: bool, as_json: bool) -> None:
    """Print the procedures as a tree: stages in reading order, and what each of them begins.

    NAME prints one procedure with all below it. A stage shows its kind, its guard (unless ...), its first line of
    documentation and its place in the rulebook.
    """
    from tmb.cli import flowtree
    from tmb.cli.flowinfo import describe

    found = describe(_rules(mode, packs))
    chosen = _flow_named(name, found.flows) if name else ""
    if as_json:
        flows = [found.flows[n] for n in flowtree.reached(found, chosen)]
        starts = {"starts": found.starts, "checks": found.checks, "ops": found.ops}
        click.echo(json_line({"schema": "tmb.flows/1", "flows": flows, **starts}))
        return
    for line in flowtree.mermaid(found, chosen) if as_mermaid else flowtree.outline(found, chosen):
        click.echo(line)


def _flow_named(written: str, flows: Iterable[str]) -> str:
    """The flow that is meant: its name, in any case, with or without hyphens."""
    from tmb.errors import unknown

    known = {name.lower(): name for name in flows}
    plain = written.lower().replace("-", "").replace("_", "")
    if plain not in known:
        raise unknown("procedure", written, known.values(), "unknown_flow")
    return known[plain]


Row = tuple[str, ...]


def _lister(name: str, doc: str, head: Row, rows: Callable[[RuleSet], Iterable[Row]]) -> Verb:
    """A verb that lists one shelf of the registry."""

    @verb(name=name, examples=[f"tmb rules {name}", f"tmb rules {name} --json"], exits=EXITS)
    @_setting
    @click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
    def listing(mode: str, packs: str, as_json: bool) -> None:
        found = list(rows(_rules(mode, packs)))
        if as_json:
            data = [dict(zip(head, row, strict=True)) for row in found]
            click.echo(json_line({"schema": f"tmb.{name}/1", name: data}))
            return
        first, *rest = columns(found, head)
        click.echo(heading(first))
        for line in rest:
            click.echo(line)

    listing.help = doc
    return listing


def _windows(rules: RuleSet) -> Iterable[Row]:
    """Windows and moments in the order in which a game meets them."""
    from tmb.cli.flowinfo import describe
    from tmb.cli.timeline import in_order

    registry = rules.registry
    roles, cites = registry.roles(), _cites(registry.flows.values())
    rows = {}
    for w in registry.windows.values():
        rows[w.name] = (w.name, "window", ", ".join(roles.get(w.name, ())), w.doc, w.cite or cites.get(w.name, ""))
    rows |= {m.name: (m.name, "moment", "", m.doc, m.cite) for m in registry.moments.values()}
    return (rows[name] for name in in_order(describe(rules), list(rows)))


def _cites(flows: Iterable[Flow]) -> dict[str, str]:
    """Window -> its place in the rulebook, as the stages say that open it, or else their flow."""
    from tmb.core.flow import OPENS

    opening = [(s.word, s.cite or flow.cite) for flow in flows for s in flow.stages if s.kind == OPENS]
    return {word: cite for word, cite in reversed(opening) if cite}


QUERY_COLUMNS = ("name", "answers", "stages", "doc", "cite")


def _queries(rules: RuleSet) -> Iterable[Row]:
    for q in rules.registry.queries.values():
        yield q.name, q.answers, ", ".join(f"{stage} ({how})" for stage, how in q.stages), q.doc, q.cite


def _permits(rules: RuleSet) -> Iterable[Row]:
    return ((p.name, ", ".join(p.roles), p.doc, p.cite) for p in rules.registry.permits.values())


@verb(examples=["tmb rules options", "tmb rules options --json | jq .options[].name"], exits=EXITS)
@_setting
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
def options(mode: str, packs: str, as_json: bool) -> None:
    """List the decisions that the rulebook leaves open, with their defaults; a game may be begun with others.

    `--rule NAME=VALUE` of the verbs that start a game, `rules` of the protocol's `new` and of scenarios, and `[rules]`
    of a pack set them.
    """
    from tmb.session.topics import rule_topic

    rules = _rules(mode, packs)
    rows = [rule_topic(rules, name) for name in rules.registry.rule_options]
    if as_json:
        rows = [{k: v for k, v in row.items() if k not in ("topic", "what")} | {"name": row["topic"]} for row in rows]
        click.echo(json_line({"schema": "tmb.options/1", "options": rows}))
        return
    for row in rows:
        for line in _told(row):
            click.echo(line)
    if not rows:
        click.echo("no rule options are here")


def _told(row: dict[str, Any]) -> Iterable[str]:
    """One rule option: its default, what it decides, what each value means."""
    from tmb.core.ruleoptions import shown

    cite = f" ({row['cite']})" if row.get("cite") else ""
    yield heading(f"{row['topic']}={shown(row['default'])}") + (f"  [of {row['set_by']}]" if "set_by" in row else "")
    yield f"  {row['doc']}{cite}"
    if isinstance(row["values"], dict):
        yield from columns([(f"    {value}", meaning) for value, meaning in row["values"].items()])
    else:
        yield f"    {' or '.join(map(shown, row['values']))}" if True in row["values"] else _between(row["values"])


def _between(bounds: list[int]) -> str:
    return f"    {bounds[0]} to {bounds[-1]}"


@verb(name="word", examples=["tmb rules word poison", "tmb rules R17 --json"], exits=EXITS)
@click.argument("words", nargs=-1, required=True, metavar="WORD...")
@_setting
@click.option("--json", "as_json", is_flag=True, help="As one JSON object.")
def word(words: tuple[str, ...], mode: str, packs: str, as_json: bool) -> None:
    """Explain a word, with citations; `word` itself may be left out.

    A WORD is a skill, an effect, a chip or other content, a term of the rulebook, a ruling, a rule option, a
    window or another word of the rules; in any letters, or its beginning where only one begins so. What is none of
    their names may be a word that content is written in: an op, a value, a condition, a selector.
    """
    from tmb.cli.hand import in_any_pack, table
    from tmb.cli.topics import told
    from tmb.session import topics

    written = " ".join(words)
    at = table(mode, packs)
    if not (mode or packs):
        at = in_any_pack(at, lambda other: bool(topics.find(other.rules, other.mode, written)))

    def explain(name: str) -> dict[str, Any]:
        first, *others = topics.find(at.rules, at.mode, name) or [{}]
        if not first:
            raise topics.unknown_topic(at.rules, at.mode, name, "", command.commands)
        return {**first, "also": others} if others else first

    found = explain(written)
    if as_json:
        click.echo(json_line({"schema": "tmb.word/1"} | found))
        return
    for line in wrapped(told(found, explain)):
        click.echo(line)


def _written(shelf: str) -> Callable[[RuleSet], Iterable[Row]]:
    """The words of a shelf that content is written in."""

    def rows(rules: RuleSet) -> Iterable[Row]:
        from tmb.session import written

        return written.SHELVES[shelf](rules)

    return rows


def _marks(rules: RuleSet) -> Iterable[Row]:
    for m in rules.registry.marks.values():
        yield m.name, f"{m.lo} to {m.hi}", m.clears, "public" if m.public else "hidden", m.text


command.add_command(flow)
command.add_command(options)
command.add_command(word)
for _made in (
    _lister("windows", "List the moments at which content may act.", ("name", "kind", "who", "doc", "cite"), _windows),
    _lister("queries", "List the questions that content has a say in.", QUERY_COLUMNS, _queries),
    _lister("permits", "List what content may forbid.", ("name", "roles", "doc", "cite"), _permits),
    _lister("ops", "List the words of programs in content.", ("name", "fields", "doc"), _written("op")),
    _lister("values", "List the words for numbers in content.", ("name", "doc"), _written("value")),
    _lister("conditions", "List the words of `if` in content.", ("name", "doc"), _written("condition")),
    _lister("selectors", "List the words for things in content.", ("name", "kind", "doc"), _written("selector")),
    _lister("marks", "List the counters that things carry.", ("name", "bounds", "clears", "seen", "doc"), _marks),
):
    command.add_command(_made)
