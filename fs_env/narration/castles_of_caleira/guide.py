"""How Castles of Caleira is played."""

from fs_env.narration.guide import Deal, Guide, Lesson, Step

GUIDE = Guide(
    goal=(
        "Build the castle that is worth the most points. Or end it all at once: a player whose [Princess Spire] is "
        "destroyed has lost."
    ),
    steps=(
        Step(
            "A turn: draw a card, then play one",
            "You draw by yourself. Then one card of your hand must go into your castle, where it is a piece for "
            "good: face up, for its points and its effect, or face down.",
            part="cards-0",
        ),
        Step(
            "Face up: its points count, its effect happens",
            "The value is at the lower right. What is written happens once, at the moment when the piece becomes "
            "face up. Whoever owns the piece chooses, even in the turn of somebody else.",
            cards=("Watchtower",),
        ),
        Step(
            "Face down: 1 point, and a secret",
            "Only you know what it is. If it is turned up later its effect happens then; if a [Trebuchet] destroys "
            "it, too.",
            part="cards-1",
            shown=Deal(seed=8, choices=9),
        ),
        Step(
            "Destroyed is gone",
            "A [Trebuchet] takes a piece out of a castle. It is worth nothing then. [Battlements] cannot be "
            "destroyed, and all three of them face up in one castle count 3 each.",
            cards=("Trebuchet",),
        ),
        Step(
            "The Princess Spire",
            "It can only be played face down. Whoever destroys another player's Spire wins the game at once. Turned "
            "up by somebody's [Throne Room] or [Watchtower] it is worth 6, and everybody sees it.",
            cards=("Princess Spire",),
        ),
        Step(
            "Effects wait in a row",
            "Effects are settled in the order in which they began: what an effect sets off comes after those that "
            "already wait.",
            part="stack",
            shown=Deal(seed=8, choices=13),
        ),
    ),
    words={
        "Piece": "a card in a castle. Pieces have numbers in the order of play and never move.",
        "No effect this turn": "a piece that a [Throne Room] turned up: nothing of it happens until the turn is over.",
        "The end": "when nobody has a card in hand. Equal points: more pieces face down win, then fewer pieces.",
    },
    notation={
        "2. face up: Watchtower": "piece 2, in the castle of the player above it.",
        "known to": "who has seen the card that lies face down.",
    },
    options={
        "spire_multi": (
            "A Spire is destroyed, with 3 or 4 players",
            {"end": "the game ends", "continue": "its owner is out, the others play on"},
        ),
        "market": (
            "The card that a Marketplace gets",
            {"choice": "is chosen by the player who gives it", "random": "is drawn from that player's hand"},
        ),
        "useless_targets": (
            "Pieces on which an effect does nothing",
            {"1": "may be chosen", "0": "are not offered where another one is"},
        ),
        "four_player_cards": (
            "Cards with 4 players",
            {"16": "16: two are taken out unseen", "18": "all 18: two players have a turn more"},
        ),
        "deck": ("Deck", {"whole": "all 18 cards", "small": "six cards, a short puzzle for two players"}),
    },
    shown=Deal(seed=8),
    first=Deal(seed=3),
    lessons=(
        Lesson(
            "Play a card",
            "play a card",
            "You have drawn a card; now one card of your hand goes into your castle. You are asked which, and which "
            "way it lies.",
            answers={
                r"play .* face up": "it counts what is printed on it. Everybody sees it, and its effect, if it has one, happens now.",
                r"play .* face down": "it counts 1 point and does nothing yet. Only you know what it is.",
            },
        ),
        Lesson(
            "You hold the Spire",
            "play a card",
            "The [Princess Spire] is in your hand. It can only lie face down, where a [Trebuchet] that hits it makes "
            "you lose. It need not be played yet, but cards left in hand are played in the end: among other pieces "
            "that lie face down it is hard to find.",
            offers="play Princess Spire",
            answers={"play Princess Spire face down": "1 point now; 6 if somebody's effect turns it up."},
        ),
        Lesson(
            "Destroy a piece",
            "chooses? .*piece for Trebuchet",
            "A [Trebuchet] has become face up and destroys a piece of any castle, so one must be chosen, even where "
            "only your own are left.",
            answers={
                r"Battlements": "nothing happens to Battlements but that they lie face up.",
                r"(?!Battlements).*face up, (?!yours)": "takes the points of that piece from its owner.",
                r"a hidden card": "it is turned up first, and its effect happens for its owner. If it is the Spire, you win.",
                r"(?!Battlements).*yours": "destroys a piece of your own castle.",
            },
        ),
        Lesson(
            "Turn up pieces",
            "chooses? .*pieces? for Watchtower",
            "A [Watchtower] turns up to two pieces. Pieces that lie face down count 1; face up they count what is "
            "printed, and their effects happen for their owners.",
            answers={
                r".*face down, yours": "your piece counts its points from now on, and its effect happens for you.",
                r"a hidden card": "everybody sees it; its effect happens for its owner.",
                r".*\(face up": "nothing changes: it is face up already.",
                r"no further piece": "no more pieces are turned.",
            },
        ),
        Lesson(
            "Look at a piece",
            "for Observatory",
            "Your [Observatory] lets you look at a piece that lies face down. After that you may turn it up or leave "
            "it.",
            answers={
                r".*\(face down|a hidden card": "you alone see it.",
                r"turn .* face up": "its effect happens for its owner, and its printed points count.",
                r"leave .* face down": "it stays down; you know it and others do not.",
            },
        ),
        Lesson(
            "Turn a piece face down",
            "for Barracks",
            "Your [Barracks] turn a piece face down: it counts 1 point, whatever it is, until it is turned up again.",
            answers={
                r".*face up, (?!yours)": "it counts 1 point from now on, whatever it was worth.",
                r".*face up, yours": "its effect can happen again if it is turned up later.",
                r".*face down": "nothing changes.",
            },
        ),
        Lesson(
            "Turn up without effect",
            "for Throne Room",
            "Your [Throne Room] turns a piece face up, and its effect does not happen this turn. So it can show the "
            "Spire safely, or waste somebody's effect.",
        ),
        Lesson(
            "Exchange cards",
            "for Marketplace",
            "Two players exchange a card of their hands: one card of yours, one of theirs. Both of you know what "
            "went where.",
            answers={r"give ": "this card leaves your hand; a card that the other player chooses comes into it."},
        ),
        Lesson(
            "Order the deck",
            "Wizard's Tower",
            "You have seen the cards that are drawn next, and choose their order. The one on top goes to the next "
            "player who draws.",
        ),
    ),
)
