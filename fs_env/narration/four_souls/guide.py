"""How Four Souls is played."""

from fs_env.narration.guide import Deal, Guide, Lesson, Step

GUIDE = Guide(
    goal=(
        "Be the first with four souls. Most are gained by killing monsters with a soul on their card, so you gather "
        "items that make you stronger, and stop the others in time."
    ),
    steps=(
        Step(
            "Your turn",
            "Your character and items are charged, you loot a card, and then, in any order: play one loot card, buy "
            "one item, attack once, use items. Passing ends this phase when the stack is empty and you are not attacking. "
            "At the end of the turn everybody heals.",
            cards=("Cain", "Sleight of Hand"),
        ),
        Step(
            "Loot: your hand",
            "A loot card does what it says and is gone; trinkets stay as items. You may play one in your turn, and "
            "one more, at any time, by turning your character.",
            cards=("Bomb!",),
        ),
        Step(
            "The shop: 10¢ an item",
            "Buy a card that lies open, or the unseen one on top of the treasure deck. Items with a bolt "
            "are used by turning them and are charged again when your next turn begins.",
            part="shop",
            share=0.68,
        ),
        Step(
            "Attack: roll the die",
            "A roll of the number on the monster or more hits it for your attack. Less, and it hits you for its own. "
            "You roll until one of you is dead: there is no running away.",
            cards=("Fat Bat",),
        ),
        Step(
            "Monsters give rewards",
            "When one dies its reward is yours in your turn, whoever killed it. One with a soul becomes a soul of "
            "yours. The unseen card on top of the deck can be attacked as well.",
            cards=("Pin",),
        ),
        Step(
            "You may die",
            "It costs a loot card, 1¢ and an item of yours, and ends your turn if it was yours. You are back with "
            "full health when the turn ends.",
            part="player-0",
        ),
    ),
    words={
        "Stack": "what has been begun and has not happened yet. The newest happens first, and before each one everybody may answer.",
        "Priority": "it is you who may do something now. When all have passed, the top of the stack happens; if it is empty, play goes on.",
        "Pass": "you do nothing for now. The words of a pass say what follows if all others pass as well.",
        "Signs": "♥ hit points; sword: damage of a hit; small card: loot in hand; ◇ souls; 5+: what a roll must reach; bolt: used by "
        "turning the card; ↷ turned; ∞ eternal: cannot be destroyed, stolen or given up.",
    },
    notation={
        "♥♡ 1/2": "health left, of 2.",
        "evasion 4": "a roll of 4 or more hits.",
        "sideways": "turned: used up until it is charged again.",
        "eternal": "cannot be destroyed, stolen or given up.",
        "[active]": "whose turn it is.",
        "attacks 0 of 1": "used this turn, of those it gives.",
        "stack, top first": "what happens next stands first.",
        "3 hidden": "cards that you do not know.",
    },
    passing={
        "concerned": "In the turns of others you pass unasked, unless a play, roll, combat damage or something aimed at you is next.",
        "all": "You pass by yourself whenever you have priority, but not in your turn while nothing is on the stack.",
    },
    options={
        "bonus_souls": (
            "Bonus souls",
            {"1": "three more souls, each for whoever first does what it asks", "0": "none"},
        ),
        "sets": ("Cards", {"base": "base game", "gold": "Gold Box", "plus": "Four Souls+"}),
        "variant": (
            "Who against whom",
            {
                "rivals": "each for themselves",
                "solo": "one person with two characters against an eight-sided die",
                "cooperative": "two players together against an eight-sided die",
            },
        ),
        "draft": (
            "Items before the first turn",
            {
                "none": "starting items only",
                "two": "two more each, chosen from a draft, for two players",
                "mini": "two more each, chosen from a draft, for any number of players",
            },
        ),
        "eden_only": ("Characters", {"0": "dealt", "1": "everybody is Eden and chooses a starting item"}),
        "first_player": (
            "Who begins",
            {
                "cain": "whoever plays Cain, or else by lot",
                "random": "by lot",
                **{f"seat_{seat}": f"seat {seat + 1}" for seat in range(4)},
            },
        ),
        "simultaneous_deaths": (
            "When a monster and a player die at once",
            {"rules": "the player's death is settled first", "faq": "the monster's death is settled first"},
        ),
        "open_hands": ("Hands", {"0": "hidden", "1": "open to all, to learn or teach"}),
        "bartering": ("Deals", {"0": "none", "1": "players may pay each other for favours"}),
        "rooms": ("Rooms", {"0": "none", "1": "with the deck of rooms of the second edition"}),
    },
    shown=Deal(seed=5),
    first=Deal(seed=5),
    lessons=(
        Lesson(
            "Before your turn begins",
            r"^you have priority \((start of your turn|your loot step)\)",
            "Nothing has happened yet, and everybody may do something first. You will be asked this often: most of "
            "the time you pass. Your loot card comes next, and then the part of your turn in which you buy and "
            "attack.",
            answers={
                "pass": "go on. You lose nothing.",
                "play ": "play a loot card now; your character is turned for it. Mostly it can wait until you know more.",
                "activate ": "use this item by turning it; it is charged again when your next turn begins.",
            },
        ),
        Lesson(
            "Your turn: buy, attack, play",
            r"^you have priority \(your action phase\)",
            "Now you do what you like, in any order: one loot card, one purchase, one attack, and all your items. "
            "Coins first: play cards that give ¢, and see whether an item is within reach. Then a monster that you "
            "can hit.",
            answers={
                "pass: end your action phase": "your turn is nearly over, if the others pass as well. What you did not use is lost.",
                "play ": "the card does what it says and is discarded; trinkets stay as items.",
                "buy the top": "pay for a treasure that nobody has seen.",
                "buy (?!the top)": "pay for this item. Another card takes its place in the shop.",
                "attack the top": "turn up the next card of the monster deck: a monster to fight, or an event or a curse instead.",
                "attack (?!the top)": "fight this monster until one of you is dead.",
                "activate ": "use this item by turning it.",
            },
        ),
        Lesson(
            "Your attack goes on",
            r"^you have priority \(your action phase, attack on [^()]*\)$",
            "You attack until one of you is dead. Use cards and items now, before the die is rolled, or pass.",
            offers="pass",
            answers={"pass: roll": "the number on the monster or more hits it; less, and it hits you."},
        ),
        Lesson(
            "Something waits on the stack",
            r"^you have priority .*on the stack",
            "What was begun has not happened yet: everybody may answer it. Your answer would happen before it, which "
            "is how dice are changed, damage is prevented and plans are spoiled.",
            answers={
                "pass": "let it happen, if the others pass as well.",
                "play ": "this card happens before what waits.",
                "activate ": "this item acts before what waits.",
            },
        ),
        Lesson(
            "Choose a target",
            "chooses? a target",
            "This effect needs somebody or something to act on. The choice stands, whatever the others do in answer.",
            answers={"yourself": "it acts on you: fine for gifts, bad for damage."},
        ),
        Lesson("Choose one effect", "chooses? a mode", "The card does one of several things, and you say which."),
        Lesson(
            "How do you play it?",
            "^you play .*by turning",
            "A loot card in your turn uses the one play that the turn gives you. Turning your character gives "
            "another one, at any time, until it is charged again.",
            answers={
                "turn ": "your character lies sideways until your next turn; the play of this turn is left.",
                "use the loot play": "your character stays ready, also in the turns of the others.",
            },
        ),
        Lesson("A choice that you need not take", "^you may use", "This card lets you decide each time."),
        Lesson(
            "Where does the monster go?",
            "chooses? a monster slot",
            "The new monster lies on top of one of those in play. What is covered comes back when the one above it "
            "is gone.",
        ),
        Lesson(
            "Order cards",
            "put the next card on",
            "You put cards back in an order that you choose, one after the other: what you take first lies deeper "
            "where they go on top.",
        ),
        Lesson(
            "You died",
            "for the death penalty",
            "Dying costs a loot card, 1¢ and an item that is not eternal. You choose what you miss least. You live "
            "again with full health when this turn ends.",
        ),
        Lesson("You must attack", "must attack", "A card forces you: the only choice is what you attack."),
    ),
)
