"""A traitor need not suffer events or harmful text (R71 to R73, A31, A32, A41), a hidden one reveals the token first (R75)."""

from __future__ import annotations

import pytest

from fs_env.core.betrayal.content.haunts import HAUNTS
from fs_env.core.betrayal.game import GAME
from fs_env.core.betrayal.language.codes import Token, Who
from fs_env.core.betrayal.language.haunts import Shape
from fs_env.core.betrayal.language.words import Op, inside
from fs_env.core.betrayal.scenario import Play
from fs_env.core.betrayal.tables import EVENTS
from tests.core.betrayal.documented import table
from tests.every import every

LASTING = {row["name"]: row["lasting"] for row in table("events")}
"""Event to how long it lasts, as the table of what was read on the cards says."""
ALLEY = "Ambush Alley"
CALM, TASHA, GRUSK = "Avrixis Mizzrym", "Tasha Brightbottle", '"Grim" Grusk Mugtug'
OTHERS = {
    "Familiar Echoes": set(),  # a hero's echoes are for heroes
    "Explosive Runes": {1},
    "Flash Flood": {2},
    "Hungry Horde": {1},
    "Moment of Calm": {1},
    "Rogue Air Elemental": {0},
    "Sound of Looming Doom": {1, 2},
    "The Storm": {0},
}
"""Events that may concern others than their drawer on the Ambush Alley: which of seat 1 on the Tavern and seat 2 on the Landing."""


def drawing(event: str, traitor: int, drawer: int = 0, number: int = 101, players: int = 3) -> Play:
    """A seat ends its turn on the Ambush Alley and draws an event; seat 1 stands on the Tavern, seat 2 on the Landing."""
    game = Play(players, turn=drawer, adventurers=[CALM, TASHA, GRUSK]).tile(ALLEY, "north", of="Elfsong Tavern")
    game.haunt(number, traitor=traitor).stand(0, "Elfsong Tavern").stand(2, "Catacomb Landing").stand(drawer, ALLEY)
    return game.stack("events", event).stack("items", "Cleaver", "Maul", "Pry Bar").start()


def clips(game: Play, seat: int) -> list[int]:
    return list(game.player(seat)["spaces"].values())


def play_on(game: Play) -> Play:
    """Answers everything until a player's turn."""
    while not game.over and game.question != "turn":
        game.take(game.ids()[-1])
    return game


@every([event.name for event in EVENTS])
def test_r73__the_drawer_may_ignore_every_event(event: str):
    """R73: every event is asked about before anything is done; who ignores it keeps clips, cards, tile and events."""
    game = drawing(event, traitor=0)
    before = game.player(0)
    game.choose("end the turn").expect(asked=0, question="ignore", legal=["yes", "no"])
    assert event in game.decision_text
    after = game.choose("yes").player(0)
    assert {key: after[key] for key in before if key != "moved"} == {
        key: before[key] for key in before if key != "moved"
    }
    assert game.asked in (1, 2) or event == "Lost and Found"  # whose chest any player may search who ends a turn there


@every([(event.name, traitor) for event in EVENTS for traitor in (1, 2)])
def test_r73__a_traitor_is_asked_whoever_draws(event: str, traitor: int):
    """R73, A43: a traitor whom an event of a hero may concern is asked before anything is rolled, no other player is."""
    game = drawing(event, traitor=traitor).choose("end the turn")
    asked = game.question == "ignore"
    assert asked == (traitor in OTHERS.get(event, set()))
    if asked:
        assert game.asked == traitor
        before = clips(game, traitor)
        assert clips(play_on(game.choose("yes")), traitor) == before


def test_r73__events_that_concern_others_are_known():
    """Every event that concerns more than its drawer is in the list above, by its text."""
    wide = {event.name for event in EVENTS if event.who != Who.DRAWER or event.reach != Who.DRAWER}
    assert wide == OTHERS.keys()
    for event in EVENTS:
        ops = {act.op for act in inside(event.text)}
        assert bool(ops & {Op.BLAST, Op.LOOM, Op.SHARE}) == (event.reach != Who.DRAWER)


def test_r73__only_the_traitor_is_spared():
    """R73: the Hungry Horde that a traitor draws and ignores bites the hero in the city all the same."""
    game = drawing("Hungry Horde", traitor=0).dice(0, 0, 0, 0, 0, 0, 0).choose("end the turn").choose("yes")
    assert game.space(1, "might") == 3 and game.space(0, "speed") == 5


