"""Networks whose cards have one embedding in all zones: what is shared, what the print of a card gives it, and that they play."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from fs_env import training  # noqa: E402
from fs_env.agents.networks.inputs import Inputs, inputs_for  # noqa: E402
from fs_env.agents.networks.network import SparseNetwork, made_for  # noqa: E402
from fs_env.agents.networks.policy import NetworkPolicy  # noqa: E402
from fs_env.core.four_souls.game import GAME  # noqa: E402
from fs_env.core.four_souls.state import Zone  # noqa: E402
from fs_env.core.machine.compile.jit import compiled  # noqa: E402
from fs_env.core.machine.run.answers import legal_ids  # noqa: E402
from fs_env.four_souls_v1 import card_features, card_places  # noqa: E402
from fs_env.training import clone, league, run  # noqa: E402
from fs_env.training.networks.positions import play_positions  # noqa: E402
from fs_env.training.networks.shared_rows import card_inputs  # noqa: E402
from fs_env.training.networks.torch_network import TorchNetwork  # noqa: E402
from tests.agents.networks import dense  # noqa: E402


@pytest.fixture(scope="module")
def play() -> Any:
    shown, masks = play_positions(GAME, "heuristic" if compiled() else "random", 500 if compiled() else 60, seed=5)
    return shown, masks, inputs_for(GAME, shown, seen=3)


def place(name: str, *index: int | str) -> int:
    return GAME.schema[name].at(*index)


def test_places__name_their_cards() -> None:
    """By hand: a loot card in a hand and among trinkets, a treasure and a monster among the others, what is turned, and values."""
    row, places = card_features().row, card_places()
    seen = {int(card): k for k, card in enumerate(places.cards[place("hand", 0) : place("hand", 0) + 89])}
    assert set(seen) == {
        k for k in range(len(card_features().cards)) if card_features().matrix[k, card_features().column("deck_loot")]
    }
    assert places.cards[place("trinkets", 2, "swallowed_penny")] == row("swallowed_penny")
    assert places.cards[place("counters", "bum_bo_item")] == row("bum_bo_item")
    zones = places.cards[place("cards", "zone", 0) : place("cards", "zone", 0) + 352].tolist()
    assert zones == places.cards[place("cards", "owner", 0) : place("cards", "owner", 0) + 352].tolist()
    assert len(set(zones)) == 352 and {row("the_d6"), row("monstro"), row("isaac")} <= set(zones)
    assert not set(zones) & set(seen)
    assert places.plus[place("shop", 0)] == 2 and places.plus[place("slots", 0, "card")] == 1
    assert places.plus[place("hand", 0)] == 0 and places.cards[place("shop", 0)] == -1
    named = {GAME.action_text(k): int(card) for k, card in enumerate(places.actions)}
    assert named["play Bomb!"] == row("bomb") and named["buy Brimstone"] == named["choose Brimstone"] == row(
        "brimstone"
    )
    assert named["pass"] == -1 and len(places.actions) == GAME.num_actions


def test_places__agree_with_play(play: Any) -> None:
    """In positions of play: a card that the shop shows lies in the shop by its own column."""
    shown, places = play[0], card_places()
    first = place("cards", "zone", 0)
    column = {int(card): first + k for k, card in enumerate(places.cards[first : first + 352])}
    checked = 0
    for numbers in shown:
        for slot in range(16):
            value = int(numbers[place("shop", slot)])
            if value >= places.plus[place("shop", slot)]:
                assert numbers[column[value - 2]] == Zone.SHOP
                checked += 1
    assert checked > len(shown)


def test_inputs__of_a_card_and_its_zone(play: Any) -> None:
    """Every input has one card and one zone at most; the same zone in two slots of the shop, another for each place of the stack."""
    found = card_inputs(GAME, play[2])
    assert len(set(found.inputs.tolist())) == len(found.inputs) > play[2].size / 3
    assert (
        (np.diff(found.zones) >= 0).all() and found.cards.min() >= 0 and found.cards.max() < len(card_features().cards)
    )
    names = [name for name in found.names if name[0] in ("shop", "stack")]
    assert ("shop",) in names and len({name for name in names if name[0] == "stack"}) > 1


def test_inputs__by_hand() -> None:
    """Observations with one card each: what represents it there is that card in that zone."""
    row, first = card_features().row, place("cards", "zone", 0)
    column = {int(card): k for k, card in enumerate(card_places().cards[first : first + 352])}
    nobody = card_features().cards[0]  # the first card of the table: its number is the smallest

    def shown(*numbers: tuple[int, int]) -> Any:
        made = np.zeros(GAME.schema.size, np.int16)
        for at, number in numbers:
            made[at] = number
        return made

    def lies(card: str, zone: Zone, owner: int) -> Any:
        return shown((first + column[row(card)], zone), (first + 352 + column[row(card)], owner))

    empty = shown()
    positions = {
        "shop": [shown((place("shop", k), 2 + row(card))) for k in (0, 5) for card in (nobody, "the_d6", "brimstone")],
        "item": [lies(card, Zone.ITEM, 1) for card in ("the_d6", "brimstone")],
        "theirs": [lies(card, Zone.ITEM, 2) for card in ("the_d6", "brimstone")],
        "stack": [shown((place("stack", k, "card"), 1 + row("the_d6"))) for k in (0, 1)],
        "hand": [shown((place("hand", 3), k)) for k in (1, 2, 3)],
    }
    every = [one for some in positions.values() for one in some]
    tables = inputs_for(GAME, np.array([*every, *[empty] * 2 * len(every)]), seen=1)
    found = card_inputs(GAME, tables)

    def of(one: Any) -> list[tuple[str, Any]]:
        active = np.flatnonzero(dense(tables, one[None])[0])
        pairs = {
            int(made): (int(card), found.names[zone])
            for made, card, zone in zip(found.inputs, found.cards, found.zones)
        }
        return [(card_features().cards[pairs[k][0]], pairs[k][1]) for k in active.tolist() if k in pairs]

    shop = [of(one) for one in positions["shop"]]
    assert shop == [[(card, ("shop",))] for card in (nobody, "the_d6", "brimstone")] * 2
    mine, theirs = ([of(one) for one in positions[name]] for name in ("item", "theirs"))
    assert (
        [{card for card, _ in one} for one in mine]
        == [{card for card, _ in one} for one in theirs]
        == [{"the_d6"}, {"brimstone"}]
    )
    there, elsewhere = ([{zone for _, zone in one} for one in some] for some in (mine, theirs))
    assert (
        there[0] == there[1] and elsewhere[0] == elsewhere[1] and there[0] & elsewhere[0] and there[0] != elsewhere[0]
    )
    assert [of(one) for one in positions["stack"]] == [
        [("the_d6", ("stack", k, GAME.schema["stack"].column("card")))] for k in (0, 1)
    ]
    hands = [{zone for _, zone in of(one)} for one in positions["hand"]]
    assert all(("hand",) in one for one in hands) and len(set.union(*hands)) == 4, (
        "a size, and each frequent number of copies"
    )


def twin(tables: Inputs, **given: Any) -> TorchNetwork:
    torch.manual_seed(1)
    return TorchNetwork(tables, made_for(GAME, 2), policy=(24, 16), value=(16, 8), **{"shared": 8, **given})


def test_weights__of_a_card_are_embedding_times_zone(play: Any) -> None:
    """Row by row by numpy; a card without anything learned of it has what its print gives it, in all zones alike."""
    net = twin(play[2])
    rows, found = net.policy.first, card_inputs(GAME, play[2])
    with torch.no_grad():
        rows.extra.add_(torch.randn_like(rows.extra))
    weight = rows.weight.detach().numpy()
    embeddings = rows.embeddings().detach().numpy()
    zones = rows.zones.detach().numpy()
    for made, card, zone in list(zip(found.inputs, found.cards, found.zones))[::37]:
        np.testing.assert_allclose(weight[made], embeddings[card] @ zones[zone], rtol=1e-4, atol=1e-5)
    others = np.setdiff1d(np.arange(play[2].size), found.inputs)
    np.testing.assert_allclose(weight[others], rows.own.detach().numpy())
    printed = card_features().matrix
    same = np.flatnonzero((printed == printed[card_features().row("monstro")]).all(1))
    assert len(same) == 1, "print tells cards apart"


def test_gradient__of_one_zone_changes_the_card_in_another(play: Any) -> None:
    """Learning of a card in one zone counts where it lies otherwise."""
    net = twin(play[2])
    rows, found = net.policy.first, card_inputs(GAME, play[2])
    card = int(np.bincount(found.cards).argmax())
    one, other = found.inputs[found.cards == card][:2]
    before = rows.weight.detach().clone()
    optimizer = torch.optim.SGD([rows.extra], lr=1.0)
    rows.weight[one].sum().backward()
    optimizer.step()
    after = rows.weight.detach()
    assert not torch.equal(before[other], after[other])
    assert torch.equal(before[found.inputs[found.cards != card]], after[found.inputs[found.cards != card]])


def test_embeddings__without_print_know_nothing_of_a_card(play: Any) -> None:
    """Cards begin alike and without effect, in every zone; those that are learned of change, and no others."""
    net, found = twin(play[2], printed=False, shared_actions=True), card_inputs(GAME, play[2])
    rows = net.policy.first
    assert not rows.weight[found.inputs].any()
    met, new = found.inputs[0], found.inputs[found.cards != found.cards[0]]
    optimizer = torch.optim.Adam(net.parameters())
    rows.weight[met].sum().backward()
    optimizer.step()
    assert rows.weight[met].abs().max() > 0 and not rows.weight[new].any()


def test_actions__of_a_card_have_the_weights_of_their_kind_and_its_embedding(play: Any) -> None:
    """By numpy: an action of a card that was never met has those of its kind and of the card's print, one without a card its own."""
    net, places = twin(play[2], shared_actions=True), card_places()
    out, embeddings = net.policy.out, net.policy.first.embeddings().detach().numpy()
    with torch.no_grad():
        out.kinds.add_(torch.randn_like(out.kinds))
    kinds = [name for name, ids in GAME.action_ids.items() if (places.actions[list(ids)] >= 0).any()]
    assert kinds == ["play", "activate", "pay", "buy", "attack", "choose"]
    for name, action in (("play", 3), ("buy", 40), ("choose", 200)):
        k = GAME.action_ids[name][action]
        kind = out.kinds[kinds.index(name)].detach().numpy()
        wanted = embeddings[places.actions[k]] @ kind[:-1] + kind[-1]
        np.testing.assert_allclose(out.weight[k].detach().numpy(), wanted[:-1], rtol=1e-4, atol=1e-5)
        np.testing.assert_allclose(out.bias[k].item(), wanted[-1], rtol=1e-4, atol=1e-5)
    own = out.own.detach().numpy()
    np.testing.assert_array_equal(out.weight[0].detach().numpy(), own[0, :-1])


