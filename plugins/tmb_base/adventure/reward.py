"""The Reward Phase and Training (Undertow rulebook, Reward Phase, Stat Area, Training Points; base rules, Q&A)."""

from __future__ import annotations

from typing import Any

from tmb.core.flow import DONE, choice, flow, opens, repeats, roll
from tmb.core.queries import number
from tmb.core.state import Frame
from tmb_base.adventure import changes, events
from tmb_base.adventure.entries import Reward
from tmb_base.adventure.loot import DrawLoot
from tmb_base.gearlocs.learning import learnable
from tmb_base.seats import mine
from tmb_base.world import Gearloc


class Rewards(Frame):
    """What a success pays. drawn: who has drawn its Loot, Trove Loot; trained: who has had its Training Points."""

    reward: Reward
    drawn: list[str] = []
    trained: list[str] = []


@repeats
def draw_for_each(game: Any, frame: Rewards) -> Any:
    """Loot and Trove Loot for each Gearloc."""
    reward = frame.reward
    for trove, n in ((False, reward.loot_each), (True, reward.trove_each)):
        for g in game.world.party if n else ():
            if (key := f"{g}/{int(trove)}") not in frame.drawn:
                frame.drawn.append(key)
                game.push(DrawLoot(g, n, trove))
                return None
    return DONE


@repeats
def draw_for_party(game: Any, frame: Rewards) -> Any:
    """Loot and Trove Loot that the party distributes."""
    for trove, n in ((False, frame.reward.loot), (True, frame.reward.trove)):
        if n and (key := f"party/{int(trove)}") not in frame.drawn:
            frame.drawn.append(key)
            game.push(DrawLoot("", n, trove))
            return None
    return DONE


@repeats
def train_all(game: Any, frame: Rewards) -> Any:
    """Each Gearloc gains the Training Points, and uses them now."""
    waiting = [g for g in game.world.party if g not in frame.trained]
    if not frame.reward.training or not waiting:
        return DONE
    frame.trained.append(waiting[0])
    game.push(Training(waiting[0], frame.reward.training))
    return None


def record_progress(game: Any, frame: Rewards) -> None:
    """The card lies under the Tyrant card."""
    if frame.reward.progress:
        changes.gain_progress(game, frame.reward.progress)


REWARDS = flow(
    Rewards,
    opens("reward.start"),
    draw_for_each,
    draw_for_party,
    train_all,
    record_progress,
    cite="base rules, Game Flow 3; Undertow rulebook, Reward Phase",
)


class Training(Frame):
    """Training Points of one Gearloc. left: points; what: the attempt that is made; failed: what this point was tried
    on in vain (R27); bones: Bones that the attempt shows; kept: those of them that are not rolled now; again: Bones of
    Def dice were rolled again; dice: how many are rolled.
    """

    unit: str
    left: int
    what: str = ""
    failed: list[str] = []
    bones: int = 0
    kept: int = 0
    again: bool = False
    dice: int = 0
    ok: bool = False


def trainee(game: Any, frame: Training) -> Gearloc | None:
    """The Gearloc that trains."""
    unit = game.world.units.get(frame.unit)
    return unit if type(unit) is Gearloc else None


@choice("train", seat=mine, cite="Undertow rulebook, Stat Area, Training Points; R27")
def choose_training(game: Any, frame: Training, me: Gearloc) -> list[str] | None:
    """A stat whose die is below 6, or a skill that can be learned; not what this point failed at."""
    if not frame.left:
        return None
    stats = [s for s in changes.STATS if me.trained.get(s, 0) < changes.MOST_STAT]
    return [t for t in (*stats, *learnable(game.rules, me)) if t not in frame.failed] or None


@choose_training.taken
def attempt(game: Any, frame: Training, me: Gearloc, what: str) -> None:
    """HP, Dex and skills succeed; Atk and Def must be rolled for."""
    frame.what = what
    roll_anew(frame, me)


def roll_anew(frame: Training, me: Gearloc) -> None:
    """All dice of the attempt are rolled."""
    frame.bones, frame.kept, frame.again = 0, 0, False
    frame.dice = {"atk": me.atk, "def": me.dfn}.get(frame.what, 0)


def try_again(frame: Training, me: Gearloc) -> None:
    """The attempt is made once more."""
    roll_anew(frame, me)
    frame.at = "roll_attempt"


def nothing_left(game: Any, frame: Training, me: Gearloc) -> None:
    """A point that nothing can be done with is lost."""
    if frame.left and not frame.what:
        game.tell(events.PointLost, me.id)
        frame.left = 0


@roll("", what="training", repeat=True, cite="Undertow rulebook, Attack, Defense (Training Attempts)")
def roll_attempt(game: Any, frame: Training, me: Gearloc) -> list[str] | None:
    """All dice of the stat; Bones of Def dice are rolled once more."""
    return [frame.what] * frame.dice or None


@roll_attempt.taken
def attempt_rolled(game: Any, frame: Training, me: Gearloc, faces: list[str]) -> None:
    """Bones stand in the way."""
    frame.bones = frame.kept + faces.count("bones")
    frame.dice = frame.bones if frame.what == "def" and not frame.again else 0
    frame.again = True


def judge_attempt(game: Any, frame: Training, me: Gearloc) -> None:
    """Without Bones (or with no more than a card allows) it succeeds."""
    if frame.what:
        frame.ok = frame.bones <= number(game, "training.bones", me.id, 0, frame)


def trained(game: Any, frame: Training, me: Gearloc) -> None:
    """The stat or skill is there; or the point must be used on something else."""
    if not frame.what:
        return
    what, frame.what = frame.what, ""
    game.tell(events.Trained, me.id, what, frame.ok)
    if not frame.ok:
        frame.failed.append(what)
        return
    frame.left -= 1
    frame.failed = []
    if what in changes.STATS:
        changes.train_stat(game, me, what)
    else:
        changes.learn(game, me, what)


def next_point(game: Any, frame: Training, me: Gearloc) -> None:
    """Until all points are used."""
    if frame.left:
        frame.at = "choose_training"


TRAINING = flow(
    Training,
    choose_training,
    nothing_left,
    roll_attempt,
    opens("training.rolled"),
    judge_attempt,
    opens("training.failed"),
    trained,
    next_point,
    subject=trainee,
    cite="Undertow rulebook, Stat Area, Training Points; base rules Q&A",
)
