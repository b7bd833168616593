"""How Betrayal at Baldur's Gate is played."""

from fs_env.core.betrayal.content.haunts import HAUNTS
from fs_env.narration.guide import Deal, Guide, Lesson, Step

GUIDE = Guide(
    goal=(
        "Explore the city together, until a haunt begins: mostly one of you turns traitor then, and each side has a "
        "goal of its own that decides the game. Until then, grow strong."
    ),
    steps=(
        Step(
            "Go as far as you are fast",
            "In your turn you may move as many tiles as your Speed. A door that leads nowhere yet opens on a new "
            "tile of its colour: buildings, streets, or the catacombs below.",
            part="city",
        ),
        Step(
            "A symbol ends your way",
            "Whoever finds a tile with E, I or O draws an event, an item or an omen, and moves no further this turn. "
            "Events happen at once; items and omens are kept and used.",
            cards=("Silver Thread",),
        ),
        Step(
            "Four traits",
            "Might and Speed are of the body, Knowledge and Sanity of the mind. Damage is spent on one of the two "
            "that it strikes, as you like: the mark goes a number to the left (underlined is where it began). Nobody dies "
            "before the haunt; after it has begun, a trait that falls to the × kills.",
            part="player-0",
        ),
        Step(
            "Rolls: as many dice as the trait",
            "A die shows 0, 1 or 2, so a trait of 4 rolls about 4. “4+” asks for 4 or more.",
            cards=("Flash Flood",),
        ),
        Step(
            "Omens bring the haunt",
            "At the end of a turn in which an omen was drawn, as many dice are rolled as omens have been found. A 6 "
            "or more, and the haunt begins.",
            part="haunt",
            shown=Deal(seed=4, players=3, choices=22),
        ),
        Step(
            "The haunt",
            "Your side's goal is shown on the table then. Once in your turn you may attack an opponent on "
            "your tile: both roll, and the lower one takes the difference.",
            part="haunt",
            shown=Deal(seed=4, players=3, choices=420),
        ),
    ),
    words={
        "Tile": "a space of the map. You are beside another one only where door meets door.",
        "Grate, stairs": "ways between city and catacombs: grates only down, stairs both ways for 2 moves.",
        "Traitor": "plays against all others, and may ignore events and tiles that would do harm.",
        "Monster": "moves after the traitor. It is not hurt but stunned, and loses its next turn.",
    },
    notation={
        "might 5 (space 3)": "5 dice; on the third space of its row. Damage goes down by spaces; space 0 kills once the haunt has begun.",
        "city (1, 0) Fountain: north street": "a tile at a place of a level, and its doors; north is (1, -1), east is (2, 0). "
        "Doors meet doors; internal ones lead to the next room of the same house.",
        "moved 2": "spaces that the player whose turn it is has gone.",
    },
    options={
        "packs": (
            "Cards, tiles and haunts",
            {
                "documented": "those of the published game that are known",
                "original": "catacombs and items of this project, for what is not known",
                "haunts": "twelve haunts of this project, besides number 7",
            },
        ),
        "haunt_roll": (
            "The haunt is rolled for",
            {"end": "at the end of the turn", "immediate": "as soon as an omen is drawn"},
        ),
        "any_orientation": (
            "A new tile may be turned",
            {"0": "so that most doors meet", "1": "in every way that leaves the map a free door"},
        ),
        "open_haunts": ("Goals of the haunt", {"0": "each side knows its own", "1": "everybody knows both"}),
        "haunt": (
            "Which haunt",
            {"0": "as the chart says", **{str(k): f"{one.number}, {one.name}" for k, one in enumerate(HAUNTS, 1)}},
        ),
        "adventurer_cards": (
            "Adventurers",
            {
                "chosen": "chosen in turn, from all that are left",
                "dealt": "a card is dealt to each, who chooses its side",
            },
        ),
        "played": (
            "Haunts that were played before, to be passed over",
            {str(one.number): f"{one.number}, {one.name}" for one in HAUNTS},
        ),
    },
    shown=Deal(seed=4, players=3, choices=11),
    first=Deal(seed=5, players=3),
    lessons=(
        Lesson(
            "Choose who you are",
            "chooses? an adventurer",
            "Four numbers say what you are good at: Might strikes, Speed moves, Knowledge and Sanity pass tests of "
            "the mind. Low numbers are what kills you later. Each adventurer also has a power. For a first game take "
            "one with a Speed of 4 or more.",
            answers={
                "play ": "you are this adventurer for the whole game; nobody can be the one on the other side of the card."
            },
        ),
        Lesson(
            "What to do in a turn",
            "^you take an action",
            "You move as many tiles as your Speed and may do other things in between. Unexplored doors are how items "
            "are found, so open one. The turn is yours until you end it.",
            answers={
                r"go .*unexplored": "a new tile is laid there, and you stand on it. A symbol on it is a card for you, and ends your way.",
                r"go .* to ": "a tile that is known: whatever is written on it happens to you.",
                r"take the stairs": "to the other level, for 2 moves.",
                r"use ": "do what this card or tile says.",
                r"drop ": "leave it here for others.",
                r"end the turn": "your turn is over; what your tile and cards do at its end happens.",
            },
        ),
        Lesson(
            "Once the haunt has begun",
            "^you take an action",
            "You can attack now. Read what your side needs first: fighting is seldom all of it.",
            offers="attack ",
            answers={r"attack ": "both of you roll; the lower result takes the difference as damage, yours as well."},
        ),
        Lesson(
            "Turn the tile",
            "turns? the new tile",
            "The tile fits in several ways. Only those are offered that join the most doors. Doors that lead nowhere "
            "are where the map can grow.",
        ),
        Lesson(
            "Spread the damage",
            "takes? a point of damage",
            "Each point lowers one of the two traits by a space. A number need not change with each space, so look "
            "for the trait that has room. Before the haunt nobody dies of it.",
        ),
        Lesson(
            "Choose a trait",
            r"chooses? a trait(?! that takes)",
            "The card lets you say which trait it is about. Where you gain, take what you need to live; where you "
            "roll, the highest one has the most dice.",
        ),
        Lesson(
            "With what do you attack?",
            "with what to attack",
            "Weapons help an attacker, one for each attack, and never a defender.",
            answers={r"attack with Might alone": "as many dice as your Might, nothing else."},
        ),
        Lesson(
            "Use it now?",
            "^you may use",
            "Something of yours could help at this moment. Most things can be used once a turn.",
        ),
        Lesson(
            "The monsters move",
            "^you move a monster",
            "You play the traitor's side, so the monsters are yours after your own turn. Each moves as far as its "
            "roll says, and attacks once.",
        ),
    ),
)
