"""Complaints of the rules about an entry, at the entry's place."""

import re

from tmb.content.content import Content
from tmb.content.problem import ContentError, Problem
from tmb.errors import RulesError, TmbError

SHEET = re.compile(r"sheet ([\w-]+)/((?:[\w.-]+:[\w-]+/)?[\w-]+)[^:]*: (.*)", re.DOTALL)
"""How rules complain of an entry: `sheet KIND/ID`, with whatever part of it behind, and what is wrong."""


def at_its_entry(error: RulesError, content: Content) -> TmbError:
    """The complaint as a fault of content, with its place, if it is about an entry; else as it is."""
    found = SHEET.match(str(error))
    if not found:
        return error
    kind, id_, message = found.groups()
    fulls = [
        (other != kind, full)
        for other in content.kinds()
        for full in content.entries(other)
        if full == id_ or full.rpartition("/")[2] == id_
    ]
    if not fulls:
        return error
    file, line, column = content.where(min(fulls, key=lambda row: row[0])[1])
    return ContentError([Problem(file, line, column, "rules", message)])
