"""A game as its package hands it to the machine: compiled functions, constants and texts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .features import CardFeatures
from .observation import ObservationSchema
from .options import Option
from .sides import Sides


@dataclass(frozen=True, kw_only=True)
class GameSpec:
    """Everything a game gives the machine. `s` is one state; all kernels come from the game's `Kernel` decorator.

    Attributes:
        name: identifier, such as "four_souls".
        dtype: structured dtype of one state.
        schema: sections of the observation that `observe` writes.
        num_actions: action ids are 0..num_actions-1.
        min_players: fewest seats.
        max_players: most seats.
        options: in the order in which `setup` reads them; one is named "num_players".
        conflict: `(value of every option by name) -> ` why they cannot be played together, as a sentence; None if they can.
        single_agent: `(value of every option by name) -> ` whether one person plays all seats: environments then have one agent; or None.
        cooperative: `(value of every option by name) -> ` whether all seats win or lose together. None: never.
        sides: how seats learn their side, in games with sides; a function of what each seat sees. None: each plays for
            itself, or all together where `cooperative` says so.
        general_sum: whether seats that play against each other may win or lose all together in some games.
        characters: `(record) -> ` the id of the card that each seat plays as. None: seats have none.
        options_in: `(record) -> ` value by name of the options that a state keeps and that shape the rest of the game;
            environments refuse positions that were dealt with others. None: they are not compared.
        setup: `(s, options, seed)`: a whole new game up to its first decision, whatever `s` held before.
        to_act: `(s) -> seat` that is asked, -1 when the game is over.
        legal: `(s, acts) -> n`: writes the ids of all legal actions, each once, into `acts` (int16).
        step: `(s, action) -> 0` done, `1` not legal, `2` game over (state unchanged in the last two).
        observe: `(s, player, out)`: fills the whole of `out` (int16) with what that seat may know.
        returns: `(s, out)`: the result of each seat, float64 of length num_players.
        resample: `(s, player, seed)`: replaces all that the seat cannot know by a random draw that agrees with all it knows,
            the random streams too; the int64 seed selects the draw, independently of the streams.
        redeal: `(s, seed)`: draws again all that no seat knows, the random streams too, given what the seats know together;
            the int64 seed selects it, independently of the streams. None: the game cannot be dealt again.
        passing: `(s, rule) -> ` the action with which the seat that is asked passes by a rule, -1 where it is asked. It reads only
            what all seats see. `rule` is a number of `declare.passes`. None: the game has no rules of passing.
        stops: name of each kind of window that a rule may leave to the seat -> its bit in the number of a rule, 2, 4, 8, ...
        passing_rules: name of each rule of passing but "none" -> its stops.
        outcome: `(s) -> 0` running, `1` won, `2` drawn by the rules, `3` truncated, `4` a capacity was exceeded, `6` lost by
            all seats together.
        num_players: `(s) -> ` seats in this game.
        decisions: `(s) -> ` decisions answered so far.
        turn: `(s) -> ` number of the turn that is played, from 1 on; it never falls. Search stops its rollouts at a turn.
        action_text: `(action) -> ` the text of an action id.
        decision_text: `(record) -> ` the pending question and the seat that is asked, as text.
        text: `(record, player) -> ` the state for a reader; player None shows everything.
        to_json: `(record, player) -> ` the same as plain data.
        action_ids: name of each kind of action to its ids, ascending.
        schemas: further observation schemas by name; "flat" is `schema`.
        card_features: makes the features of the cards whose ids observations show; None without cards.
        fault: `(bytes) -> ` what is impossible in a state, as text, None for one that can be played on; `bytes` is a uint8
            array, contiguous and aligned. It checks restored states (see `machine.declare.ranges`). None: they are not checked.
        version: counts changes after which an old snapshot no longer means the same.
        home: "package.module:NAME" of the finished `Game`; lets it be pickled.
    """

    name: str
    dtype: np.dtype[Any]
    schema: ObservationSchema
    num_actions: int
    min_players: int
    max_players: int
    options: Sequence[Option]
    setup: Callable[..., Any]
    to_act: Callable[..., Any]
    legal: Callable[..., Any]
    step: Callable[..., Any]
    observe: Callable[..., Any]
    returns: Callable[..., Any]
    resample: Callable[..., Any]
    outcome: Callable[..., Any]
    num_players: Callable[..., Any]
    decisions: Callable[..., Any]
    turn: Callable[..., Any]
    action_text: Callable[[int], str]
    decision_text: Callable[[Any], str]
    text: Callable[[Any, int | None], str]
    to_json: Callable[[Any, int | None], dict[str, Any]]
    action_ids: Mapping[str, Sequence[int]]
    conflict: Callable[[Mapping[str, int]], str | None] | None = None
    single_agent: Callable[[Mapping[str, int]], bool] | None = None
    cooperative: Callable[[Mapping[str, int]], bool] | None = None
    sides: Sides | None = None
    general_sum: bool = False
    characters: Callable[[Any], Sequence[str]] | None = None
    options_in: Callable[[Any], Mapping[str, int]] | None = None
    schemas: Mapping[str, Any] = field(default_factory=dict)
    card_features: Callable[[], CardFeatures] | None = None
    fault: Callable[[NDArray[np.uint8]], str | None] | None = None
    redeal: Callable[..., Any] | None = None
    passing: Callable[..., Any] | None = None
    stops: Mapping[str, int] = field(default_factory=dict)
    passing_rules: Mapping[str, Sequence[str]] = field(default_factory=dict)
    version: int = 1
    home: str = ""
