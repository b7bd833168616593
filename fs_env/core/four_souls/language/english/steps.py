"""Steps as text: sequences, choices, dice tables, lasting effects."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase
from typing import Any

from fs_env.core.four_souls.language.check import nodes_in, registers_in
from fs_env.core.four_souls.language.codes import NONE, Cond, Event, Lasting, Sel, Until
from fs_env.core.four_souls.language.english.events import moment
from fs_env.core.four_souls.language.english.lasting_effects import SPANS, mark_text
from fs_env.core.four_souls.language.english.numbers import condition_text, price_clause, value
from fs_env.core.four_souls.language.english.objects import chosen, noun, phrase
from fs_env.core.four_souls.language.english.phrases import boosted, stat_words
from fs_env.core.four_souls.language.grammar import Clause, Unit, allowed, and_join, sentence, unit_text
from fs_env.core.four_souls.language.nodes import (
    Ability,
    Effect,
    Filter,
    If,
    LastingEffect,
    LastingStep,
    May,
    Mode,
    NumberChoice,
    Paying,
    RollFor,
    Target,
)
from fs_env.core.four_souls.language.scope import Scope
from fs_env.core.four_souls.language.verb import Step


class _Operands:
    """The operands of a step by name; remembers which of them the text has used."""

    def __init__(self, scope: Scope, step: Step) -> None:
        self._scope, self._step = scope, step
        self._said = {"ability", "targets"}  # covered by its own sentence, and by the text for divided damage

    def __getattr__(self, operand: str) -> Any:
        self._said.add(operand)
        found = dict(self._step.operands)
        if operand not in found:
            self._scope.fail(f"{self._step.verb.name} without the operand {operand}")
        return found[operand]

    def _check(self) -> None:
        for operand, given in self._step.operands:
            if operand not in self._said and given not in (None, 0, NONE):
                self._scope.fail(f"the operand {operand} of {self._step.verb.name}")


def verb_unit(scope: Scope, step: Step) -> Unit:
    """One verb. Raises CardError if the verb or an operand has no English."""
    if step.verb.says is None:
        scope.fail(f"the verb {step.verb.name}")
    operands = _Operands(scope, step)
    unit = step.verb.says(scope, operands)
    operands._check()
    return unit


def _beside(steps: Sequence[Any]) -> bool:
    """Whether the steps refer to the card itself, or to other things first, so that "it" would be unclear."""
    late = len(steps) > 1 and not registers_in(steps[0])
    return late or any(_is(node, "destroy_this_first", "swap_items") for node in nodes_in(steps))


def choose_unit(scope: Scope, targets: Sequence[tuple[str, Target]], steps: Any) -> tuple[Unit, Scope]:
    """ "Choose ..." for targets that are asked together, and the scope in which they are known."""
    if not targets:
        return (), scope
    known = scope(registers=chosen(scope, tuple(targets), _beside(steps)))
    clauses: list[Clause] = []
    wanted: list[str] = []
    chooser = scope.doer
    for name, target in targets:
        if target.by.code == Sel.RANDOM_PLAYER:
            clauses.append(Clause(None, "pick", f"{phrase(known, target.filter)} at random"))
            continue
        chooser = noun(scope, target.by)
        text = phrase(known, target.filter)
        if target.upto > 1:
            wanted.append(f"up to {target.upto} {phrase(known, target.filter, 'any')}")
        elif any(target.filter == other.filter for _, other in targets[: targets.index((name, target))]):
            wanted.append("up to one more" if target.optional else "a second one")
        else:
            wanted.append(f"{text} (if there is one)" if target.optional else text)
    if wanted:
        clauses.append(Clause(chooser, "choose", and_join(wanted)))
    return tuple(clauses), known


def _boosts(scope: Scope, steps: list[Any]) -> Unit | None:
    first = steps[0]
    changes = [stat_words(scope, step.get("stat"), step.get("n")) for step in steps]
    return boosted(scope, noun(scope, first.get("what")), changes, first.get("until"))


def _is(step: Any, *names: str) -> bool:
    return isinstance(step, Step) and step.verb.name in names


def units(scope: Scope, steps: Sequence[Any]) -> list[Unit]:
    if steps and _is(steps[0], "destroy_this_first"):
        rest = then_text(units(scope, steps[1:]))
        after = [(Clause(None, "", f"if this is destroyed, {rest}"),)] if rest else []
        return [verb_unit(scope, steps[0]), *after]
    found: list[Unit] = []
    k = 0
    while k < len(steps):
        step = steps[k]
        run = 1
        if _is(step, "boost"):
            while k + run < len(steps) and _is(other := steps[k + run], "boost"):
                if step.get("what") is not other.get("what") or step.get("until") != other.get("until"):
                    break
                run += 1
            found.append(_boosts(scope, list(steps[k : k + run])) or ())
        elif k and _is(step, "order_top") and _is(steps[k - 1], "look"):
            found[-1] += verb_unit(scope, step)
        else:
            found += _units_of(scope, step)
        for node in nodes_in(step):
            if isinstance(node, Step) and node.verb.lists:
                seen = node.get("deck") if _is(node, "look", "reveal") else None
                scope = scope.listed(node.verb.counts or node.get("n"), seen)
        k += run
    return found


def _units_of(scope: Scope, step: Any) -> list[Unit]:
    if isinstance(step, Step):
        found = [verb_unit(scope, step)]
        then = step.get("ability")
        if isinstance(then, Effect):
            found.append((Clause(None, "", f"if this prevents any, {effect_text(scope, then)}"),))
        return found
    if isinstance(step, May):
        by = noun(scope, step.by)
        inner = units(scope(doer=by), step.steps)
        return [(Clause(None, "", f"{by.name} may {', then '.join(allowed(inner, by))}"),)]
    if isinstance(step, If):
        inner_text = then_text(units(scope, step.steps))
        if step.condition.cond == Cond.ALWAYS:
            return [(Clause(None, "", inner_text),)]
        return [(Clause(None, "", f"if {condition_text(scope, step.condition)}, {inner_text}"),)]
    if isinstance(step, Mode):
        options = [_option_text(scope, option) for option in step.options]
        lettered = [f"({letter}) {option}" for letter, option in zip(ascii_lowercase, options)]
        return [(Clause(scope.doer, "choose", f"one: {'; '.join(lettered)}"),)]
    if isinstance(step, RollFor):
        return [(Clause(scope.doer, "roll", f": {_lines_text(scope, step)}"),)]
    if isinstance(step, LastingStep):
        return _lasting_units(scope, step)
    scope.unknown(step, "a step")


def then_text(found: Sequence[Unit]) -> str:
    return ", then ".join(unit_text(unit) for unit in found if unit)


def _announced(choice: Unit, found: Sequence[Unit]) -> str:
    """ "choose a monster and deal 1 damage to it"."""
    if not choice:
        return then_text(found)
    chooser = choice[-1].actor
    if chooser is not None and not chooser.you:
        return f"{unit_text(choice)}, then {then_text(found)}"
    if len(found) == 1 and len(found[0]) == 1:
        return f"{unit_text(choice)} and {then_text(found)}"
    return f"{unit_text(choice)}, {then_text(found)}"


def effect_text(scope: Scope, effect: Effect) -> str:
    """A separate effect inside a sentence, with the targets that it uses."""
    choice, known, steps = prepare(scope, effect)
    found = units(known, steps)
    return _announced(choice, found) if found else "nothing"


def prepare(scope: Scope, effect: Effect, also: Any = ()) -> tuple[Unit, Scope, tuple[Any, ...]]:
    """(choose unit, scope, steps) of an effect; targets that only one mode or a split uses are announced there."""
    split = [step for step in effect.steps if _is(step, "damage_split")]
    divided = {name for step in split for name in registers_in(step)}
    used = set(registers_in((effect.steps, also)))
    used |= set(registers_in([target.filter for name, target in effect.targets if name in used]))
    asked: list[tuple[str, Target]] = []
    stored: dict[str, Filter] = {}
    late: dict[int, list[tuple[str, Target]]] = {}
    for name, target in effect.targets:
        if name not in used:
            continue
        if name in divided:
            stored[name] = target.filter
        elif (mode := _only_mode(effect, name, also)) is not None:
            late.setdefault(mode, []).append((name, target))
        else:
            asked.append((name, target))
    choice, known = choose_unit(scope, asked, effect.steps)
    if stored:
        if len(set(stored.values())) != 1:
            scope.fail("damage divided among targets of different sorts")
        known = known(split=next(iter(stored.values())))
    steps = effect.steps
    if late:
        steps = tuple(_with_targets(step, late) if isinstance(step, Mode) else step for step in steps)
    return choice, known, steps


def _only_mode(effect: Effect, name: str, also: Any) -> int | None:
    modes = [step for step in effect.steps if isinstance(step, Mode)]
    rest = [step for step in effect.steps if not isinstance(step, Mode)]
    if len(modes) != 1 or name in registers_in((rest, also, [target.filter for _, target in effect.targets])):
        return None
    users = [k for k, option in enumerate(modes[0].options) if name in registers_in(option)]
    return users[0] if len(users) == 1 else None


def _with_targets(mode: Mode, late: dict[int, list[tuple[str, Target]]]) -> Mode:
    options = []
    for k, option in enumerate(mode.options):
        options.append((Effect(option, tuple(late[k])),) if k in late else option)
    return Mode(tuple(options))


def _option_text(scope: Scope, option: tuple[Any, ...]) -> str:
    if len(option) == 1 and isinstance(option[0], Effect):
        choice, known = choose_unit(scope, option[0].targets, option[0].steps)
        inner = option[0].steps
        if len(inner) == 1 and isinstance(inner[0], Paying):
            return f"{unit_text(choice)}, {_option_text(known, inner)}"
        return _announced(choice, units(known, inner))
    if len(option) == 1 and isinstance(option[0], Paying):
        paying = option[0]
        return f"{price_clause(scope, paying.price).spoken}: {then_text(units(scope, paying.steps)) or 'nothing'}"
    return then_text(units(scope, option)) or "nothing"


def numbers_text(numbers: tuple[int, ...]) -> str:
    ordered = sorted(numbers)
    if len(ordered) > 1 and ordered[-1] - ordered[0] == len(ordered) - 1:
        return f"{ordered[0]}-{ordered[-1]}"
    return and_join([str(n) for n in ordered], "or")


def _lines_text(scope: Scope, table: RollFor) -> str:
    if len(table.lines) == 1:
        return effect_text(scope, table.lines[0][1])
    return "; ".join(f"({numbers_text(numbers)}) {effect_text(scope, line)}" for numbers, line in table.lines)


def _lasting_units(scope: Scope, step: LastingStep) -> list[Unit]:
    if isinstance(step.what, LastingEffect):
        return _mark_units(scope, step.what, step.until)
    if not isinstance(step.what, Ability):
        scope.unknown(step.what, "a lasting effect")
    found = [_named(scope, step.named)] if step.named is not None else []
    ability = step.what
    when = moment(scope, ability.trigger, ability.only, ability.once, ability.every)
    said = effect_text(when.scope, ability.effect)
    if step.until == Until.ONCE and ability.trigger.event == Event.TURN_END:
        lead = "at the end of this turn"
    elif step.until == Until.ONCE:
        lead = f"the next time {when.clause}"
    elif step.until in SPANS:
        lead = f"{SPANS[step.until]}, {when.lead}"
    else:
        scope.fail(f"a delayed effect until {step.until.name}")
    found.append((Clause(None, "", f"{lead}, {said}"),))
    return found


def _named(scope: Scope, choice: NumberChoice) -> Unit:
    wanted = f"from {choice.low} to {choice.high}" if not choice.ends_only else value(scope, choice)
    return (Clause(scope.doer, "name", f"a number {wanted}"),)


def _mark_units(scope: Scope, mark: LastingEffect, until: Until) -> list[Unit]:
    if mark.lasting != Lasting.PREDICT:
        return [(Clause(None, "", mark_text(scope, mark, until)),)]
    if (
        not isinstance(mark.whom, NumberChoice)
        or mark.effect is None
        or until not in (Until.NEXT_ROLL, Until.END_OF_TURN)
    ):
        scope.fail("a prediction without a number, an effect or an end")
    text = f"if the next roll this turn ends on it, {effect_text(scope, mark.effect)}"
    return [_named(scope, mark.whom), (Clause(None, "", text),)]


def unit_sentence(unit: Unit) -> str:
    return f"{unit_text(unit)}."


def sentences(scope: Scope, effect: Effect, also: Any = ()) -> str:
    choice, known, steps = prepare(scope, effect, also)
    return " ".join(sentence(unit_text(unit)) for unit in [choice, *units(known, steps)] if unit)
