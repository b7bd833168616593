"""The legal answers to each question as the game words them, worked out from the rules text."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field

from fs_env.core.betrayal.content.adventurers import ADVENTURERS
from fs_env.core.betrayal.language.codes import Kind, Role, Symbol, Token, Trait
from fs_env.core.betrayal.language.haunts import NO_NUMBER, Monster, Shape, Spot
from fs_env.core.betrayal.language.questions import Frame, Question
from fs_env.core.betrayal.language.rows import Use
from tests.core.betrayal.atlas import ROWS, SIDES, TAVERN, Explored
from tests.core.betrayal.ends import number_of
from tests.core.betrayal.facts import CARDS, SEATS, Facts

YES_NO = {"yes", "no"}
TRAITS = ("Might", "Speed", "Knowledge", "Sanity")
BY_THEMSELVES = ("Iron Flask of Tuerny", "Pipes of Haunting", "Whispering Skull")
"""Cards whose use is an action without a program in the language."""


@dataclass
class Turn:
    """The turn so far, as far as it limits what may be done (R16 to R19, R38, R46, R51)."""

    spent: int = 0
    stopped: bool = False
    handled: set[str] = field(default_factory=set)
    tried: set[str] = field(default_factory=set)
    attacked: bool = False
    power: bool = False


@dataclass
class Game:
    """Memory of the whole game: once-per-game uses (R43)."""

    shaped: set[int] = field(default_factory=set)
    flask: set[int] = field(default_factory=set)


def player(seat: int, asked: int, players: int) -> str:
    """A player as the words of an action count them."""
    step = (seat - asked) % players
    return "yourself" if step == 0 else f"player {step} to your left"


def opponents(facts: Facts, figure: int) -> list[int]:
    """Figures that are known to want to hinder this one (R51, R70)."""
    if facts.haunt is None or facts.secret:
        return []
    return [k for k, tile in enumerate(facts.at) if tile is not None and facts.evil(k) != facts.evil(figure)]


def targets(facts: Facts, figure: int) -> list[int]:
    """Figures that this one may attack, wherever they are (R51, R75, A19, A58)."""
    if facts.haunt is None or facts.truce:
        return []
    there = [k for k, tile in enumerate(facts.at) if tile is not None and k != figure]
    if facts.haunt.shape == Shape.HIDDEN and figure < SEATS:
        return [k for k in there if k < SEATS or not facts.evil(figure)]
    return [k for k in there if facts.evil(k) != facts.evil(figure)]


def hindrance(facts: Facts, figure: int) -> int:
    """Extra spaces on leaving a tile: one for each opponent on it who is not stunned (R70); none for Cunning Action."""
    if figure < SEATS and facts.power(figure) == "CUNNING_ACTION":
        return 0
    here = facts.at[figure]
    return sum(facts.at[k] == here and not (k >= SEATS and facts.stunned[k - SEATS]) for k in opponents(facts, figure))


def trait_of(facts: Facts, figure: int, trait: int) -> int:
    if figure < SEATS:
        return facts.value(figure, trait)
    kind = kind_of(facts, figure)
    return (kind.might, kind.speed, kind.knowledge, kind.sanity)[trait]


def kind_of(facts: Facts, figure: int) -> Monster:
    assert facts.haunt is not None
    return facts.haunt.monsters[facts.kinds[figure - SEATS]]


def spaces(facts: Facts, seat: int) -> int:
    """Spaces of a turn: Speed, at least 1 (R18, R24); 1 after the Rogue Air Elemental."""
    return 1 if facts.slow[seat] else max(1, facts.value(seat, Trait.SPEED))


def pits_for(facts: Facts, seat: int) -> set[str]:
    """Tiles with a Pit Trap that costs a seat a space more: none costs a known traitor one (A41)."""
    return set() if facts.immune(seat) else {tile for tile, tokens in facts.tokens.items() if Token.PIT in tokens}


def moves(facts: Facts, atlas: Explored, turn: Turn, seat: int) -> dict[str, int]:
    """Ways that an adventurer may take now, with what each costs without opponents (R18 to R24, R27, R70, A39)."""
    here = facts.at[seat]
    if turn.stopped or here is None or held_by_axe(facts, turn, seat):
        return {}
    pits = pits_for(facts, seat)
    found = {way: cost + (to in pits) for way, (to, cost) in atlas.ways(here, facts.gates).items()}
    found |= {f"go {side}": 1 for side in SIDES if atlas.stack_behind(here, side) is not None}
    more = hindrance(facts, seat) if turn.spent else 0  # opponents never keep any player from the first step
    return {way: cost for way, cost in found.items() if turn.spent + cost + more <= spaces(facts, seat)}


def held_by_axe(facts: Facts, turn: Turn, seat: int) -> bool:
    """Whether the Berserker Axe must be used, and still can be, before its owner may leave (R38, R87)."""
    company = any(facts.at[k] == facts.at[seat] for k in opponents(facts, seat))
    usable = not facts.truce and not turn.attacked and "Berserker Axe" not in turn.handled
    return company and usable and facts.owner.get("Berserker Axe") == seat


def weapons(facts: Facts, atlas: Explored, turn: Turn, seat: int, figure: int) -> list[str]:
    """Weapons that reach a figure (R40, R52, R55)."""
    here, there = facts.at[seat], facts.at[figure]
    assert here is not None and there is not None
    return [
        name
        for name, card in CARDS.items()
        if facts.owner.get(name) == seat
        and card.use == Use.WEAPON
        and name not in turn.handled
        and trait_of(facts, figure, card.attack) >= 0
        and (here == there or (card.distance and atlas.sees(here, there)))
    ]


def means(facts: Facts, seat: int, figure: int) -> set[int]:
    """Traits besides Might that an adventurer may attack a figure with (R52, R88, pages of haunts)."""
    assert facts.haunt is not None
    power, near = facts.power(seat), facts.at[seat] == facts.at[figure]
    found: set[int] = set()
    if near:
        found |= {"ELDRITCH_BLAST": {3}, "WILD_MAGIC": {2, 3}}.get(power, set())
        if seat == facts.traitor:
            found |= {int(trait) for trait in facts.haunt.traitor_attacks}
    if power == "MAGIC_MISSILE":
        found.add(2)
    return {trait for trait in found - {0} if trait_of(facts, figure, trait) >= 0}


def attacks(facts: Facts, atlas: Explored, turn: Turn, seat: int) -> set[str]:
    """Opponents that can be attacked now (R51, R55, R88)."""
    here, found = facts.at[seat], set()
    for figure in targets(facts, seat) if not turn.attacked else ():
        there = facts.at[figure]
        assert here is not None and there is not None
        missile = facts.power(seat) == "MAGIC_MISSILE" and atlas.steps(here).get(there, 9) <= 1
        missile = missile and trait_of(facts, figure, Trait.KNOWLEDGE) >= 0
        far = any(CARDS[name].distance for name in weapons(facts, atlas, turn, seat, figure))
        if here == there or missile or far:
            found.add(f"attack {figure_words(facts, seat, figure)}")
    return found


def figure_words(facts: Facts, asked: int, figure: int) -> str:
    return player(figure, asked, facts.players) if figure < SEATS else f"monster {figure - SEATS + 1}"


def cards(facts: Facts, turn: Turn, game: Game, seat: int) -> set[str]:
    """Legal answers with cards (R37 to R39, A14): one thing with each card in a turn."""
    here, found = facts.at[seat], set()
    company = any(facts.at[k] == here for k in range(facts.players) if k != seat)
    for name, card in CARDS.items():
        if name in turn.handled:
            continue
        if facts.owner.get(name) == seat:
            if usable(facts, turn, game, seat, name):
                found.add(f"use {name}")
            if card.drop:
                found.add(f"drop {name}")
            if card.trade and company:
                found.add(f"offer {name}")
        elif facts.lies.get(name) == here and card.use != Use.COMPANION:  # R41, R84
            found.add(f"pick up {name}")
    return found


def usable(facts: Facts, turn: Turn, game: Game, seat: int, name: str) -> bool:
    """Whether the use of a card is its own action now (R37)."""
    if name == "Iron Flask of Tuerny":
        return facts.haunt is not None and not turn.attacked and seat not in game.flask
    if name in BY_THEMSELVES:
        return facts.haunt is not None
    return CARDS[name].use != Use.WEAPON and bool(CARDS[name].program)


def power(facts: Facts, turn: Turn, game: Game, seat: int) -> bool:
    """Whether a power is an action that can be taken now (R88); that it finds no player is no reason against it."""
    return not turn.power and {
        "WILD_SHAPE": seat not in game.shaped,
        "HEALING_WORD": facts.healing[seat] > 0,
        "BARDIC_INSPIRATION": facts.inspired < 0,
        "HUNTERS_MARK": facts.haunt is not None and facts.mark[seat] < 0,
    }.get(facts.power(seat), False)


def tasks(facts: Facts, turn: Turn, seat: int) -> set[str]:
    """Tasks of the haunt that can be tried here (R46, R47)."""
    if facts.haunt is None:
        return set()
    here = facts.at[seat]
    assert here is not None
    free = Token.OBSTACLE not in facts.tokens.get(here, set())
    place = {
        Spot.OMEN: ROWS[here].symbol == Symbol.OMEN and free,
        Spot.ITEM: ROWS[here].symbol == Symbol.ITEM and free,
        Spot.STAIRS: ROWS[here].stairs in ROWS,
        Spot.TAVERN: here == TAVERN,
        Spot.STREET: ROWS[here].kind == Kind.STREET and free,
    }
    return {
        words
        for k, task in enumerate(facts.haunt.tasks)
        if (words := f"attempt task {k + 1}") not in turn.tried
        and place[task.spot]
        and (task.traitor == facts.evil(seat) or (facts.secret and not facts.shown[seat]))
        and facts.rounds >= number_of(task.opens, facts.players, facts.haunt)
        and not (facts.haunt.turns_back != NO_NUMBER and facts.role[facts.traitor] == Role.HERO)
    }


def turn_answers(facts: Facts, atlas: Explored, turn: Turn, game: Game) -> set[str]:
    """Everything that may be done in one's turn (R16)."""
    seat = facts.asked
    found = {"end the turn", *moves(facts, atlas, turn, seat), *cards(facts, turn, game, seat)}
    found |= attacks(facts, atlas, turn, seat) | tasks(facts, turn, seat)
    if power(facts, turn, game, seat):
        found.add("use your power")
    if facts.may_reveal(seat):
        found.add("reveal your token")
    if Token.LONELY_CHEST in facts.tokens.get(facts.at[seat] or "", set()) and "open the chest" not in turn.tried:
        found.add("open the chest")
    return found


