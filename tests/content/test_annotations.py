"""Types that packs are read with have real annotations: strings would be compiled at every start of the program."""

from __future__ import annotations

import sys

from tmb.plugins import rules_for


def test_types_of_content_are_no_strings() -> None:
    registry = rules_for(["base"]).registry
    words = [
        *registry.ops.values(),
        *registry.conditions.values(),
        *registry.values.values(),
        *registry.selectors.values(),
    ]
    types = [kind.type for kind in registry.kinds.values()] + [
        struct for struct, _ in words if isinstance(struct, type)
    ]
    found = {t.__module__: sys.modules[t.__module__] for t in types if t.__module__.startswith(("tmb", "tmb_base"))}
    assert len(found) > 5
    assert [name for name, module in found.items() if hasattr(module, "annotations")] == []
