"""Plain versions and ranges mean without the library what they mean with it."""

from itertools import product

import pytest
from packaging.specifiers import SpecifierSet

from tmb.content.versions import is_range, within

VERSIONS = ["0", "0.0", "0.0.1", "0.1", "0.1.0", "1", "1.0", "1.0.0.1", "1.2", "1.10", "01.2", "10.0"]


@pytest.mark.parametrize("prereleases", [None, True, False])
def test_a_plain_range_holds_the_versions_that_it_would_hold_anyway(prereleases) -> None:
    for version, least in product(VERSIONS, VERSIONS):
        wanted = f">={least}"
        assert is_range(wanted)
        assert within(version, wanted, prereleases) == SpecifierSet(wanted).contains(version, prereleases)