def test_r73__who_accepts_takes_all():
    """R73: an accepted event is not asked about again: the Trapper repeats its roll in the next turn without a question."""
    game = drawing("Trapper", traitor=0).dice(*[0] * 8).choose("end the turn").choose("no")
    play_on(game).expect(asked=1)
    game.choose("end the turn").dice(0, 0, 0, 2).choose("end the turn")
    game.expect(asked=0, question="split")


def test_r73__the_doom_goes_on_without_its_drawer():
    """R73: the Sound of Looming Doom drawn by a traitor who ignores it: the heroes roll, one gains Speed, one is attacked."""
    game = drawing("Sound of Looming Doom", traitor=0).clips(1, speed=1).clips(2, speed=1)
    game.dice(2, 2, 2, 0, 0, 2, 2, 2, 0, 0).choose("end the turn").choose("yes")  # Speed 3 against 2
    assert game.space(1, "speed") == 2 and game.space(0, "speed") == 5
    game.expect(asked=2, question="split")


@pytest.mark.parametrize(
    "event", ["Green Slime", "Yellow Mold", "Pit Trap", "Otyugh Tentacle", "Troglodyte Stench", "Lost and Found"]
)
def test_r73__tokens_are_laid_all_the_same(event: str):
    """A42: what an ignored event lays on the tile lies there for the others."""
    assert drawing(event, traitor=0).choose("end the turn").choose("yes").on(ALLEY)["tokens"]


def test_r73__an_ignored_chest_stays_closed():
    """A42: an ignored Lonely Chest is not opened, its token lies there; an ignored Gate, whose other end is a choice, does not."""
    assert drawing("Lonely Chest", traitor=0).choose("end the turn").choose("yes").on(ALLEY)["tokens"] == [
        "lonely_chest"
    ]
    assert drawing("Arcane Gate", traitor=0).choose("end the turn").choose("yes").on(ALLEY)["tokens"] == []


def test_r73__a_turned_hero_is_a_traitor_too():
    """A22: a hero turned by haunt 7 is asked about the Crawling Claw and being slow before the monsters continue."""
    game = Play(4, turn=2).haunt(7, traitor=2).monster("Elfsong Tavern").stand(2, "Kitchen Basement")
    game.keep(0, "Crawling Claw").clips(0, might=1).having(0, slow_next=1).start().choose("end the turn")
    game.choose("attack player 2 to your left").dice(2, 2, 2, 0, 0, 0, 0).choose("attack with Might", "yes", "yes")
    game.expect(question="monster")
    assert game.player(0)["side"] == "traitor" and game.player(0)["events"] == []
    assert not game.player(0)["slow_next_turn"]


@pytest.mark.parametrize(("token", "dice"), [("slime", (0, 0, 0, 0, 0, 0, 2)), ("mold", (0, 0, 0, 2))])
def test_r73__tokens_of_events_on_entering(token: str, dice: tuple[int, ...]):
    """R73: a traitor is asked on entering, a hero is not; who ignores the token leaves it where it is."""
    for traitor, asked in ((0, True), (1, False)):
        game = Play(3, adventurers=[CALM]).haunt(101, traitor=traitor).token(token, "Inner Chamber").stand(2, "Kitchen")
        game.start().dice(*dice).choose("go west")
        assert (game.question == "ignore") == asked
        if asked:
            card = {"slime": "Green Slime", "mold": "Yellow Mold"}[token]
            assert card in game.decision_text and int(game.seen(0)["asking"]["event"]) >= 0
            assert game.copy().choose("yes").expect(asked=0, question="turn").on("Inner Chamber")["tokens"] == [token]
            game.choose("no")
        game.expect(asked=0, question="split")


def test_a41__pits_and_stench_do_not_touch_an_open_traitor():
    """A41: a Pit Trap costs a traitor 1 space where a hero pays 2; the Stench takes no dice off Might."""
    for traitor, spent in ((0, 1), (1, 2)):
        game = Play(3).haunt(101, traitor=traitor).token("pit", "Inner Chamber").stand(1, "Kitchen").stand(2, "Kitchen")
        game.start()
        assert game.choose("go west").player(0)["moved"] == spent
    for traitor, might in ((0, 3), (1, 2)):
        game = drawing("Go for the Eyes!", traitor=traitor).token("stench", ALLEY).dice(2, 2, 2).choose("end the turn")
        assert play_on(game).space(0, "might") == might if traitor else game.choose("no").space(0, "might") == might