def monster_answers(facts: Facts, atlas: Explored) -> set[str]:
    """Moves and attacks of a monster: it moves as far as its roll takes it, and attacks once (R78, R79, R81, R82)."""
    figure, spent = SEATS + facts.frame["n"], facts.frame["value"]
    here = facts.at[figure]
    assert here is not None
    roll = facts.speed[facts.kinds[figure - SEATS]]
    more = hindrance(facts, figure) if spent else 0
    found = {way for way, (_, cost) in atlas.ways(here, facts.gates).items() if spent + cost + more <= roll}
    if not facts.frame["mask"]:
        found |= {
            f"attack {player(q, facts.asked, facts.players)}"
            for q in targets(facts, figure)
            if q < SEATS and facts.at[q] == here
        }
    return found | {"end the turn"}


def weapon_answers(facts: Facts, atlas: Explored, turn: Turn) -> set[str]:
    """With what an attack may be made (R40, R52, R79)."""
    figure, other = facts.frame["seat"], facts.frame["other"]
    if figure >= SEATS:
        attacks_with = kind_of(facts, figure).attacks
        return {f"attack with {TRAITS[t]}" for t in attacks_with if trait_of(facts, other, t) >= 0}
    found = {f"choose {name}" for name in weapons(facts, atlas, turn, figure, other)}
    found |= {f"attack with {TRAITS[trait]}" for trait in means(facts, figure, other)}
    return found | ({"no"} if facts.at[figure] == facts.at[other] else set())


