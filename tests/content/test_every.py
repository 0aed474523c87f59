"""`[every.KIND]`: what all entries of a kind in one file have that do not say otherwise."""

from __future__ import annotations

from pathlib import Path

from tests.content.sample import Foe, look, said, write

SOURCE = 'source = { status = "standin", where = "ours" }'
FOES = f"""[every.foe]
hp = 3
form = "ranged"
{SOURCE}

[[foe]]
id = "one"

[[foe]]
id = "two"
hp = 5
"""


def test_entries_have_it_unless_they_say_otherwise(tmp_path: Path) -> None:
    content, problems = look(*write(tmp_path, {"a/foes/f.toml": FOES}))
    assert said(problems) == []
    assert content is not None
    foes = [content.get("foe", name) for name in ("one", "two")]
    assert [(f.hp, f.form, f.source.where) for f in foes if isinstance(f, Foe)] == [
        (3, "ranged", "ours"),
        (5, "ranged", "ours"),
    ]


def test_a_patch_is_not_filled_up(tmp_path: Path) -> None:
    patch = f'[every.foe]\nhp = 9\n{SOURCE}\n\n[[foe]]\npatch = "a:foe/one"\nini = 4\n{SOURCE}\n'
    manifest = 'id = "b"\nversion = "1.0"\nname = "b"\nrequires = {{ a = "" }}\n'.replace("{{", "{").replace("}}", "}")
    files = {"a/foes/f.toml": FOES, "b/foes/f.toml": patch, "b/pack.toml": manifest}
    content, problems = look(*write(tmp_path, files))
    assert said(problems) == []
    assert content is not None
    one = content.get("foe", "one")
    assert isinstance(one, Foe)
    assert (one.hp, one.ini) == (3, 4)


def test_faults_have_the_place_where_they_are_written(tmp_path: Path) -> None:
    text = FOES.replace("hp = 3", "hp = 0").replace('[[foe]]\nid = "two"', '[[foe]]\nid = "two"\nleg = 1')
    _, problems = look(*write(tmp_path, {"a/foes/f.toml": text}))
    assert [line.partition(": ")[0].rpartition("a/")[2] for line in said(problems)] == [
        "foes/f.toml:2:6",
        "foes/f.toml:11:1",
    ]


def test_what_is_no_such_table_is_told(tmp_path: Path) -> None:
    wrong = {
        "[every]\nskill = { amount = 1 }\n": "foes/f.toml:2:1: every: a skill does not belong here",
        "[every.feo]\nhp = 1\n": 'every: unknown kind "feo"; did you mean "foe"?',
        '[every.foe]\nid = "x"\n': "every.foe: a table of what all have; id, patch and replace are an entry's own",
        "every = 3\n": "write [every.KIND]",
    }
    for i, (text, told) in enumerate(wrong.items()):
        _, problems = look(*write(tmp_path / str(i), {"a/foes/f.toml": text}))
        assert any(told in line for line in said(problems)), said(problems)