HAMPERED = {
    "A Hag's Blessing": {"cursed": 1},
    "Crawling Claw": {},
    "Mists of Ravenloft": {},
    "Rogue Air Elemental": {"slow_next": 1},
    "Trapper": {},
    "Wererat Bite": {"bitten": 1},
    "Will-o'-Wisp": {"away": 1, "tile": -1},
}
"""Events that a new traitor may be freed from (A31), with what they have done to the seat, in the order of the cards."""
HELP = {"Explosive Runes", "Future Sight"}


def hampered(event: str) -> Play:
    """Seat 0 is affected by an event and reveals the token of the hidden traitor at the end of the turn of seat 1."""
    game = Play(4, turn=1).haunt(103, traitor=0)
    if "kept" in LASTING[event] or LASTING[event] == "on 0":
        game.keep(0, event)
    game.having(0, **HAMPERED[event]).clips(0, might=1, speed=3, knowledge=3, sanity=3).start().choose("end the turn")
    while "reveal your token" not in game.legal():
        game.choose("no")
    return game.choose("reveal your token")


def test_a31__events_that_hamper_are_those_that_last():
    """A31: of all events that last the seven are asked about; others help, or lie on a tile for every player."""
    on_tiles = {name for name, words in LASTING.items() if "token" in words or words == "card stays"}
    lasting = {name for name, words in LASTING.items() if words not in ("no", "UNKNOWN")}
    assert lasting - on_tiles - HELP == set(HAMPERED)


def test_a31__a_new_traitor_chooses_what_to_be_freed_from():
    """R71, A31: asked by the name of the event: "yes" ends its effect, "no" keeps it; about nothing else."""
    for event in HAMPERED:
        game = hampered(event).expect(asked=0, question="ignore", legal=["yes", "no"])
        assert f"freed from the event for {event}" in game.decision_text and len(game.legal()) == 2
        before = game.player(0)
        assert game.copy().choose("no").expect(asked=2, question="turn").player(0) == before
        after = game.choose("yes").expect(asked=2, question="turn").player(0)
        changed = {key for key in before if before[key] != after[key]}
        assert changed == {
            "A Hag's Blessing": {"cursed"},
            "Rogue Air Elemental": {"slow_next_turn"},
            "Wererat Bite": {"events", "infected", "spaces", "traits"},
            "Will-o'-Wisp": {"away"},
        }.get(event, {"events"}), event
        if event == "Wererat Bite":
            assert clips(game, 0) == [1, 2, 4, 4], "Might is at its lowest value already"


def test_a31__several_are_asked_about_before_anything_else():
    """R71, A31: one after the other in the order of the cards, before the page of the haunt; Future Sight is not asked about."""
    game = Play(4, haunt=2).give(0, "Bitter Root").having(0, cursed=1).start()
    game.keep(0, "Future Sight").keep(0, "Crawling Claw").keep(0, "Wererat Bite").clips(0, might=3)
    game.table(omens=13, n_due=1).choose("end the turn", "Might")
    asked = []
    while game.question == "ignore":
        assert game.asked == 0 and game.space(0, "might") == 2, "The Collector's 3 Might come later"
        asked.append(game.decision_text.partition(" for ")[2])
        game.choose("no")
    assert asked == ["A Hag's Blessing", "Crawling Claw", "Wererat Bite"]
    assert game.player(0)["events"] == ["Future Sight", "Wererat Bite"], "gaining Might ends the Claw"


# Hidden traitors.


def hidden(event: str, traitor: int, drawer: int = 0) -> Play:
    """One Chair Too Many with an event that is about to be drawn."""
    return drawing(event, traitor, drawer, number=103)


@pytest.mark.parametrize("traitor", [0, 1])
def test_r75__the_drawer_is_asked_whoever_is_the_traitor(traitor: int):
    """R75, A44: in answer to an event the traitor may reveal and then ignore it; a hero is asked too, and can only leave it."""
    game = hidden("Go for the Eyes!", traitor).choose("end the turn").expect(asked=0, question="reveal")
    assert set(game.legal()) == ({"reveal your token", "no"} if traitor == 0 else {"no"})
    assert "Go for the Eyes!" in game.decision_text
    if traitor == 0:
        shown = game.copy().choose("reveal your token").expect(asked=0, question="ignore").choose("yes")
        assert GAME.to_json(shown.S, player=1)["players"][0]["side"] == "traitor"
    game.dice(0, 0, 0).choose("no")
    assert game.space(0, "speed") == 4


