"""Where each field of the state appears in an observation and in JSON, or why it does not."""

from __future__ import annotations

from fs_env.core.betrayal.language.questions import Frame
from fs_env.core.machine.declare.facts import Fact, derived, hidden, seen

ORDER = "stacks are face down: no seat knows their order (R7)"
ROLE = "before a hidden traitor is known, who is none, the sides of others (R75)"
CARDS = "players[].cards players[].events tiles[].cards"
ABOUT = "decision.about underway"

FACTS: dict[str, Fact] = {
    "rng": hidden("no seat may know future dice and draws"),
    "zone": seen("cards.zone", "events.zone", "tiles.discarded", json=f"{CARDS} known_events"),
    "owner": seen("cards.owner", "cards.lies", json=CARDS),
    "gen": derived("bookkeeping: whether a reference still names the same object"),
    "seen": seen("events.among", json="known_events"),
    "witnessed": derived("all cards that are drawn are open, so all players see the same"),
    "mix": seen("events.among", json="known_events"),
    "mixed": derived("bookkeeping: whether any card is known to be among some"),
    "deck": seen("events.among", json="known_events", hidden=ORDER),
    "place": seen("events.among", json="known_events", hidden=ORDER),
    "n_deck": seen("decks", json="decks"),
    "pile": derived(
        "the zones of the cards; a pile is shuffled when it is used again, so that its order decides nothing"
    ),
    "n_pile": derived("the zones of the cards"),
    "hand": derived("never used: cards that players control are open"),
    "n_hand": derived("never used"),
    "look": derived("the zones of the items: those that are drawn to choose from"),
    "n_look": derived("the zones of the items"),
    "frames": seen("asking", "underway", json=ABOUT),
    "frames.kind": seen("asking.doing", "underway.doing", json=ABOUT),
    "frames.step": derived("bookkeeping: whether the question that is asked was asked"),
    "frames.seat": seen("asking.who", "underway.who", json=ABOUT),
    "frames.tile": seen("asking.tile", "underway.tile", json=ABOUT),
    "frames.other": seen("asking.figure", "asking.by", "underway.figure", "underway.by", json=ABOUT),
    "frames.trait": seen("asking.trait", "underway.trait", json=ABOUT),
    "frames.harm": seen("asking.harm", "underway.harm", json=ABOUT),
    "frames.pc": seen("asking.instruction", "underway.instruction", json=ABOUT),
    "frames.card": seen("asking.card", "asking.event", "asking.drawn", "underway.card", "underway.event", json=ABOUT),
    "frames.n": seen("asking.left", "asking.stage", "asking.way", "asking.manner", "underway.left", json=ABOUT),
    "frames.value": seen("asking.left", "asking.stage", "asking.rolled", "underway.left", "underway.stage", json=ABOUT),
    "frames.mask": seen("asking.manner", "underway.manner", json=ABOUT),
    "n_frames": seen("asking", "underway", json=ABOUT),
    "asked": seen("to_act", json="decision.player"),
    "question": seen("question", json="decision.question"),
    "shape": derived("never used: all answers are named alike"),
    "asking_card": derived("never used: `reaction` and the frames say what asks"),
    "option": hidden(
        "the mask of legal actions for the seat that is asked; to others it would betray a hidden traitor (R75)"
    ),
    "n_options": hidden("like the options"),
    "answer": derived("bookkeeping: there is none yet whenever a decision is pending"),
    "reaction": seen("reaction", json="decision.reaction"),
    "seats": seen("players", json="players"),
    "seats.left": seen("tiles.left", json="this_turn.left"),
    "seats.once": seen("tiles.used", json="tiles[].used_by"),
    "seats.cards": derived("the zones and owners of the cards"),
    "seats.at": seen(
        *(f"players.{trait}_at" for trait in ("might", "speed", "knowledge", "sanity")), json="players[].spaces"
    ),
    "seats.adventurer": seen("players.adventurer", json="players[].adventurer"),
    "seats.tile": seen("players.tile", json="players[].tile"),
    "seats.role": seen("players.side", json="players[].side", hidden=ROLE),
    "seats.alive": seen("players.alive", json="players[].alive"),
    "seats.escaped": seen("players.escaped", json="players[].escaped"),
    "seats.shown": seen("players.open", json="players[].side_open"),
    "seats.spent": seen("spent", json="this_turn.moved"),
    "seats.stopped": seen("stopped", json="this_turn.stopped"),
    "seats.ended": seen("ended", json="this_turn.ends"),
    "seats.slow": seen("slowed", json="this_turn.slowed"),
    "seats.slow_next": seen("players.slow", json="players[].slow_next_turn"),
    "seats.cursed": seen("players.cursed", json="players[].cursed"),
    "seats.away": seen("players.away", json="players[].away"),
    "seats.attacked": seen("players.attacked", json="players[].attacked"),
    "seats.power": seen("players.power", json="players[].used_power"),
    "seats.shaped": seen("players.shaped", json="players[].used_wild_shape"),
    "seats.healing": seen("players.healing", json="players[].healing_tokens"),
    "seats.figurine": seen("players.figurine", json="players[].used_figurine"),
    "seats.flask": seen("players.flask", json="players[].used_flask"),
    "seats.bitten": seen("players.bite", json="players[].infected"),
    "seats.tasks": seen("tried", json="this_turn.tasks_tried"),
    "seats.wards": seen("players.wards", json="players[].wards"),
    "seats.opened": seen("opened", json="this_turn.chest_tried"),
    "seats.mark": seen("players.mark", json="players[].mark"),
    "seats.loom": seen("players.loom", json="players[].loom"),
    "tiles": seen("tiles", json="tiles"),
    "tiles.cards": derived("the zones and owners of the cards"),
    "tiles.doors": seen(
        "tiles.door_north", "tiles.door_east", "tiles.door_south", "tiles.door_west", "grid_doors", json="tiles[].doors"
    ),
    "tiles.beside": derived("the places of the tiles"),
    "tiles.tokens": seen("tiles.tokens", json="tiles[].tokens"),
    "tiles.level": seen("tiles.placed", "tiles.here", "grid_tile", json="tiles"),
    "tiles.x": seen("tiles.east", "grid_tile", json="tiles[].x"),
    "tiles.y": seen("tiles.south", "grid_tile", json="tiles[].y"),
    "tiles.turned": derived("the doors of the tile as it lies; where turns look alike nothing depends on them"),
    "tiles.fresh": seen("tiles.fresh", json="tiles[].new"),
    "monsters": seen("monsters", json="monsters"),
    "monsters.kind": seen("monsters.kind", json="monsters"),
    "monsters.tile": seen("monsters.tile", json="monsters[].tile"),
    "monsters.stunned": seen("monsters.stunned", json="monsters[].stunned"),
    "gained": seen("gained", json="players[].gained"),
    "touched": seen("cards.touched", json="this_turn.used_cards"),
    "decisions": seen("decisions_left", json="decisions_left"),
    "max_decisions": seen("decisions_left", json="decisions_left"),
    "turn": seen("turn", json="turn"),
    "due_omen": seen("due.omen", json="due"),
    "due_tile": seen("due.tile", json="due"),
    "speed": seen("speed", json="monsters[].speed"),
    "marks": seen("marks", json="marks"),
    "n_players": seen("num_players", json="num_players"),
    "n_monsters": derived("the monsters on the map"),
    "first": derived("the seats that have chosen an adventurer, in order; afterwards nothing depends on it"),
    "turn_seat": seen("turn_seat", json="turn_player"),
    "outcome": derived("the environment, which ends the episode"),
    "winners": derived("the returns at the end"),
    "n_due": seen("due.omen", json="due"),
    "omens": seen("omens", json="omens"),
    "haunt": seen("haunt", json="haunt"),
    "revealer": seen("revealer", json="revealer"),
    "traitor": seen("traitor", json="traitor", hidden=ROLE),
    "rounds": seen("rounds", json="haunt.rounds"),
    "judging": derived(
        "bookkeeping: objectives are looked at before anything else happens, or after what is under way"
    ),
    "inspired": seen("players.inspired", json="players[].inspired"),
    "fate": seen("fate", json="fate"),
    "killer": derived("bookkeeping: it is looked at, and forgotten, before anything is asked"),
    "begun": seen("begun", json="haunt.begun_this_turn"),
    "demon": seen("demon", json="this_turn.demon"),
    "immediate": seen("options.immediate", json="options.haunt_roll"),
    "any_orientation": seen("options.any_orientation", json="options.any_orientation"),
    "open_haunts": seen("options.open_haunts", json="options.open_haunts"),
    "played": seen("options.played", json="options.played"),
    "wanted": seen("options.haunt", json="options.haunt"),
    "placed": derived("the levels of the tiles"),
    "free": derived("the doors of the tiles and their places"),
    "gate": derived("the two tiles with a gate token"),
}

FRAMES_DERIVED: dict[Frame, dict[str, str]] = {Frame.DISCOVER: {"value": "the stack of the tile that is drawn"}}
"""Fields of frames in use besides those in `view.frames.SHOWN`, each with what it follows from."""

LEFT_OUT = (
    "What the rules are doing beyond the innermost nine things: `underway` has no room for them. JSON and text name them.",
)
"""Knowledge of a player with perfect memory that the observation does not contain."""
