"""What language models cost in a tournament, by the prices in their specs."""

from __future__ import annotations

from fs_env.arena.costs import with_costs
from fs_env.arena.results import GameRow
from fs_env.arena.standings import USAGE, Standings, usage_columns, usage_words
from fs_env.arena.usage import Prices, Usage, cost_per_point

PRICED = "llm:model=m,price_in=3,price_out=15"


def row(number, seats, winner, usage):
    returns = tuple(1.0 if seat == winner else -1.0 for seat in range(2))
    nothing = (None, None)
    return GameRow(number, number // 2, seats, 1, returns, (winner,), 9, (4, 4), (1.0, 1.0), nothing, usage=usage)


def test_prices__are_read_from_specs_that_have_both():
    """A price that is missing, negative or no number is not known, and never 0."""
    assert Prices.of(PRICED) == (3.0, 15.0)
    for spec in (
        "llm:model=m,price_in=3",
        "llm:model=m,price_in=3,price_out=nan",
        "llm:price_in=-1,price_out=1",
        "llm:,",
    ):
        assert Prices.of(spec) is None
    assert Prices.of("random") is Prices.of(7) is None
    assert Prices(3, 15).cost(Usage(tokens_in=200_000, tokens_out=10_000)) == 0.75


def test_costs__of_a_game_and_of_a_point_over_random():
    """Two games of a priced model cost 0.03 and 0.05; the point is the mean game by the distance to `random`. Other cells are empty."""
    used = (Usage(asked=1, tokens_in=5000, tokens_out=1000), Usage(asked=1, tokens_in=10_000, tokens_out=4000 // 3))
    rows = [row(number, (0, other), 0, (used[number % 2], None)) for number, other in enumerate((1, 1, 2, 2))]
    rows += [row(4, (0, 1), 1, (used[0], None)), row(5, (0, 1), 0, (used[1], None))]
    names = ("llm m", "random", "heuristic")
    plain = Standings.of(names, rows, 2)
    found = {one.name: one for one in with_costs(plain, names, [PRICED, "random", "heuristic"]).agents}
    model, points = found["llm m"], found["llm m"].elo - found["random"].elo
    assert points > 0 and abs(model.cost - 0.04) < 1e-5
    assert abs(model.cost_per_point - model.cost / points) < 1e-12
    assert usage_words(model)[-2:] == ("0.04", f"{0.04 / points:.3g}") and len(USAGE) == len(usage_words(model))
    assert (found["random"].cost, found["heuristic"].cost) == (None, None)
    for specs in ((PRICED, "random:x=1", "heuristic"), ("llm:model=m", "random", "heuristic")):
        model = next(one for one in with_costs(plain, names, specs).agents if one.name == "llm m")
        assert model.cost_per_point is None and usage_words(model)[-1] == ""
    assert usage_words(model)[-2] == "", "without prices"
    assert usage_columns([model]) == (USAGE[:-2], [usage_words(model)[:-2]])
    assert cost_per_point(1.0, 100.0, 100.0) is None and cost_per_point(1.0, 150.0, 100.0) == 0.02