@pytest.mark.parametrize("traitor", [1, 2])
def test_r75__everybody_whom_an_event_concerns_is_asked(traitor: int):
    """R75: all seats with a token face down that the Looming Doom concerns are asked, the drawer first, whoever is the traitor."""
    game, asked = hidden("Sound of Looming Doom", traitor).choose("end the turn"), []
    while game.question == "reveal":
        asked.append(game.asked)
        game.choose("no")
    assert asked == [0, 1, 2]
    game = hidden("Sound of Looming Doom", traitor).choose("end the turn")
    while game.asked != traitor:
        game.choose("no")
    game.choose("reveal your token").expect(asked=traitor, question="ignore").choose("yes")
    assert game.question != "reveal", "all tokens are known"


@pytest.mark.parametrize(
    ("tile", "of", "dice"),
    [("House of Blood", "Inner Chamber", (0, 0, 0)), ("Haunted Alley", "Elfsong Tavern", (0,) * 6)],
)
def test_r75__in_answer_to_harmful_text(tile: str, of: str, dice: tuple[int, ...]):
    """R72, R75: before the roll on leaving; who has revealed does not roll."""
    game = Play(4, adventurers=[CALM]).haunt(103, traitor=0).tile(tile, "north", of=of).stand(0, tile).start()
    game.dice(*dice).choose("go south").expect(asked=0, question="reveal")
    assert tile in game.decision_text
    before = clips(game, 0)
    assert clips(game.copy().choose("reveal your token"), 0) == before and clips(game.choose("no"), 0) != before


def test_r75__in_answer_to_the_otyugh():
    """R75: a hidden traitor counts as a hero to the Otyugh until the token is revealed."""
    game = Play(4, adventurers=[CALM]).haunt(103, traitor=0).token("otyugh", "Elfsong Tavern").start()
    game.dice(2, 2, 2, 0, 0, 0).choose("go west").expect(asked=0, question="reveal")
    game.copy().choose("no").expect(asked=0, question="split")
    assert game.choose("reveal your token").expect(asked=0, question="turn").at(0) == "Inner Chamber"


def test_r75__in_answer_to_a_token_on_entering():
    """R75: the Green Slime on a tile that is entered."""
    game = Play(4, adventurers=[CALM]).haunt(103, traitor=0).token("slime", "Inner Chamber").start().dice(*[0] * 6, 2)
    game.choose("go west").expect(asked=0, question="reveal").choose("reveal your token").expect(question="ignore")


def test_r75__in_answer_to_what_was_drawn_before():
    """R71, R75: revealing frees from the Crawling Claw, and coming back from the Will-o'-Wisp from its die."""
    game = Play(4).haunt(103, traitor=0).keep(0, "Crawling Claw").start().choose("reveal your token", "yes")
    assert game.player(0)["events"] == []
    for answers, hurt in ((("reveal your token", "yes"), False), (("reveal your token", "no"), True), (("no",), True)):
        game = Play(4).haunt(103, traitor=0).having(0, away=1, tile=-1).start().dice(2)
        game.expect(asked=0, question="reveal")
        assert (game.choose(*answers).question == "split") == hurt


def test_r75__no_window_once_tokens_are_up():
    """R75: in a haunt whose traitor is known, and before any haunt, no player is asked about a token."""
    for number in [haunt.number for haunt in HAUNTS if haunt.shape == Shape.TRAITOR]:
        game = drawing("Sound of Looming Doom", traitor=1, number=number).choose("end the turn")
        assert game.question == "ignore"
    calm = Play(3).tile(ALLEY, "north", of="Elfsong Tavern").stand(0, ALLEY).stack("events", "Go for the Eyes!").start()
    assert calm.choose("end the turn").question != "reveal"


def at_the_end(game: Play) -> list[int]:
    """The seats that are asked one after the other whether they reveal, and leave it."""
    asked = []
    while game.question == "reveal":
        assert game.asked is not None
        asked.append(game.asked)
        game.choose("no")
    return asked


@pytest.mark.parametrize("traitor", [0, 1, 2, 3])
def test_r75__all_others_are_asked_at_the_end_of_a_turn(traitor: int):
    """R75, A44: in order of play, whoever is the traitor; a hero can only leave it. Then the next turn begins."""
    game = Play(4, turn=1).haunt(103, traitor=traitor).start().choose("end the turn")
    for seat in (2, 3, 0):
        legal = ["no", "reveal your token"] if seat == traitor else ["no"]
        game.expect(asked=seat, question="reveal", turn_player=1)
        assert game.legal() == legal and "the turn of player_1 ends" in game.decision_text
        game.choose("no")
    game.expect(asked=2, question="turn", turn_player=2)


