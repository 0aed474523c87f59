"""The JSON Schema: it ships as it is made, names every message and event, and refers to nothing that is not there."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import msgspec
import pytest

from tests.protocol.client import command, environment
from tests.protocol.golden import SHIPPED, shipped
from tests.session.play import rules
from tmb.core.events import CORE
from tmb.errors import InputError
from tmb.protocol.methods import METHODS
from tmb.protocol.schema import part, references, whole


def test_the_shipped_file_is_what_the_structs_say() -> None:
    assert SHIPPED.read_text(encoding="utf-8") == shipped(), "scripts/regold writes it anew"


def test_every_message_and_event_is_in_it_and_every_reference_leads_somewhere() -> None:
    for made in (whole(), whole(rules())):
        assert made["$schema"].endswith("2020-12/schema")
        names = {f"#/$defs/{name}" for name in made["$defs"]}
        assert set(references(made)) <= names
        for found in METHODS.values():
            assert {found.params.__name__, found.result.__name__} <= set(made["$defs"])
        assert {e.__name__ for e in CORE} <= set(made["$defs"])
    assert "PawnMoved" in whole(rules())["$defs"]
    kinds = [d["properties"]["kind"] for d in whole(rules())["$defs"].values() if "kind" in d.get("properties", ())]
    assert {"enum": ["pawn.moved"]} in kinds


def test_all_messages_say_what_they_are() -> None:
    defs = whole()["$defs"]
    objects = {n: d for n, d in defs.items() if d.get("type") == "object" and "properties" in d}
    silent = [n for n, d in objects.items() if not d.get("description")]
    assert silent == []


def test_the_verb_prints_it() -> None:
    def printed(*args: str) -> Any:
        done = subprocess.run(command("schema", *args), capture_output=True, env=environment(), check=False)
        return json.loads(done.stdout) if done.returncode == 0 else (done.returncode, done.stderr.decode())

    assert printed("--core") == json.loads(shipped())
    assert printed("ActParams", "--core")["$ref"] == "#/$defs/ActParams"
    assert "PawnMoved" in printed("--packs", "demo")["$defs"]
    code, told = printed("--core", "ActParms")
    assert code == 2
    assert 'did you mean "ActParams"' in told


def test_new_may_have_more_fields_and_other_messages_are_plain() -> None:
    made = msgspec.json.decode(shipped())
    assert made["$defs"]["NewParams"]["additionalProperties"] is True
    assert "params" in made["$defs"]["Request"]["anyOf"][0]["properties"]


def test_the_kind_of_an_event_names_its_schema() -> None:
    assert part(None, "dice.rolled")["$ref"] == "#/$defs/DiceRolled"
    assert part(rules(), "pawn.moved")["$ref"] == "#/$defs/PawnMoved"
    assert part(None, "AnyEvent")["$ref"] == "#/$defs/AnyEvent"
    with pytest.raises(InputError) as e:
        part(rules(), "pawn.movd", "/params/name")
    assert (e.value.code, e.value.where, e.value.did_you_mean) == ("unknown_schema", "/params/name", "pawn.moved")


def test_the_schema_of_a_part_says_nothing_of_other_messages() -> None:
    everything = whole(rules())["$defs"]
    for name in everything:
        made = part(rules(), name)
        assert made.keys() == {"$schema", "title", "$ref", "$defs"}
        there = {f"#/$defs/{n}" for n in made["$defs"]}
        assert set(references(made)) == there | {f"#/$defs/{name}"}
        assert all(made["$defs"][n] == everything[n] for n in made["$defs"])
    assert list(part(rules(), "pawn.moved")["$defs"]) == ["PawnMoved"]
