"""From types to checkers, made once a run of the loader; and the fast way through msgspec."""

import re
from typing import Any

import msgspec
import msgspec.inspect as inspect

from tmb.content.findings import Path, Run
from tmb.content.plans import (
    AnyPlan,
    FlagPlan,
    IdPlan,
    NamePlan,
    NumberPlan,
    OneOfPlan,
    Plan,
    ReferencePlan,
    TextPlan,
    UnionPlan,
)
from tmb.content.tables import ListPlan, StructPlan, TablePlan, VariantsPlan
from tmb.content.words import WordsPlan

nothing = object()
"""What a conversion that failed returns: None is a value."""


class Typed:
    """One type: msgspec's own conversion first, the walk for what msgspec cannot see or does not accept."""

    def __init__(self, type_: Any, plan: Plan) -> None:
        self.type, self.plan = type_, plan
        self.keys: frozenset[str] = plan.keys() if isinstance(plan, StructPlan) else frozenset()

    def verify(self, value: Any, path: Path, run: Run) -> Any:
        """Note every fault of `value`; return it converted, or `nothing`."""
        result, complaint = self.converted(value)
        if complaint is None:
            if self.plan.linked:
                self.plan.walk(value, path, run, True)
            return result
        before = len(run.found)
        self.plan.walk(value, path, run, False)
        if len(run.found) == before:
            inner, message = parted(complaint)
            run.add((*path, *inner), "invalid", message)
        return nothing

    def converted(self, value: Any) -> tuple[Any, str | None]:
        """Return the converted value and None, or `nothing` and msgspec's complaint."""
        try:
            return msgspec.convert(value, self.type, str_keys=True), None
        except msgspec.ValidationError as error:
            return nothing, str(error)


def parted(complaint: str) -> tuple[Path, str]:
    """Part msgspec's "what - at `$.a[0]`" into the path (as far as it is given) and what is wrong."""
    message, _, place = complaint.rpartition(" - at `")
    if not message:
        return (), complaint
    path: list[str | int] = []
    for name, index in re.findall(r"\.([^.\[`]+)|\[(\d+|\.\.\.)\]", place):
        if index == "...":
            break
        path.append(name or int(index))
    return tuple(path), message


class Types:
    """The checkers of one run of the loader, by type."""

    def __init__(self) -> None:
        self._typed: dict[Any, Typed] = {}
        self._records: dict[type, StructPlan] = {}

    def typed(self, type_: Any) -> Typed:
        """Return the checker of `type_`."""
        if type_ not in self._typed:
            self._typed[type_] = Typed(type_, self.plan(inspect.type_info(type_)))
        return self._typed[type_]

    def plan(self, info: inspect.Type) -> Plan:
        """Return the plan of one of msgspec's type descriptions."""
        match info:
            case inspect.Metadata():
                return self._annotated(info)
            case inspect.BoolType():
                return FlagPlan()
            case inspect.IntType() | inspect.FloatType():
                return number(info)
            case inspect.StrType():
                return TextPlan(info.min_length, info.max_length, info.pattern)
            case inspect.LiteralType():
                return OneOfPlan(list(info.values))
            case inspect.EnumType():
                return OneOfPlan([member.value for member in info.cls])
            case inspect.StructType():
                return AnyPlan() if info.array_like else self._record(info)
            case inspect.UnionType():
                return self._union(info)
            case _:
                return self._collection(info)

    def _collection(self, info: inspect.Type) -> Plan:
        """Lists and tables; everything else is left to msgspec."""
        match info:
            case inspect.TupleType():
                return ListPlan([self.plan(item) for item in info.item_types])
            case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
                return ListPlan(self.plan(info.item_type), info.min_length, info.max_length)
            case inspect.DictType():
                key, value = self.plan(info.key_type), self.plan(info.value_type)
                return TablePlan(key, value, isinstance(bared(info.key_type), inspect.IntType))
            case _:
                return AnyPlan()

    def _annotated(self, info: inspect.Metadata) -> Plan:
        """A type with our own marks: a vocabulary, a reference or a registered name."""
        inner, extra = self.plan(info.type), info.extra or {}
        if "id" in extra and isinstance(inner, TextPlan):
            return IdPlan(inner.pattern or "", bool(extra["id"]))
        if "form" in extra and isinstance(inner, TextPlan):
            inner.form = extra["form"]
        if "vocabulary" in extra:
            return WordsPlan(inner, extra["vocabulary"], bool(extra.get("single")))
        if "ref" in extra:
            return ReferencePlan(inner, extra["ref"])
        return NamePlan(inner, extra["name"]) if "name" in extra else inner

    def _union(self, info: inspect.UnionType) -> Plan:
        """Several types; TOML has no null, so None is never one of them."""
        members = [member for member in info.types if not isinstance(member, inspect.NoneType)]
        structs = [m for m in members if isinstance(m, inspect.StructType) and m.tag_field]
        plans = [self.plan(member) for member in members if member not in structs or len(structs) < 2]
        if len(structs) > 1:
            plans.append(VariantsPlan(str(structs[0].tag_field), {str(s.tag): self._record(s) for s in structs}))
        return plans[0] if len(plans) == 1 else UnionPlan(plans)

    def _record(self, info: inspect.StructType) -> StructPlan:
        """A Struct; one that holds itself finds its own plan here."""
        if info.cls not in self._records:
            tag = (info.tag_field, info.tag) if info.tag_field else None
            record = self._records[info.cls] = StructPlan(info.cls.__name__, tag, info.forbid_unknown_fields)
            own = {field.encode_name: self.plan(field.type) for field in info.fields}
            record.seal(own, [field.encode_name for field in info.fields if field.required])
        return self._records[info.cls]


def bared(info: inspect.Type) -> inspect.Type:
    """Return the type inside our own marks."""
    return info.type if isinstance(info, inspect.Metadata) else info


def number(info: inspect.IntType | inspect.FloatType) -> Plan:
    """A number; for whole ones "more than 0" reads "from 1"."""
    if isinstance(info, inspect.FloatType):
        low = info.ge if info.ge is not None else info.gt
        return NumberPlan(low, info.le if info.le is not None else info.lt, whole=False)
    low = info.ge if info.gt is None else info.gt + 1
    return NumberPlan(low, info.le if info.lt is None else info.lt - 1)