def test_r75__who_reveals_after_anothers_turn_hinders_at_once():
    """R70, R75, A44: the next hero pays a space for the traitor on the tile; no player is asked about a token any more."""
    game = Play(4).haunt(103, traitor=2).start().choose("end the turn").expect(asked=1).choose("no").expect(asked=2)
    hidden = game.copy()
    assert at_the_end(hidden) == [2, 3] and hidden.choose("go west").player(1)["moved"] == 1
    game.choose("reveal your token").expect(asked=1, question="turn")
    assert GAME.to_json(game.S, player=0)["players"][2]["side"] == "traitor"
    assert game.choose("go west").player(1)["moved"] == 2
    game.choose("end the turn").expect(asked=2, question="turn")


def test_r75__tokens_that_are_up_are_not_asked_about():
    """R75, R84, A44: the dead are not asked, who is off the board or has left the city is."""
    game = Play(6).haunt(103, traitor=1).having(2, alive=0, shown=1).having(3, away=1, tile=-1)
    assert at_the_end(game.having(4, escaped=1, tile=-1).start().choose("end the turn")) == [1, 3, 4, 5]


def test_r75__the_place_of_a_dead_revealer_is_no_turn():
    """A44: where the revealer would sit no player is asked again."""
    game = Play(4).haunt(103, traitor=2, revealer=1).having(1, alive=0, shown=1)
    game.table(rounds=5).start().choose("end the turn")
    assert at_the_end(game) == [2, 3] and game.expect(asked=2, question="turn").facts()["haunt"]["rounds"] == 6


@pytest.mark.parametrize("traitor", [1, 2])
def test_r75__a_turn_that_is_cut_short(traitor: int):
    """A44: the Trapper ends the turn of seat 1, who has not acted: it is asked too, whoever is the traitor. Who dies of it is not."""
    game = Play(4, turn=1).haunt(103, traitor=traitor).keep(1, "Trapper").clips(1, might=1).start()
    dead = game.copy().dice(0, 0, 0, 0, 0, 2).choose("no").expect(question="split")
    game.dice(0, 0, 0, 0, 0, 0).choose("no").expect(asked=1, question="reveal", turn_player=1)
    if traitor == 1:
        shown = game.copy().choose("reveal your token", "yes").expect(asked=2, question="turn")
        assert shown.player(1)["events"] == []
    assert at_the_end(game) == [1, 2, 3, 0] and game.expect(asked=2, question="turn").player(1)["events"] == ["Trapper"]
    dead.choose("Might")
    assert dead.over if traitor == 1 else at_the_end(dead) == [2, 3, 0]


def test_r75__all_are_asked_when_the_haunt_has_begun():
    """R75, A44: the turn of its beginning is over for the revealer too, who is asked first; whoever reveals, play begins to the
    revealer's left."""
    game = Play(4, haunt=4).give(0, "Bitter Root").start().table(omens=13, n_due=1).choose("end the turn")
    shown = game.copy()
    assert at_the_end(game) == [0, 1, 2, 3] and game.expect(question="turn").asked == 1
    traitor = int(shown.facts()["traitor"])
    while shown.asked != traitor:
        shown.choose("no")
    shown.choose("reveal your token").expect(asked=1, question="turn")


@pytest.mark.parametrize("number", [haunt.number for haunt in HAUNTS if haunt.shape != Shape.HIDDEN])
def test_r75__nobody_is_asked_after_turns_of_other_haunts(number: int):
    """A44: where there are no tokens a turn ends without a question, as before any haunt."""
    game = Play(4).haunt(number, traitor=None if number in (104, 110, 111) else 2).start().choose("end the turn")
    game.expect(asked=1, question="turn")


def test_tokens__are_those_of_the_game():
    """A41 names all tokens of events that harm: what else lies on tiles helps, or asks."""
    assert {token.name for token in Token} == {
        "GATE", "SLIME", "ILLUSION", "LONELY_CHEST", "LOST_CHEST", "OTYUGH", "PIT", "STENCH", "MOLD", "OBSTACLE", "QUEST",
    }  # fmt: skip