def steal_answers(facts: Facts, turn: Turn) -> set[str]:
    """The answers where something may be taken, or given, instead of damage (R56)."""
    winner, loser = facts.frame["seat"], facts.frame["other"]
    found = {"no"}
    if facts.frame["value"] >= 2:
        found |= {
            f"choose {name}"
            for name, card in CARDS.items()
            if facts.owner.get(name) == loser and card.steal and name not in turn.handled
        }
    if facts.owner.get("Dimensional Shackles") == winner and "Dimensional Shackles" not in turn.handled:
        found.add("choose Dimensional Shackles")
    return found


def push_answers(facts: Facts, atlas: Explored) -> set[str]:
    """Where a figure may be moved by one space: through a door, with the Pipes of Haunting away from their owner."""
    mover, figure = facts.at[facts.frame["seat"]], facts.at[facts.frame["other"]]
    assert mover is not None and figure is not None
    far = atlas.steps(mover)
    found = {"no"}
    for side in SIDES:
        to = atlas.behind(figure, side)
        if to is not None and (not facts.frame["n"] or far.get(to, 99) > far.get(figure, 99)):
            found.add(f"go {side}")
    return found


def adventurer_answers(facts: Facts) -> set[str]:
    """Both sides of the card that was dealt, or of all cards of which no player has a side (R5)."""
    names = [row.name for row in ADVENTURERS]
    mine, taken = facts.adventurer[facts.asked], {a // 2 for a in facts.adventurer[: facts.players] if a >= 0}
    cards = {mine // 2} if mine >= 0 else set(range(len(names) // 2)) - taken
    return {f"play {names[2 * card + side]}" for card in cards for side in (0, 1)}


def tile_answers(facts: Facts) -> set[str] | None:
    """Which tiles may be chosen, where the text is short enough to be said here; None for other cards."""
    if facts.doing == Frame.HAUNT:  # haunt 7: any tile without a hero and without another of them
        taken = {tile for k, tile in enumerate(facts.at) if tile is not None and (k >= SEATS or not facts.evil(k))}
        return {f"choose {name}" for name in facts.tiles if name not in taken}
    if facts.doing == Frame.TURN:  # back from the Will-o'-Wisp
        return {f"choose {name}" for name in facts.tiles if ROWS[name].symbol == Symbol.OMEN}
    if facts.about == "Arcane Gate":
        return {f"choose {name}" for name in facts.tiles if name != facts.at[facts.asked]}
    return None


def split_answers(facts: Facts, legal: Set[str]) -> set[str] | None:
    """Traits that can take a point of damage: both of one kind that are not at their lowest space (R12, R13)."""
    lowest = 1 if facts.haunt is None else 0
    can = [facts.clips[facts.asked][trait] > lowest for trait in range(4)]
    kinds = [{TRAITS[trait] for trait in pair if can[trait]} for pair in ((0, 1), (2, 3))]
    return next((kind for kind in kinds if kind == legal), kinds[0])


def answers(facts: Facts, atlas: Explored, turn: Turn, game: Game, legal: Set[str]) -> set[str] | None:
    """The legal answers; None where one card alone has them. `legal` only tells kinds of damage and optional discards apart."""
    question = facts.question
    if question == Question.TURN:
        return turn_answers(facts, atlas, turn, game)
    if question in (Question.MAY, Question.ACCEPT, Question.REACT, Question.IGNORE):
        return set(YES_NO)
    if question == Question.ADVENTURER:
        return adventurer_answers(facts)
    if question == Question.EITHER:
        return {"the first", "the second"}
    if question == Question.REVEAL:  # asked of all, possible for one (R75)
        return {"no", "reveal your token"} if facts.may_reveal(facts.asked) else {"no"}
    if question == Question.SPLIT:
        return split_answers(facts, legal)
    if question == Question.DISCARD:
        mine = {
            f"choose {name}" for name, card in CARDS.items() if facts.owner.get(name) == facts.asked and is_item(name)
        }
        return mine | (legal & {"no"})
    if question == Question.WEAPON:
        return weapon_answers(facts, atlas, turn)
    if question == Question.STEAL:
        return steal_answers(facts, turn)
    if question == Question.MONSTER:
        return monster_answers(facts, atlas)
    if question == Question.PUSH:
        return push_answers(facts, atlas)
    if question == Question.TILE:
        return tile_answers(facts)
    if question == Question.TO and facts.doing == Frame.TRADE:
        here, seat = facts.at[facts.asked], facts.asked
        near = [k for k in range(facts.players) if k != seat and facts.at[k] == here]
        return {f"choose {player(k, seat, facts.players)}" for k in near}
    return None


def is_item(name: str) -> bool:
    """Whether a card comes from the deck of items, or is treated as one (R87)."""
    return name == "Explosive Runes" or list(CARDS).index(name) < list(CARDS).index("Berserker Axe")
