"""`tmb/` knows no game; what a game calls things belongs into its plugin."""

import pytest

from tests.house.files import ROOT, below, name, report, text_of
from tests.house.words import GAME_WORDS, game_words


def test_the_engine_uses_no_word_of_a_game() -> None:
    files = list(below("tmb"))
    assert ROOT / "tmb" / "__init__.py" in files
    in_text = (
        f"{name(path)}:{line}: {word!r} is a game's word" for path in files for line, word in game_words(text_of(path))
    )
    in_names = (
        f"{name(path)}: {word!r} in the path is a game's word" for path in files for _, word in game_words(name(path))
    )
    report([*in_text, *in_names])


@pytest.mark.parametrize("word", GAME_WORDS)
@pytest.mark.parametrize(
    "shape", ["{}", "{}s", "the {}'s turn", "{}_queue", "all_{}s", "{}/2", "{}4", "x.{}", '"""{}."""']
)
def test_a_word_is_found_in_every_shape(word: str, shape: str) -> None:
    for form in (word, word.upper(), word.capitalize()):
        assert [number for number, _ in game_words("\n" + shape.format(form))] == [2]


@pytest.mark.parametrize(
    "text", ["BattleFrame", "openBattle", "HTTPLane", "MAX_DEX", "TroveLoot", "dexes", "BattleXYZ"]
)
def test_a_word_is_found_inside_a_camel_case_name(text: str) -> None:
    assert list(game_words(text))


@pytest.mark.parametrize(
    "text", ["index indexes INDEX", "mechanism mechanics", "plane planes", "backbone", "explanes", "loop"]
)
def test_words_that_only_contain_one_stay_legal(text: str) -> None:
    assert not list(game_words(text))