@pytest.mark.parametrize("given", [{}, {"shared_actions": True}, {"shared_actions": True, "printed": False}])
def test_network__plays_as_any_other(given: dict[str, bool], play: Any, tmp_path: Path) -> None:
    """Written out, it has the logits and scores of the module; on another device's way of summing too."""
    shown, masks, tables = play
    net = twin(tables, **given)
    net.save_policy(tmp_path / "net.npz")
    policy = NetworkPolicy(SparseNetwork.load(tmp_path / "net.npz", GAME, 2))
    batch, (ids, counts) = net.read(shown, masks), legal_ids(masks)
    logits, scores = (part.detach().numpy() for part in net(batch))
    found, valued = policy.evaluate(shown, ids, counts)
    np.testing.assert_allclose(found, logits, rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(valued, scores, rtol=1e-4, atol=1e-4)
    tower = net.policy
    summed = tower.first(batch.inputs, batch.firsts, batch.amounts)
    units = torch.relu(tower.between[0](torch.relu(summed + tower.bias)))
    torch.testing.assert_close(units, tower.units(batch), rtol=1e-4, atol=1e-4)


def test_run__keeps_its_embeddings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The checkpoint has what was learned of cards, the network of the run the weights that come of it."""
    monkeypatch.setattr(run, "POSITIONS", 400)
    small = {"hidden": [16], "value_hidden": [8], "bots": ["random"], "evaluation_games": 2, "threads": 1, "shared": 4}
    small |= {"rows": 8, "chunk": 64, "round_chunks": 2, "batch_size": 32, "teacher": "random", "shared_actions": 1}
    training.train("clone", tmp_path / "parts", clone.Settings(**small, decisions=100))
    again = run.Run.open(tmp_path / "parts", "clone", clone.Settings, None, True)
    net = again.network()
    stored = net.policy.first
    assert stored.extra.abs().max() > 0 and stored.zones.shape[1:] == (4, 16)
    best = SparseNetwork.load(tmp_path / "parts" / "last.npz")
    np.testing.assert_allclose(best.policy[0][0], stored.weight.detach().numpy(), rtol=1e-5)
    np.testing.assert_allclose(best.policy[-1][0], net.policy.out.weight.detach().numpy(), rtol=1e-5)


@pytest.mark.parametrize(
    ("kind", "given", "words"),
    [
        (clone.Settings, {"shared": 8, "init": "four_souls_2"}, "a file has weights and no embeddings"),
        (league.Settings, {"shared": 8}, "parts of a league begin with files"),
        (clone.Settings, {"shared": -1}, "shared=-1"),
    ],
)
def test_settings__refused(kind: Any, given: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        kind(**given)


def test_game__without_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Castles of Caleira counts its pieces and tells of no single card."""
    monkeypatch.setattr(run, "POSITIONS", 60)
    settings = clone.Settings(game="castles_of_caleira", shared=8, bots=["random"], threads=1)
    with pytest.raises(ValueError, match="castles_of_caleira does not describe single cards"):
        training.train("clone", tmp_path, settings)
