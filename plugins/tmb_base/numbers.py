"""Numbers that chips print behind skills which have no use for one."""

from __future__ import annotations

from typing import Any

from tmb.content.content import Complaint, Content
from tmb.content.problem import quoted
from tmb_base.tables import CHIPS, entries_of, skill_id


def unread(content: Content) -> list[Complaint]:
    """A hint at each of them: the chip does the same without it."""
    out: list[Complaint] = []
    for kind in CHIPS:
        for full, chip in entries_of(content, kind):
            for path, written in [*_rows("skills", enumerate(chip.skills)), *_rows("bones", chip.bones.items())]:
                skill: Any = content.get("skill", written)
                if written != skill_id(written) and not skill.takes:
                    way = f'write {quoted(skill_id(written))}, or takes = "n" there'
                    out.append(Complaint(kind, full, path, "unread_number", f"{skill.id} takes no number; {way}"))
    return out


def _rows(field: str, rows: Any) -> list[tuple[tuple[str | int, ...], str]]:
    return [((field, at), written) for at, written in rows]
