"""The integer codes shared by the compiler and the interpreter, except opcodes (``verbs.Op``).

A reference (*ref*) names an object of the game in one int16.
"""

from enum import IntEnum

NONE = -1
"""No object, no number, no card: the only value with this meaning in the project."""


class Deck(IntEnum):
    """Decks and their discard piles; ``CHARACTER``, ``STARTING`` and ``BONUS`` are never shuffled into play."""

    LOOT = 0
    TREASURE = 1
    MONSTER = 2
    CHARACTER = 3
    STARTING = 4
    BONUS = 5
    ROOM = 6  # the optional deck of rooms (R20); it is shuffled, and its lists are fields of their own


class Head(IntEnum):
    """How an ability gets on the stack."""

    PLAY = 0  # the text of a loot or bonus card (R2.10, R2.15)
    ACTIVATED = 1  # activated effect (R2.3)
    PAID = 2  # paid effect (R2.4)
    WHEN = 3  # triggered effect (R6.1)
    INSTEAD = 4  # replacement, runs at once without the stack (R6.2) unless it rolls (R6.9)
    REWARD = 5  # pushed above the dying card (R14.2)
    BRANCH = 6  # a line of a dice table (R9.7)
    DELAYED = 7  # the program of a lasting entry (pushed when the entry fires)


class Ref(IntEnum):
    """First numbers of references to players, decks, discard piles, slots, card instances and stack objects."""

    PLAYER = 0  # 0..3 seats
    DECK = 4  # 4 loot, 5 treasure, 6 monster
    PILE = 8  # 8 loot, 9 treasure, 10 monster discard pile
    SLOT = 16  # 16..27 monster slots
    CARD = 32  # 32 + instance
    STACK = 2048  # 2048 + running number of a stack object; 2048 itself is the running attack


class Sel(IntEnum):
    """Who or what an instruction means. ``REG + k`` is register k; ``EACH + f`` all objects matching filter row f."""

    ME = 0
    ACTIVE_PLAYER = 1
    ROLLER = 2
    ATTACKER = 3
    KILLER = 4
    IT = 5
    LEFT_OF_ACTIVE_PLAYER = 6
    RIGHT_OF_ACTIVE_PLAYER = 7
    RANDOM_PLAYER = 8
    THIS = 9
    IT_SOURCE = 10
    ATTACKED_MONSTER = 11
    THAT_ROLL = 12
    CURRENT_ATTACK = 13
    FOUND = 14
    TAKEN = 15
    REG = 16  # 16..23
    LOOKED = 24
    REST = 25
    REVEALED = 26
    MY_CHARACTER = 27
    WINNER = 28
    TOP_OF_PILE = 29  # top card of the discard pile chosen as r0
    ANY = 30
    EACH_PLAYER = 32
    OTHERS = 33
    EACH_PLAYER_BUT_IT = 34
    LOOT_DECK = 36
    TREASURE_DECK = 37
    MONSTER_DECK = 38
    EACH = 64  # 64 + filter row


class Num(IntEnum):
    """Numbers of instructions that depend on the game; a value below 500 is the number itself."""

    SPARE_HP = 511
    RESULT = 512
    AMOUNT = 513
    AMOUNT_DOUBLED = 514
    COINS_OF = 515
    HAND_OF = 516
    DIFF_HAND = 517
    DIFF_COINS = 518
    HALF = 519
    ALL = 520
    DISCARDED = 521
    DESTROYED = 522
    FULL = 523
    UNLIMITED = 524
    REMOVED = 525
    KILLING_ROLL = 526
    NAMED = 527
    REG = 528  # 528 + k: the value in register k


class By(IntEnum):
    """Who picks the loot card that is taken."""

    OWNER = 0
    TAKER = 1
    RANDOM = 2


class Stat(IntEnum):
    """The number that a boost changes."""

    HP = 0
    ATK = 1
    EVASION = 2
    ROLLS = 3


