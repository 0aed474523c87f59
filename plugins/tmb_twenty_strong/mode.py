"""The mode `twenty-strong`: a whole game for one, from set-up to the Tyrant's end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar

from msgspec import Meta

from tmb.core.bearers import Bearer
from tmb.core.chance import Chance
from tmb.core.events import Event
from tmb.core.mode import Mode, Options, Sign
from tmb.core.state import Frame
from tmb.errors import InputError, unknown
from tmb_twenty_strong import (
    about,
    blocked,
    board,
    facts,
    glossary,
    invariants,
    labels,
    legend,
    rulings,
    scene,
    story,
    view,
)
from tmb_twenty_strong.cards import item_of
from tmb_twenty_strong.day import Hunt
from tmb_twenty_strong.frames import Engagement
from tmb_twenty_strong.plans import ANY_TIME
from tmb_twenty_strong.setup import ASKED
from tmb_twenty_strong.world import HERO, TABLE, Camp

RANKS = 5


class TwentyOptions(Options):
    """tyrant: who is hunted ("" = drawn, "?" = you choose); gearloc: who hunts, a Gearloc or a
    universal hero ("" = a Gearloc is drawn, "?" = you choose); backup: the side of the universal card that a universal
    hero has ("?" = you choose); rank: of the difficulty ladder, 1 to 5.
    """

    tyrant: str = ""
    gearloc: str = ""
    backup: str = ASKED
    rank: Annotated[int, Meta(ge=1, le=RANKS)] = 1


class TwentyMode(Mode):
    """A whole game."""

    name = "twenty-strong"
    doc = "20 Strong: Too Many Bones, for one: days of battles and encounters, until the Tyrant or the hero falls."
    options: ClassVar[type[Options]] = TwentyOptions
    world: ClassVar[Any] = Camp
    packs = ("twenty-strong",)
    stream = "twenty-strong"
    common_seat = "player"
    scene = scene.KEYS
    demo: ClassVar[dict[str, Any]] = {"tyrant": "goremaw", "gearloc": "duster"}
    whole = True
    outcome_words: ClassVar[Mapping[str, str]] = {
        "won": "won",
        "result": "",
        "tyrant": "Tyrant",
        "hero": "hero",
        "rank": "rank",
        "days": "days played",
        "health": "Health left",
        "flipped": "flipped to innate +1",
    }

    def start(self, rules: Any, options: Any) -> tuple[Any, Frame]:
        """The table before anything is set up. Raises InputError naming the option at fault."""
        tables = rules.tables
        for what, name, known in (
            ("tyrant", options.tyrant, tables["tyrants"]),
            ("gearloc", options.gearloc, tables["heroes"]),
            ("backup", options.backup, tables["backups"]),
        ):
            if name not in ("", ASKED) and name not in known:
                raise unknown(what, name, known, "bad_value", f"/params/{what}")
        if (
            options.backup not in ("", ASKED)
            and options.gearloc not in ("", ASKED)
            and options.gearloc in tables["gearlocs"]
        ):
            raise InputError(
                "bad_value",
                f"{options.gearloc} has a backup plan of its own; the universal card is for universal heroes",
                where="/params/backup",
                got=options.backup,
            )
        return Camp(rank=options.rank), Hunt(options.tyrant, options.gearloc, options.backup)

    def climb(self, options: Mapping[str, Any], outcome: Mapping[str, Any]) -> dict[str, Any]:
        """After a win the next rank, after a loss the one before (rulebook, Difficulty Ranking)."""
        rank = int(outcome.get("rank", options.get("rank", 1)))
        return {"rank": min(RANKS, rank + 1) if outcome.get("won") else max(1, rank - 1)}

    def find(self, game: Any, id: str) -> Any:
        """The hero, the table, an active card or an item."""
        world = game.world
        if id == HERO:
            return world.hero
        if id == TABLE:
            return world
        return world.foes.get(id) or item_of(game, id)

    def bearers(self, game: Any) -> Iterable[Bearer]:
        """The hero's ability and items, the encounter beside the active area, active cards."""
        for id in self.holders(game):
            yield from self.bearers_of(game, id)

    def bearers_of(self, game: Any, holder: str) -> list[Bearer]:
        """Those of one holder; defeated cards and locks say nothing."""
        world = game.world
        if not holder:
            return [Bearer("plan", "", ANY_TIME)] if world.hero.kind else []
        if holder == HERO:
            hero = world.hero
            if not hero.kind:
                return []
            own = Bearer(f"{HERO}/innate", HERO, f"innate-plus/{hero.kind}" if hero.plus else f"innate/{hero.kind}")
            held = [Bearer(f"{HERO}/{i.id}", HERO, f"item/{i.kind}") for i in world.items if not i.locked]
            return [own, *held]
        if holder == TABLE:
            card = world.encounter
            return [Bearer(f"{TABLE}/{card}", TABLE, f"battle/{card}")] if card else []
        foe = world.foes.get(holder)
        if foe is None or foe.defeated:
            return []
        kind = "tyrant" if foe.kind == world.tyrant else "baddie"
        return [Bearer(f"{foe.id}/{foe.kind}", foe.id, f"{kind}/{foe.kind}")]

    def holders(self, game: Any) -> Iterable[str]:
        """The hero, the table, active cards as they came, and ("") what is there in every window."""
        return [HERO, TABLE, *game.world.foes, ""]

    def outcome(self, game: Any) -> dict[str, Any]:
        """Won or lost, on which day, with what."""
        world = game.world
        return {
            "won": world.ending == "won",
            "result": world.ending,
            "tyrant": world.tyrant,
            "hero": world.hero.kind,
            "rank": world.rank,
            "days": world.day,
            "health": world.hero.health,
            "flipped": world.hero.plus,
        }

    def view(self, game: Any, referee: bool) -> dict[str, Any]:
        """The table, by allow-list."""
        return view.table(game, referee)

    def redeal(self, game: Any, chance: Chance) -> None:
        """Deal the order of the stacks anew, and which Tyrant encounters are in them."""
        view.redeal(game, chance)

    def label(self, game: Any, ask: Any, option: str) -> str:
        """Words for an ask or an option."""
        return labels.label(game, ask, option)

    def topics(self, rules: Any) -> Mapping[str, dict[str, Any]]:
        """Our rulings by their numbers, and the rulebook's words."""
        return {**glossary.topics(), **rulings.topics()}

    def story(self, game: Any, events: Iterable[Event], earlier: Iterable[Event] = ()) -> list[str]:
        """What happened, in words."""
        return story.story(game, events, earlier)

    def blocked(self, game: Any, ask: Any) -> list[tuple[str, str, str]]:
        """What a player may miss."""
        return blocked.blocked(game, ask)

    def preview(self, game: Any, ask: Any, option: str) -> dict[str, Any]:
        """What a card lacks after a die is applied."""
        return labels.preview(game, ask, option)

    def about(self, game: Any, ask: Any, option: str) -> str:
        """What explains an option."""
        return about.about(game, ask, option)

    def invariants(self, game: Any) -> list[str]:
        """What is wrong with the table."""
        return invariants.broken(game)

    def board(self, game: Any) -> str:
        """Cards and dice in plain text."""
        return board.draw(game)

    def moment(self, game: Any) -> tuple[int, ...]:
        """The day, and the Engagement of its battle."""
        fights = [f.number for f in game.stack if type(f) is Engagement]
        return (game.world.day, *fights)

    def legend(self, rules: Any) -> list[Sign]:
        """The signs of stacks, cards and slots."""
        return legend.SIGNS

    def stage(self, game: Any, scene_table: Any) -> None:
        """Set up a scenario."""
        scene.stage(game, scene_table)

    def facts(self, game: Any, name: str) -> Any:
        """A value by name."""
        return facts.fact(game, name)
