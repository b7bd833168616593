"""The rules of a game for whoever plays it by text, in one message, generated from its guide and its options."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from fs_env.core.machine.declare.passes import NONE, rule_number
from fs_env.core.machine.run.game import Game
from fs_env.narration.card_texts import CardWords, cards_of
from fs_env.narration.conversation.parsing import FORM
from fs_env.narration.guide import Guide, guide_of, spoken
from fs_env.registry.games import load_game, manifest_of

LONGEST = 900
"""Words of a rules prompt at most."""
FEW = 20
"""Cards that are listed with the rules where a game has no more."""
MESSAGES = (
    "Each message lists the events since your last answer, the position as you can see it, the text of cards in view, the question, "
    'and the numbered legal actions. Choose one action. In all texts you are called "you". If only one action is legal, it is taken '
    "for you."
)
ANSWERS = (
    f"End your answer with {FORM}. You may write your reasoning before it: only the last number in brackets or the last JSON object "
    "counts. You may also answer with the text of one action and nothing else. All other answers are invalid."
)

USUAL_PASSES = "routine"
SIGNS = "Signs"  # those of drawings, which readers of text do not see


def usual_passes(game: Game) -> str:
    """The rule of passing for players who read, "none" for a game that has none: a strong player gives away less than half a point of
    the win by it (benchmarks/lab/notes/2026-11-passes.md)."""
    return USUAL_PASSES if USUAL_PASSES in game.spec.passing_rules else NONE


def rules_prompt(game: Game | str, passes: str = NONE, **options: int) -> str:
    """The rules of a game, and what an answer must look like: at most `LONGEST` words.

    Args:
        game: the rules, or the id of a game.
        passes: the rule of the game by which the reader passes without being asked.
        options: of `Game.setup`, `num_players` too; those that are not given have their defaults. All that have another
            value are explained.

    Raises:
        ValueError: an unknown option or rule, or a value outside its range.
    """
    rules = load_game(game) if isinstance(game, str) else game
    rule_number(rules.spec, passes)
    return _prompt(rules, passes, tuple(rules.option_values(**options).tolist()), LONGEST)


@lru_cache(maxsize=64)
def _prompt(rules: Game, passes: str, chosen: tuple[int, ...], longest: int) -> str:
    values = dict(zip(rules.options, chosen, strict=True))
    guide = guide_of(rules.name) or Guide(goal="")
    title = manifest_of(rules).title or rules.name.replace("_", " ")
    first = [
        f"You play {title}. {spoken(guide.goal)}".strip(),
        "\n".join([f"This game has {values['num_players']} players.", *_chosen(rules, guide, values)]),
        _listed("How to play", ((step.title, step.text) for step in guide.steps)),
        _listed("Words", ((word, text) for word, text in guide.words.items() if word != SIGNS)),
        _listed("Cards", ((f"{card.name} ({card.facts})", card.text or "no text") for card in cards_in_rules(rules))),
        _listed("Notation of positions", guide.notation.items()),
    ]
    passing = "" if passes == NONE else f" {guide.passing.get(passes, f'You pass automatically by the rule {passes}.')}"
    last = [f"Messages\n{MESSAGES}{passing}", f"Answers\n{ANSWERS}"]
    left = longest - sum(len(part.split()) for part in first + last)
    questions = _listed("Questions", _fitting(((lesson.title, lesson.text) for lesson in guide.lessons), left - 1))
    return "\n\n".join(filter(None, [*first, questions, *last]))


def cards_in_rules(game: Game) -> tuple[CardWords, ...]:
    cards = cards_of(game.name)
    return cards if len(cards) <= FEW else ()


def _listed(heading: str, lines: Iterable[tuple[str, str]]) -> str:
    found = [f"- {name}: {spoken(text)}" for name, text in lines]
    return "\n".join([heading, *found]) if found else ""


def _fitting(lines: Iterable[tuple[str, str]], words: int) -> Iterator[tuple[str, str]]:
    for name, text in lines:
        words -= len(f"- {name}: {spoken(text)}".split())
        if words < 0:
            return
        yield name, text


def _chosen(rules: Game, guide: Guide, values: dict[str, int]) -> Iterator[str]:
    for name, option in rules.options.items():
        if name != "num_players" and values[name] != option.default:
            label, meanings = guide.options.get(name, (f"{name} ({option.meaning})", {}))
            names = option.text_of(values[name]).split(",") if option.bits else [option.text_of(values[name])]
            yield f"- {label}: {', '.join(meanings.get(one, one) for one in names) or 'none'}"