class Until(IntEnum):
    """Durations (R7.9, A52)."""

    END_OF_TURN = 0
    FOREVER = 1
    ONCE = 2
    NEXT_ROLL = 3
    NEXT_LOOT = 4
    NEXT_LOOT_CARD = 5
    THAT_OBJECT = 6
    NEXT_SHOP_PURCHASE = 7
    FIRST_ATTACK_ROLL = 8


class Cost(IntEnum):
    """Costs besides turning the card (R5.5)."""

    NOTHING = 0
    COINS = 1
    COUNTERS = 2
    DISCARD = 3  # loot cards from the player's hand
    DESTROY_ITEMS = 4  # non-eternal items of the player
    GIVE_ITEM = 5  # another non-eternal item of the player, to the player in a register
    TAKE_DAMAGE = 6


class Cond(IntEnum):
    """Conditions of triggers, statics and IF; subject by Sel, threshold n."""

    ALWAYS = 0
    ROLLER_NOT_ME = 1
    COINS_EQ = 2
    COINS_GE = 3
    HAND_EQ = 4
    HAND_GE = 5
    COUNTERS_GE = 6
    KILLING_ROLL_EQ = 7
    TURN_OF = 8
    NO_ATTACK = 9
    GUPPY_GE = 10
    NO_PURCHASE = 11  # the player has purchased nothing this turn
    FEWEST_SOULS = 12  # no player has fewer souls than the player
    HP_GE = 13


class Event(IntEnum):
    """Events that abilities listen to. In brackets the subject, which the `who` column restricts."""

    NOTHING = 0
    ANY_ROLL = 1  # [roller] n = mask of final numbers
    VS_THIS = 2  # [this monster] attack roll against it, n = mask
    ROLL_SHOWS = 3  # [roller] n = mask
    TURN_START = 4  # [AP]
    TURN_END = 5  # [AP]
    DAMAGE_TAKEN = 6  # [victim] n = mask of the attack roll tag (0 = any), flags COMBAT, BY_MONSTER
    DAMAGE_DEALT = 7  # [dealer] obj = kind of victim, n = mask of the attack roll tag
    HP_REACHES = 8  # [this monster] n = HP
    BEFORE_PENALTY = 9  # [dead player]
    DIES = 10  # [dead player]
    THIS_DIES = 11  # [this monster]
    ACTIVATES = 12  # [player who activated]
    MY_ATTACK_ROLL = 13  # [attacker] n = mask
    ANY_ATTACK_ROLL = 14  # [attacker] n = mask
    MY_ROLL_PUSHED = 15  # [roller]
    SAME_ROLL_TWICE = 16  # [roller]
    MISSES = 17  # [attacker]
    COUNTERS_REACH = 18  # [this] n
    DEATH_PENDING = 19  # [dying player]
    AFTER_PENALTY = 20  # [dead player]
    KILLS = 21  # [killer]
    OTHER_MONSTER_DIES = 22  # [dead monster, not this]
    MONSTER_DIES = 23  # [dead monster]
    REWARD_TAKEN = 24  # [this monster]
    GAINS_COINS = 25  # [gainer]
    ATTACK_DECLARED = 26  # [attacker]
    ATTACK_STARTS = 27  # [attacker]
    THIS_ATTACKED = 28  # [this monster]
    # replacements (Head.INSTEAD)
    WOULD_TAKE_DAMAGE = 29  # [victim]
    WOULD_GAIN_COINS = 30  # [gainer]
    WOULD_DIE = 31  # [dying object]
    WOULD_BE_DESTROYED = 32  # [this]
    # what happened, again
    THIS_ENTERS = 33  # [this room]
    GAINS_SOUL = 34  # [gainer]
    DECK_ATTACK_STARTS = 35  # [attacker] on the monster revealed from the deck
    LOOT_ARRIVES = 36  # [whose hand a loot card enters]
    GOALS_REACHED = 37  # [this room]


