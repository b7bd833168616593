"""All that happens on the table of Betrayal is told with its dice, what they needed and what came of it."""

from __future__ import annotations

import random

import pytest

from fs_env.core.betrayal.game import GAME
from fs_env.core.betrayal.scenario import Play
from fs_env.core.betrayal.view.step_facts import step_facts
from fs_env.narration.narrator import Narrator
from fs_env.narration.speech import Speech
from fs_env.narration.transition import answered, bytes_of


def told(game: Play, *answers: str, seat: int = 0) -> list[str]:
    """The lines of a seat while decisions are answered."""
    narrator = Narrator(GAME, seat)
    narrator.see(game.S)
    for answer in answers:
        game.choose(answer)
        narrator.see(game.S)
    names = ["Ann", "Bob", "Cy"]
    names[seat] = "you"
    return [Speech(names).of(line) for line in narrator.news()]


def alley(event: str) -> Play:
    """Seat 0 is about to end its turn on a tile where that draws an event."""
    game = Play(3).tile("Ambush Alley", "north", of="Elfsong Tavern").stand(0, "Ambush Alley")
    return game.stack("events", event).start()


def test_story__of_an_event():
    """Its name and text, the dice with what they needed, what it does."""
    game = alley("Vampiric Mist").clips(0, knowledge=3).dice(2, 1, 0)
    assert told(game, "end the turn")[:3] == [
        "you draw the event Vampiric Mist: “roll Knowledge: 4+ gain 1 Speed; 0-3 take 1 point of physical damage”",
        "you roll 3 with Knowledge (2 1 0) for Vampiric Mist; 0-3: “take 1 point of physical damage”",
        "you take 1 physical damage",
    ]


def test_story__of_an_event_that_attacks():
    """Both sides' dice."""
    game = alley("Zhentarim Opportunist").clips(0, might=1).dice(2, 2, 0, 1, 1, 0, 0, 0)
    lines = told(game, "end the turn", seat=1)
    assert "Zhentarim Opportunist attacks Ann with Might: 5 (2 2 0 1) against 1 (1 0 0 0), won by 4" in lines


def test_story__of_everybodys_rolls():
    """Rolls of others are told with their names, in the order of the seats."""
    game = alley("Sound of Looming Doom").clips(0, speed=1).clips(1, speed=1).clips(2, speed=1)
    lines = told(game.dice(*[1] * 12), "end the turn")
    assert [line.split()[0] for line in lines if "with Speed (" in line][:3] == ["you", "Bob", "Cy"]


@pytest.mark.parametrize(
    ("faces", "came"), [((2, 2), "4 (2 2), 6+ needed; no haunt yet"), ((2, 2, 1, 1), "6 (2 2 1 1), 6+ needed; enough")]
)
def test_story__of_a_haunt_roll(faces, came):
    """R59: who rolls how many dice, and whether it is enough; the haunt that begins is told after it."""
    game = Play(3).stack("streets", "Haunted Alley").stack("omens", "Symbol of Bhaal").start().choose("go east")
    game.table(omens=len(faces) - 1).dice(*faces)
    lines = told(game, game.legal()[0])
    at = lines.index(f"you make a haunt roll: {came}")
    assert any(line.startswith("the haunt begins: ") for line in lines[at:]) == (sum(faces) >= 6)
    assert "you draw Symbol of Bhaal" in lines[:at]


@pytest.mark.parametrize(
    ("faces", "end"),
    [
        ((2, 2, 1), "; done: “put an Obstacle token on the tile, lay a quest token of your side”"),
        ((0, 2, 0), "; not done"),
    ],
)
def test_story__of_a_task(faces, end):
    """R47: a task is told by its name, with what it needs and whether it is done."""
    game = Play(3).haunt(7, traitor=2).tile("Haunted Alley", "east", of="Elfsong Tavern").stand(0, "Haunted Alley")
    game = game.clips(0, knowledge=3).start().dice(*faces)
    dice = " ".join(map(str, faces))
    line = f"you roll {sum(faces)} with Knowledge ({dice}) to find a clue, 5+ needed{end}"
    assert told(game, "attempt task 1")[0] == line


def test_story__of_an_attack():
    """Both figures, the weapon, the dice of both, what is added, by how much it is won."""
    game = Play(3).haunt(7, traitor=2).monster("Elfsong Tavern").give(0, "Cleaver").clips(0, might=1).start()
    game.choose("attack monster 1", "choose Cleaver").dice(*[1] * 12)
    assert told(game, "no")[0].startswith(
        "you attack Intellect Devourer 1 with Cleaver: 5 (1 1 1 1, +1) against 3 (1 1 1), won by 2"
    )


