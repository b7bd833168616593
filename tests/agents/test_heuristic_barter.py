"""How the heuristic bot barters: each answer is what a sensible player would do."""

from __future__ import annotations

import pytest

from fs_env.agents.heuristic.improvements import Improvement
from fs_env.agents.heuristic.scratch import MEMORY
from fs_env.core.four_souls.scenario import Play, Seat
from tests.agents.table import Bot, position

CARDS = ["bomb", "bomb", "butter_bean", "butter_bean", "a_penny", "a_nickel", "soul_heart"]
SPARE_1_0 = {"favour": "spare", "promiser": 0, "payer": 1, "turns": 2}


def test_gift__is_taken():
    """Cents for nothing."""
    play = position(Seat(), Seat(coins=5), options={"bartering": True}, monsters=["satan"]).pass_().offer("gift", 3)
    assert Bot().would(play) == "accept"


def test_deal__the_favour_costs_less_than_the_cents():
    """With an empty hand it can harm no player: not to do it for a round is worth any amount that it gets."""
    play = position(Seat(), Seat(coins=5), options={"bartering": True}).pass_().offer("spare", 1)
    assert Bot().would(play) == "accept"


def test_deal__does_not_pay_those_who_cannot_harm_it():
    """A player without loot cards has nothing to sell: it pays not a cent for being spared."""
    play = position(Seat(coins=9), Seat(), options={"bartering": True}).pass_().sell("spare", 1)
    assert Bot().would(play) == "decline"


def test_deal__pays_who_can_harm_it():
    """It has three souls, the other player seven loot cards: to be spared is worth a cent, and ten cents are too much."""
    seats = Seat(coins=10, souls=3), Seat(hand=CARDS)
    play = position(*seats, options={"bartering": True}).pass_()
    assert Bot().would(play.copy().sell("spare", 1)) == "accept"
    assert Bot().would(play.copy().sell("spare", 10)) != "accept"


def test_deal__trusts_nobody_who_breaks_promises():
    """The same player, who has broken nine promises, gets nothing for the tenth."""
    seats = Seat(coins=10, souls=3), Seat(hand=CARDS, broken=9)
    assert Bot().would(position(*seats, options={"bartering": True}).pass_().sell("spare", 1)) == "decline"


def test_deal__promises_no_answer_of_any_kind():
    """It does not promise to use something on a roll, whatever is paid: what that would be is open."""
    play = position(
        Seat(items=["the_d6"]), Seat(coins=10), active=1, options={"bartering": True}, monsters=["fatty"], dice=[1]
    )
    play.attack("fatty").pass_all().pass_all()
    assert Bot().would(play.offer("answer", 10)) == "decline"


def test_offer__sells_what_costs_it_nothing():
    """Instead of passing it sells: the leader has reason to pay not to be harmed by the cards in its hand."""
    seats = Seat(hand=["butter_bean"] * 2 + ["soul_heart"] * 2, turned=True, plays_used=1), Seat(souls=3, coins=5)
    play = position(*seats, monsters=["satan"], options={"bartering": True})
    bot = Bot()
    assert bot.does(play) == "offer a favour for cents"
    while play.asked == 0:
        bot.does(play)
    play.expect(question="deal", asked=1).choose("accept").expect(promises=["player 0: spare for player 1"])


def test_offer__once_in_a_turn():
    """After an offer it passes, though the rules would allow another one."""
    seats = Seat(hand=["butter_bean"] * 2 + ["soul_heart"] * 2, turned=True, plays_used=1), Seat(souls=3, coins=5)
    play = position(*seats, monsters=["satan"], options={"bartering": True})
    bot = Bot()
    while play.asked == 0:
        bot.does(play)
    play.choose("decline").expect(legal="offer a favour for cents")
    assert bot.would(play) == "pass"


def thrown(*others: Seat, active: int = 1, monsters: list[str], **position_of: object) -> Play:
    """A throw of 1 of the active player's attack is on the stack, and that player has priority."""
    play = position(*others, active=active, options={"bartering": True}, monsters=monsters, dice=[1], **position_of)
    return play.attack(monsters[0]).pass_all().pass_all()


def test_service__buys_another_throw():
    """Its throw has missed, and an opponent could have it made again: it pays for that, and for nothing else on the table."""
    seats = Seat(coins=10), Seat(items=["the_d6", "breakfast"]), Seat(items=["blank_card"]), Seat()
    play, bot = thrown(*seats, active=0, monsters=["monstro", "satan"]), Bot()
    assert bot.does(play) == "offer cents for a favour"
    assert bot.does(play) == "favour: use an item"
    while play.asked == 0:
        bot.does(play)
    play.expect(question="deal", asked=1).choose("accept").expect(promises=["player 1: use for player 0"])


def test_service__is_not_bought_when_it_would_harm():
    """A throw of 6 is as good as any: no player is paid for making it again."""
    seats = Seat(coins=6), Seat(items=["the_d6"])
    play = position(*seats, options={"bartering": True}, monsters=["fatty", "satan"], dice=[6])
    assert Bot().would(play.attack("fatty").pass_all().pass_all()) == "pass"


def test_service__sold_for_what_it_costs():
    """Another throw for one of three opponents costs less than five cents bring, and more than one cent brings."""
    seats = Seat(items=["the_d6"]), Seat(coins=10), Seat(), Seat()
    play = thrown(*seats, monsters=["fatty", "satan"])
    assert Bot().would(play.copy().offer("use", 5, "the_d6", to=0)) == "accept"
    assert Bot().would(play.copy().offer("use", 1, "the_d6", to=0)) != "accept"


def test_service__what_is_promised_is_done():
    """It rolls the throw again for who has paid, though an opponent gains by it; without the promise it passes."""
    seats = Seat(items=["the_d6"]), Seat(coins=10), Seat(), Seat()
    play, bot = thrown(*seats, monsters=["fatty", "satan"]), Bot()
    assert bot.would(play.copy().pass_().pass_().pass_()) == "pass"
    play.offer("use", 5, "the_d6", "accept", to=0).pass_().pass_().pass_()
    assert bot.does(play) == "activate The D6"
    assert play.expect(promises=[]).S["kept"][0, 0] == 1


def test_service__nothing_is_sold_that_would_not_be_done():
    """The fourth soul of an opponent is at stake: it would break that promise, and sells it at no price."""
    seats = Seat(items=["the_d6"]), Seat(coins=10, souls=3)
    play = thrown(*seats, monsters=["monstro", "satan"])
    assert Bot().would(play.offer("use", 10, "the_d6")) == "decline"


def test_service__not_in_the_first_edition():
    """`heuristic@1` sells the use of nothing."""
    seats = Seat(items=["the_d6"]), Seat(coins=10), Seat(), Seat()
    bot = Bot()
    bot.agent._memory[MEMORY.fields["left_out"][1] // 8] = Improvement.SERVICE
    assert bot.would(thrown(*seats, monsters=["fatty", "satan"]).offer("use", 5, "the_d6", to=0)) == "decline"


@pytest.mark.parametrize("promised", [False, True])
def test_promise__is_kept_where_another_will_do(promised):
    """Of two opponents it hurts the one with more souls, unless it has promised to spare that one."""
    seats = Seat(hand=["bomb"]), Seat(hp=1, souls=2), Seat(hp=1, souls=1)
    play = position(
        *seats, monsters=["satan"], options={"bartering": True}, promises=[SPARE_1_0] if promised else []
    ).play("bomb")
    victim = "second player to your left" if promised else "player to your left"
    assert Bot().would(play) == f"choose the {victim}"