REPLACED = frozenset(event for event in Event if Event.WOULD_TAKE_DAMAGE <= event <= Event.WOULD_BE_DESTROYED)
"""Events that texts replace before they happen (R6.2): those of `Head.INSTEAD`."""


class Who(IntEnum):
    """Whose event an ability listens to: the relation of the event's subject to the ability's card."""

    ANY = 0
    ME = 1  # the controller
    OTHER = 2  # a player other than the controller
    THIS = 3  # the card itself
    ATTACKER = 4  # the attacking player of an attack on this monster
    PLAYER = 5  # any player


class AbilityFlag(IntEnum):
    SELF_CHAIN = 1  # may answer events that it caused itself (Dingle)
    COMBAT = 2  # only combat damage
    BY_MONSTER = 4  # only damage dealt by a monster card
    ROLLS = 8  # the program ends in a roll
    EVERY_2 = 16  # once for every 2 points, summed over the turn (ER-47)
    DAMAGES = 64  # its text deals damage (R12.13)
    NONATTACK = 128  # non-attack rolls only (MY_ROLL_PUSHED)
    EXACTLY = 256  # at n HP, not below it (HP_REACHES)
    READS_EVENT = 512  # its text refers to the subject or the amount of the event


class Once(IntEnum):
    """Limits of triggers and replacements (ER-62)."""

    NEVER = 0
    TURN = 1
    OWN_TURN = 2


class Victim(IntEnum):
    """The kind of victim that a DAMAGE_DEALT ability listens to."""

    ANY = 0
    PLAYER = 1
    MONSTER = 2


class Kind(IntEnum):
    """Bits of a filter's kinds (int32)."""

    PLAYER = 1
    MONSTER = 2  # active monster
    ITEM = 4  # item controlled by a player
    SHOP_ITEM = 8
    SOUL = 16
    CURSE = 32
    ROLL = 64
    ATTACK = 128  # attack on a monster, running or declared
    DECK = 256
    DISCARD_PILE = 512  # not empty
    DISCARDED = 1024  # card in the monster discard pile
    HAND_CARD = 2048
    STACK_ITEM = 4096
    STACK_LOOT = 8192
    STACK_DAMAGE = 16384
    PENDING_DEATH = 32768  # player whose death is on the stack
    SLOT = 65536  # monster slot, empty ones included
    REVEALED = 131072  # card of the revealed list
    DECK_CARD = 262144  # card inside a deck (search)
    MONSTER_DECK = 524288  # the monster deck, while it can be attacked (R11.17)


class Flag(IntEnum):
    """Bits of a filter's demands (int32); each concerns only the kinds named."""

    NONETERNAL = 1  # items
    NOT_THIS = 2  # items
    NOT_IT = 4  # monsters, players
    UNATTACKED = 8  # monsters, slots
    ATTACKABLE = 16  # monsters
    ACTIVE_ITEM = 32  # items
    PASSIVE = 64  # items
    HAS_ACTIVATED = 128  # items
    HAS_SOUL = 256  # players
    MOST_SOULS = 512  # players
    MOST_COINS = 1024  # players
    OTHER = 2048  # players: not the controller
    GUPPY = 4096  # cards
    BOSS = 8192  # cards
    NONMONSTER = 16384  # cards
    NONATTACK = 32768  # rolls
    ATTACK_ROLL = 65536  # rolls
    AIMED_AT_MINE = 131072  # stack objects
    ALIVE = 262144  # players: not dead (damage, kill: R13.7)
    MONSTER_CARD = 524288  # cards of the discard pile
    MINE = 1048576  # attack / roll made by the controller
    HAS_HAND = 2097152  # players: with a loot card in hand


class Rel(IntEnum):
    """The owner that a filter demands of items, souls, curses and hand cards, relative to a Sel."""

    ANY = 0
    MINE = 1
    OTHER = 2  # another player's
    OF = 3  # of the player named by the Sel argument