def test_story__of_a_roll_that_may_still_change():
    """R88: what a roll does is told when the token of Bardic Inspiration is used or kept."""
    game = alley("Vampiric Mist").clips(0, knowledge=3).table(inspired=0).dice(2, 1, 0)
    assert told(game, "end the turn")[1:] == ["you roll 3 with Knowledge (2 1 0) for Vampiric Mist"]
    kept, used = game.copy(), game
    assert "you have 3 for Vampiric Mist; 0-3: “take 1 point of physical damage”" in told(kept, "no")
    assert told(used, "yes")[:2] == ["you use Bardic Inspiration", "you have 4 for Vampiric Mist; 4+: “gain 1 Speed”"]


def test_story__is_told_in_its_order():
    """A tile is found and entered before its event is drawn, and traits change after the roll."""
    game = Play(3).stack("streets", "Watch Post").stack("events", "Death Vision").clips(0, sanity=3).start()
    game.choose("go north")
    lines = told(game.dice(2, 2, 1), game.legal()[0])
    heads = [" ".join(line.split()[:3]) for line in lines[:5]]
    assert heads == ["you find Watch", "you come to", "you draw the", "you roll 5", "you gain 1"]


def test_story__of_what_changes_a_trait():
    """A change names the card or tile that makes it where the line before does not: damage that is spread, and a card that is dropped."""
    altar = Play(3).tile("Forgotten Altar", "north", of="Elfsong Tavern").stand(0, "Forgotten Altar").start()
    altar.choose("end the turn")
    assert told(altar, "yes")[0] == "you take 1 mental damage from Forgotten Altar"
    assert altar.question == "split"
    assert told(altar, altar.legal()[0])[0].partition(" (")[0] in {
        f"you lose 1 {trait} to Forgotten Altar" for trait in ("Knowledge", "Sanity")
    }
    fight = Play(3).haunt(7, traitor=2).monster("Elfsong Tavern").give(0, "Cleaver").start()
    fight.choose("attack monster 1", "choose Cleaver").dice(0, 0, 0, 0, 0, 2, 2, 2)
    assert told(fight, "no")[-1] == "you take 5 physical damage" and fight.question == "split"
    assert told(fight, "Speed")[0].startswith("you lose 1 Speed to Intellect Devourer 1 (")
    bracers = Play(3).give(0, "Lead Bracers").start()
    assert [line.partition(" (")[0] for line in told(bracers, "drop Lead Bracers")] == [
        "you drop Lead Bracers",
        "you lose 1 Might",
    ]


def test_step_facts__takes_the_same_steps_as_the_rules():
    """In Python every step of random games leads to the same bytes, and its facts are those of the two positions."""
    S, pick, told_of = GAME.new(1), random.Random(), set()
    for seed in (1, 2):
        pick.seed(seed)
        GAME.setup(S, seed=seed, num_players=3 + seed, max_decisions=160)
        after = GAME.to_json(S)
        while GAME.to_act(S) >= 0:
            action = pick.choice(GAME.legal(S).tolist())
            before, view = bytes_of(S), after
            GAME.step(S, action)
            after = GAME.to_json(S)
            facts = step_facts(before, action, bytes_of(S))
            if view["decision"]["question"] == "adventurer":
                assert facts is None
                continue
            assert facts is not None, f"seed {seed}: {GAME.action_text(action)} leads elsewhere"
            told_of |= {fact["what"] for fact in facts}
            check(facts, view, after)
    assert told_of >= set("roll event haunt_roll attack damage found stands trait takes goes speed".split())


def check(facts, before, after):
    """The changes of traits add up, the last place is the true one, dice are dice."""
    for p, (old, new) in enumerate(zip(before["players"], after["players"], strict=True)):
        mine = [fact for fact in facts if fact.get("who") == f"player_{p}"]
        for trait, space in new["spaces"].items():
            changes = [fact["by"] for fact in mine if fact["what"] == "trait" and fact["trait"] == trait]
            assert sum(changes) == space - old["spaces"][trait]
        places = [fact["tile"] for fact in mine if fact["what"] == "stands"]
        if new["alive"] and not new["escaped"]:
            assert (places or [old["tile"]])[-1] == new["tile"]
    for fact in facts:
        assert all(face in (0, 1, 2) for face in fact.get("dice") or ())
        if fact["what"] == "haunt_roll" and fact["dice"] is not None:
            assert sum(fact["dice"]) == fact["result"] and fact["begins"] == (fact["result"] >= 6)


def test_step_facts__of_another_step_is_nothing():
    """A state that the action does not lead to is told from its positions alone."""
    game = alley("Death Vision")
    before = bytes_of(game.S)
    assert answered(GAME, game.S, game.S) is None
    action = next(a for a in GAME.legal(game.S).tolist() if GAME.action_text(a) == "end the turn")
    assert step_facts(before, action, before) is None
    other = game.copy()
    game.choose("end the turn")
    assert answered(GAME, other.S, game.S) == action
