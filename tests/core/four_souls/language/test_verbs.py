"""Verbs: word, opcode and kernel agree, kernels read what their verbs have, and an opcode of no player is a fault."""

import ast
import importlib
import inspect
import textwrap

import numpy as np
import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language import words
from fs_env.core.four_souls.language.verb import OPERANDS, Verb
from fs_env.core.four_souls.language.verbs import FAMILIES, VERBS, Last, Op
from fs_env.core.four_souls.rules import announce, interpreter, resolve
from fs_env.core.four_souls.rules.values import NEXT
from fs_env.core.four_souls.state import STATE, Outcome
from fs_env.core.machine.declare.fields import as_records
from tests.every import every

KERNELS = {family: importlib.import_module(f"fs_env.core.four_souls.rules.verbs.{family}") for family in FAMILIES}
ANNOUNCED = ("mode", "target", "cost", "unlessmode")
RUN = [(family, verb.name) for family, verbs in FAMILIES.items() for verb in verbs if verb.runs]


def python(kernel):
    return getattr(kernel, "py_func", None) or inspect.unwrap(kernel)


def kernel_of(family, name):
    if name in ANNOUNCED:
        return getattr(announce, name)
    return getattr(KERNELS[family], "if_" if name == "if" else name)


def tree_of(kernel):
    return ast.parse(textwrap.dedent(inspect.getsource(python(kernel))))


def operands_read(kernel):
    """Names after `ins.` and `PROG[...].` in a kernel, without the opcode."""
    read = set()
    for node in ast.walk(tree_of(kernel)):
        if isinstance(node, ast.Attribute) and node.attr != "op":
            of = node.value
            if isinstance(of, ast.Name) and of.id == "ins":
                read.add(node.attr)
            if isinstance(of, ast.Subscript) and isinstance(of.value, ast.Name) and of.value.id == "PROG":
                read.add(node.attr)
    return read


def compared(kernel):
    return {
        node.attr
        for node in ast.walk(tree_of(kernel))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Op"
    }


def calls(dispatcher):
    """Each opcode with which the branches of a dispatcher compare for equality, and the kernel that the branch calls."""
    for branch in ast.walk(tree_of(dispatcher)):
        if isinstance(branch, ast.If):
            called = [node.func.id for node in ast.walk(branch.body[0]) if isinstance(node, ast.Call)]
            for test in ast.walk(branch.test):
                if isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.Eq) and called:
                    against = test.comparators[0]
                    if isinstance(against, ast.Attribute) and ast.unparse(against.value) == "Op":
                        yield against.attr, called[0]


@every(RUN)
def test_verbs__have_a_kernel_of_their_name(family, name):
    """A kernel of the verb's name stands in its family's module, or in `announce`; verbs may share one."""
    assert list(inspect.signature(python(kernel_of(family, name))).parameters) == ["s", "f"]


def test_verbs__that_nothing_runs():
    """Two instructions are places that the announcement and the resolution of targets look for; no kernel has their name."""
    assert [made.name for made in VERBS if not made.runs] == ["commit", "still"]
    assert "COMMIT" in compared(announce.run_announce) & compared(resolve.some_target_holds)
    assert "STILL" in compared(resolve.some_target_holds)
    for module in (*KERNELS.values(), announce, interpreter, resolve):
        assert not hasattr(module, "commit") and not hasattr(module, "still"), module.__name__


def test_verbs__have_words_of_their_name():
    """A verb that cards write is a word of its name; what the compiler alone writes is none."""
    for made in VERBS:
        assert (getattr(words, made.name, None) is made) == (made.word is not None), made.name
        assert made.word is None or (made.word.__name__ == made.name and made.__doc__), made.name


def test_opcodes__are_numbered_family_by_family():
    """`Op` numbers the verbs without a gap, a family's last opcode stands before the next family's first."""
    assert [op.value for op in Op] == list(range(len(VERBS))) == [made.op for made in VERBS]
    first = 0
    for family, verbs in FAMILIES.items():
        assert [made.op for made in verbs] == list(range(first, Last[family.upper()] + 1))
        first = Last[family.upper()] + 1


@every([family for family in FAMILIES if family != "flow"])
def test_dispatchers__name_every_verb_of_their_family(family):
    """The dispatcher of a family compares with each of its opcodes and calls the kernel of the same name."""
    dispatcher = getattr(KERNELS[family], family)
    assert compared(dispatcher) == {made.name.upper() for made in FAMILIES[family]}
    for branch in ast.walk(tree_of(dispatcher)):
        if isinstance(branch, ast.If):
            (answer,) = branch.body
            assert branch.test.comparators[0].attr.lower() == answer.value.func.id


def test_dispatchers__of_the_order_of_programs():
    """Choices, jumps, rolls and lasting effects are dispatched by `flow`, the interpreter or the announcement."""
    seen = compared(KERNELS["flow"].flow) | compared(interpreter.run_program) | compared(announce.run_announce)
    assert seen | {"STILL"} == {made.name.upper() for made in FAMILIES["flow"]}
    for dispatcher in (KERNELS["flow"].flow, interpreter.run_program, announce.run_announce):
        for name, called in calls(dispatcher):
            assert name in ("COMMIT", called.rstrip("_").upper()), called


@every(FAMILIES)
def test_kernels__read_only_operands_of_their_verbs(family):
    """A kernel reads by name what one of the verbs that it runs has: another name would silently be 0."""
    runs = {}
    for made in FAMILIES[family]:
        if made.runs:
            kernel = kernel_of(family, made.name)
            runs.setdefault(id(kernel), (kernel, set()))[1].update(made.operands)
    for kernel, operands in runs.values():
        assert operands_read(kernel) <= operands, python(kernel).__name__


@every(FAMILIES)
def test_opcode_of_nobody__is_a_fault_and_no_verb(family):
    """A dispatcher that is given an opcode of another family or of none ends the game in the guard outcome."""
    dispatch = python(getattr(KERNELS[family], family))
    for op in (
        -1,
        len(VERBS),
        Last.HANDS if family == "flow" else Op.MAY,
        Last.STACK if family != "stack" else Op.KILL,
    ):
        s = as_records(np.zeros(1, STATE.dtype))[0]
        assert dispatch(s, 0, int(op)) == NEXT and s.outcome == Outcome.GUARD
        assert s.winners == 0 and s.n_frames == 0


def test_verb__refuses_operands_that_no_instruction_has():
    """An operand outside the table of operands, and a fact that no verb has, are errors that name them."""
    with pytest.raises(ValueError, match="verb 'jump_over' has the operand 'where': OPERANDS lists"):
        Verb("jump_over", "n where", None)
    with pytest.raises(TypeError, match="verb 'skip' has the unknown attribute 'twice'"):
        Verb("skip", "n", None, twice=True)


def test_instructions__of_the_compiler_are_no_words():
    """`jmp` cannot be written on a card."""
    jump = next(made for made in VERBS if made.name == "jmp")
    with pytest.raises(TypeError, match="jmp is not a word of cards: the compiler writes it"):
        jump()


def test_operands__are_those_of_some_verb():
    assert {name for made in VERBS for name in made.operands} == set(OPERANDS) == set(T.PROG.dtype.names) - {"op"}
