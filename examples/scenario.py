"""Sets up a position of Four Souls and plays it in a player's words: does a bomb kill, and can it be answered?

python examples/scenario.py
"""

from fs_env.core.four_souls.scenario import Placed, Play, Scenario, Seat


def position() -> Play:
    """Player 0 holds a bomb; player 1 has 1 hit point left, a Soul Heart and a charged character to play it with."""
    return Scenario(
        players=[
            Seat(hand=["bomb", "a_penny"], items=[Placed("the_d6", turned=True)], coins=5),
            Seat(hand=["soul_heart"], hp=1),
        ],
        monsters=["fly", Placed("fatty", hp=2)],
        loot_deck=["three_cents"],
    ).start()


def unanswered() -> Play:
    """The bomb resolves and kills; the death and its penalty follow on the stack."""
    game = position().play("bomb", 1).expect(stack=["bomb player 1"]).pass_all()
    return game.expect(player=1, hp=0).settle().expect(player=1, dead=True, coins=2)


def answered() -> Play:
    """Player 1 turns the character to play Soul Heart above the bomb, which prevents the damage."""
    game = position().play("bomb", 1).play("soul_heart", 1, by=1)
    return game.settle().expect(player=1, hp=1, dead=False, coins=3)


if __name__ == "__main__":
    print(position().text())
    for name, game in (("unanswered", unanswered()), ("answered", answered())):
        print(f"\n{name}:")
        print("\n".join(game.log))
