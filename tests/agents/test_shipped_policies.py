"""The networks that come with the package: their cards are true, and they play as well as their cards say."""

import re

import pytest

from fs_env.agent_api.specs import load_agent
from fs_env.agents.networks import model_cards
from fs_env.agents.networks.model_cards import DRAWING, GREEDY, LARGEST, digest, model_card
from fs_env.agents.networks.network import SparseNetwork
from fs_env.agents.networks.shipped_files import shipped
from fs_env.core.machine.compile.jit import compiled
from fs_env.registry.games import load_game
from fs_env.training.evaluation import measure

GAMES, DEALS = 300, 4 * 10**9  # of the check: no training, evaluation or card has these deals
FOUR_ERRORS = 4.0


def test_names():
    files = {path.stem for path in model_cards.FOLDER.glob("*.json")}
    assert files == set(shipped()) and "castles_of_caleira" in files


@pytest.mark.parametrize("name", shipped())
def test_card__is_that_of_its_network(name):
    """The file is the one that was measured, small enough, and made for what the card says."""
    card = model_card(name)
    about = SparseNetwork.load(card.file).about
    assert card.name == name and digest(card.file) == card.sha256 and card.file.stat().st_size <= LARGEST
    assert (about["game"], about["num_players"]) == (load_game(card.game).name, card.num_players)
    assert about.get("prior_policy", "") == card.prior_policy
    assert {play for _, play, *_ in card.results} == {GREEDY, DRAWING}
    assert all(result.low < result.rate < result.high for result in card.results)
    for one in card.results:
        parts = [part.games for part in card.results if part.whole and part[:2] == one[:2]]
        assert one.whole or one.games >= 1000 and (one.side or sum(parts) in (0, one.games))
    kinds = r"(fs-env train \w+|python -m fs_env\.training\.transfer) \S+ "
    assert all(re.match(kinds, command) for command in card.commands)
    assert not re.search(r"(^|\s)/", " ".join(card.commands)), "a path of somebody's machine"


@pytest.mark.slow
@pytest.mark.skipif(not compiled(), reason="hundreds of games")
@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("play", [GREEDY, DRAWING])
def test_strength__is_what_the_card_says(name, play):
    """On other deals the share of the win is the same, within four standard errors of both."""
    card = model_card(name)
    told = [result for result in card.results if result.play == play and not result.side][-1]
    network = load_agent(f"policy:{name}", load_game(card.game)).policy.network
    found = measure(
        network,
        card.game,
        told.against,
        games=GAMES,
        seed=DEALS,
        num_players=card.num_players,
        options=card.options,
        temperature=float(play == DRAWING),
    )[""]
    variance = told.rate * (1 - told.rate)
    error = (variance / found.games + variance / told.games) ** 0.5
    assert abs(found.rate - told.rate) < FOUR_ERRORS * error, (
        f"{found.rate:.3f} of {found.games}, the card says {told.rate:.3f}"
    )


def test_card__of_no_network_is_refused():
    with pytest.raises(ValueError, match=r"no_such_bot.*castles_of_caleira"):
        model_card("no_such_bot")


def test_card__that_is_damaged_is_refused(tmp_path, monkeypatch):
    (tmp_path / "broken.npz").write_bytes(b"")
    (tmp_path / "broken.json").write_text('{"name": "broken", "results": []}')
    for module in ("fs_env.agents.networks.shipped_files", "fs_env.agents.networks.model_cards"):
        monkeypatch.setattr(f"{module}.FOLDER", tmp_path)
    with pytest.raises(ValueError, match=r"broken\.json: expected a model card"):
        model_card("broken")