class Static(IntEnum):
    HP = 0
    ATK = 1
    ROLLS_ATTACK = 2  # n to the player's attack rolls
    EVASION = 3
    FIRST_ATTACK_ROLL_ATK = 4
    LOOT_STEP = 5
    IMMUNE_ROLL = 6  # n = number; whom THIS or ME
    FIRST_ATTACK_ROLL_BONUS = 7
    FIRST_ROLL_BONUS = 8
    OWN_LOOT_PLAYS = 9
    OWN_ATTACKS = 10
    ATTACKS_UNLIMITED = 11
    OWN_PURCHASES = 12
    PRICE = 13
    SEE_TOP = 14
    OPEN_HANDS = 15
    LOCK = 16  # the other players, in the controller's turn
    PENALTY_HEIR = 17
    DAMAGE_CAP = 18
    MULTIPLY_ON_ROLL = 19  # n = number, m = factor; its combat damage
    TRIPLE_ON_ROLL = 20  # n = number; the player's combat damage x3
    ADD_DAMAGE_ON_ROLL = 21  # n = number, m = addition
    ALSO_HIT_ON = 22
    DOUBLE_REWARDS = 23
    NO_RECHARGE_STEP = 24
    RECHARGE_ONLY_ONE = 25
    MUST_ATTACK_EACH_TURN = 26
    DISCOUNT = 27  # off the price of shop items
    NO_SOULS = 28  # no player gains souls (a room)
    FIRST_PRICE = 29  # of the first shop item of the turn
    ATTACK_TAX = 30  # cents to each other player for an attack, from a player with the most souls (a room)
    ACTIVATION_LIMIT = 31  # m = items that each player may activate in a turn (a room)
    LOOT_PLAY_LIMIT = 32  # m = loot cards that each player may play in a turn (a room)
    GOALS = 33  # m = goals to be reached before it can be put into discard (a room)


class Whom(IntEnum):
    """Whose numbers a static changes."""

    ME = 0  # the controller
    THIS = 1  # the card itself (a monster)
    EACH_MONSTER = 2
    EACH_OTHER_MONSTER = 3
    MY_ATTACKED_MONSTER = 4  # evasion of the monster the controller attacks
    OTHERS = 5
    EACH_PLAYER = 6
    MY_ATTACKED_MONSTER_THIS_TURN = 7  # the same, until end of turn even if the card leaves
    FEWEST_SOULS = 8  # each player than whom no player has fewer souls


class Lasting(IntEnum):
    NOTHING = 0
    SHIELD = 1
    SHIELD_POOL = 2
    DOUBLE_LOOT = 3
    LOOT_FROM_DISCARD = 4
    DOUBLE_NEXT_LOOT_CARD = 5
    DAMAGE_CAP = 6  # Mom's Bra: object in `ref`
    TRIGGER = 7  # a delayed ability with an event
    PREDICT = 8
    ROLL_FOUR = 9
    STORED_ROLL = 10
    PRICE = 11
    LOCK = 12
    NEXT_ATTACK_ROLL = 13
    ROLLS = 14  # a boost of rolls (the verb boost)
    EVASION = 15  # of a monster that was attacked (Whom.MY_ATTACKED_MONSTER_THIS_TURN)
    ACTIVATED = 16  # an item activated while a room limits that (Static.ACTIVATION_LIMIT)
    PLAYED = 17  # a loot card played while a room limits that (Static.LOOT_PLAY_LIMIT)
    LOOT_GOAL = 18  # loot cards played; this and those below: what was done for the goals of a room (Static.GOALS)
    KILL_GOAL = 19  # monsters that died
    GIFT_GOAL = 20  # gifts of many cents at once
    PURCHASE_GOAL = 21
    SIX_GOAL = 22  # rolls that ended on 6
