"""Load packs: read, order, check, patch, link. All problems of all files come at once; what is sound is kept."""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from types import ModuleType

from tmb.content.content import Complaint, Content
from tmb.content.ids import Ids
from tmb.content.kept import Shelf
from tmb.content.kinds import Kind, Vocabulary
from tmb.content.order import Line
from tmb.content.pack import OpenPack
from tmb.content.packrules import note_rules
from tmb.content.problem import ContentError, Problem
from tmb.core.ruleoptions import RuleOption

__all__ = ["Complaint", "Content", "Link", "check", "load"]

Link = Callable[[Content], list[Complaint]]
"""A plugin's own check over all entries; it runs only when nothing else is wrong."""


def load(
    packs: Sequence[Path],
    kinds: Sequence[Kind],
    vocabularies: Mapping[str, Vocabulary],
    names: Mapping[str, Collection[str]],
    links: Sequence[Link] = (),
    engine: str = "",
    rule_options: Mapping[str, RuleOption] | None = None,
    made_by: Collection[ModuleType] = (),
) -> Content:
    """Return the content of packs, given as folders in any order.

    `kinds` and `vocabularies` say what may stand in them, `names` what the names are that `name_of` refers to, `engine`
    is the version that packs may ask for ("" leaves that unchecked), `rule_options` what packs may set, `made_by` the
    modules all of whose code had a hand in these: content that was found sound is then kept for the next time. Raises
    ContentError with every problem; RulesError when a declaration itself is wrong (a Struct that refers to a kind that
    nobody declared).
    """
    line = _line(packs, engine, rule_options)
    shelf = None
    if made_by and line.packs and not any(pack.problems for pack in line.opened):
        shelf = Shelf(line, made_by, kinds, vocabularies, names)
        kept = shelf.read(Ids(kinds, line.reach()))
        if kept is not None:
            return kept
    content, problems = _checked(line, kinds, vocabularies, names, links, shelf)
    if content is None:
        raise ContentError(problems)
    return content


def check(
    packs: Sequence[Path],
    kinds: Sequence[Kind],
    vocabularies: Mapping[str, Vocabulary],
    names: Mapping[str, Collection[str]],
    links: Sequence[Link] = (),
    engine: str = "",
    rule_options: Mapping[str, RuleOption] | None = None,
) -> tuple[Content | None, list[Problem]]:
    """Like `load`, but return the content (None if there are problems) and all problems, in order of their places."""
    return _checked(_line(packs, engine, rule_options), kinds, vocabularies, names, links)


def _line(packs: Sequence[Path], engine: str, rule_options: Mapping[str, RuleOption] | None) -> Line:
    line = Line([OpenPack(path) for path in packs], engine)
    note_rules(line, rule_options or {})
    return line


def _checked(
    line: Line,
    kinds: Sequence[Kind],
    vocabularies: Mapping[str, Vocabulary],
    names: Mapping[str, Collection[str]],
    links: Sequence[Link],
    shelf: Shelf | None = None,
) -> tuple[Content | None, list[Problem]]:
    """Every entry of every pack, checked; kept on the shelf where all is sound."""
    from tmb.content.loading import Loading  # needed only where nothing is kept

    ids = Ids(kinds, line.reach())
    loading = Loading(line, vocabularies, names, ids)
    problems = [problem for pack in line.opened for problem in pack.problems] + loading.problems
    content = Content([pack.info for pack in line.packs if pack.info], ids, loading.slots)
    if not problems:
        problems = complaints(content, links)
    if problems:
        return None, sorted(set(problems))
    if shelf is not None:
        shelf.write(loading.slots, loading.tables)
    return content, []


def complaints(content: Content, links: Sequence[Link]) -> list[Problem]:
    """Run the plugins' checks and give their complaints a place."""
    found = []
    for link in links:
        for complaint in link(content):
            file, line, column = content.where(complaint.full_id, complaint.path)
            found.append(Problem(file, line, column, complaint.code, complaint.message))
    return found
