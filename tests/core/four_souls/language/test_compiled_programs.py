"""Every compiled program of the card tables: form, jumps, registers, references."""

import pytest

from fs_env.core.four_souls import tables as T
from fs_env.core.four_souls.language.codes import NONE, AbilityFlag, Event, Flag, Head, Kind, Num, Rel, Sel
from fs_env.core.four_souls.language.verb import OPERANDS, Sort
from fs_env.core.four_souls.language.verbs import VERBS, Op
from fs_env.core.four_souls.listing import operands, program_rows

ABILITIES = range(T.N_ABILITIES)
ANNOUNCING = {Op.STILL, Op.MODE, Op.UNLESSMODE, Op.TARGET, Op.COST}
CARD_HEADS = {Head.PLAY, Head.ACTIVATED, Head.PAID, Head.WHEN, Head.INSTEAD, Head.REWARD}


def programs():
    return [(ability, program_rows(ability)) for ability in ABILITIES]


def name(ability):
    return f"{T.IDS[T.AB_CARD[ability]]} {Head(T.AB_HEAD[ability]).name}"


def registers_read(row):
    read = []
    for operand, value in operands(row):
        sort = OPERANDS[operand]
        if sort in (Sort.SELECTOR, Sort.OPTIONAL, Sort.COUNTED, Sort.PLAYER) and Sel.REG <= value < Sel.REG + 8:
            read.append(value - Sel.REG)
        if sort == Sort.AMOUNT and value >= Num.REG:
            read.append(value - Num.REG)
        if sort == Sort.REGISTER and row["op"] == Op.SWAP_LOOT:
            read.append(value)
        for f in filters_of_operand(sort, value):
            if T.FILTER[f, 2] == Rel.OF and Sel.REG <= T.FILTER[f, 3] < Sel.REG + 8:
                read.append(int(T.FILTER[f, 3]) - Sel.REG)
    if row["op"] == Op.DAMAGE_SPLIT:
        read += range(row["n"])
    return read


def filters_of_operand(sort, value):
    if sort == Sort.FILTER:
        return [value]
    return [value - Sel.EACH] if sort == Sort.SELECTOR and value >= Sel.EACH else []


def parent_with_roll(ability):
    tables = [t for t in range(len(T.ROLLTAB)) if ability in T.ROLLTAB[t]]
    return next(a for a in ABILITIES if T.AB_ROLL[a] in tables)


def registers_given(ability):
    if T.AB_HEAD[ability] != Head.BRANCH:
        return set()
    parent = parent_with_roll(ability)
    return {row["register"] for row in program_rows(parent) if row["op"] == Op.TARGET} | registers_given(parent)


def test_programs__announce_commit_resolve_end():
    """One COMMIT, END last; modes, targets and costs before COMMIT and nowhere else (R5.2)."""
    for ability, rows in programs():
        ops = [Op(row["op"]) for row in rows]
        assert ops.count(Op.COMMIT) == 1 and ops.count(Op.END) == 1 and ops[-1] == Op.END, name(ability)
        commit = ops.index(Op.COMMIT)
        assert set(ops[:commit]) <= ANNOUNCING, name(ability)
        assert not set(ops[commit:]) & ANNOUNCING, name(ability)


def test_programs__jump_forward_and_inside():
    """Every jump leads forward to a row of the same program; on push not beyond COMMIT."""
    for ability, rows in programs():
        start, commit = int(T.AB_PC[ability]), [row["op"] for row in rows].index(Op.COMMIT)
        for k, row in enumerate(rows):
            if VERBS[row["op"]].jumps:
                to = row["jump"] - start
                assert k < to <= (commit if k < commit else len(rows) - 1), name(ability)


def test_programs__a_roll_is_the_last_step():
    """R9.7: nothing follows a roll but jumps to END, and the header says that the program rolls."""
    for ability, rows in programs():
        ops = [Op(row["op"]) for row in rows]
        rolls = [row for row in rows if row["op"] == Op.ROLL]
        assert (T.AB_ROLL[ability] != NONE) == bool(rolls) == bool(T.AB_FLAGS[ability] & AbilityFlag.ROLLS)
        if rolls:
            assert set(ops[ops.index(Op.ROLL) + 1 :]) <= {Op.JMP, Op.IFMODE, Op.END}, name(ability)
            assert rolls[0]["table"] == T.AB_ROLL[ability], name(ability)


def test_programs__read_only_registers_that_were_asked():
    """A register is filled on push (0 to 3), on resolution before its use (4 to 7), or by the effect that rolled."""
    for ability, rows in programs():
        asked = registers_given(ability)
        for row in rows:
            assert set(registers_read(row)) <= asked, f"{name(ability)}: {row}"
            if row["op"] == Op.TARGET:
                assert 0 <= row["register"] < 4
                asked.add(row["register"])
            if row["op"] in (Op.PICK, Op.NUMBER):
                assert 4 <= row["register"] < 8 and row["register"] not in asked, name(ability)
                asked.add(row["register"])


def test_programs__refer_to_rows_that_exist():
    for ability, rows in programs():
        for row in rows:
            for operand, value in operands(row):
                found = filters_of_operand(OPERANDS[operand], value)
                assert all(0 <= f < len(T.FILTER) for f in found), name(ability)
                if operand == "table":
                    assert 0 <= value < len(T.ROLLTAB)
                if operand == "ability" and value != NONE:
                    assert T.AB_HEAD[value] == Head.DELAYED and T.AB_CARD[value] == T.AB_CARD[ability]


def test_roll_tables__answer_with_lines_of_the_same_card():
    for ability in ABILITIES:
        if T.AB_ROLL[ability] != NONE:
            lines = [int(line) for line in T.ROLLTAB[T.AB_ROLL[ability]]]
            assert lines[0] == NONE and set(lines[1:]) != {NONE}
            for line in set(lines) - {NONE}:
                assert T.AB_HEAD[line] == Head.BRANCH and T.AB_CARD[line] == T.AB_CARD[ability]
                assert T.AB_PARENT[line] == T.AB_PARENT[ability]


def test_filters__name_kinds_and_are_all_different():
    rows = [tuple(int(value) for value in row) for row in T.FILTER]
    assert len(set(rows)) == len(rows)
    for kinds, flags, rel, relsel, card, or_card in rows:
        assert kinds and not kinds & ~sum(Kind) and not flags & ~sum(Flag)
        assert (rel == Rel.OF) == (relsel != NONE) and Rel(rel) in Rel
        assert card == NONE or 0 <= card < T.N_CARDS
        assert or_card == NONE or (0 <= or_card < T.N_CARDS and card not in (NONE, or_card))


def test_filters__of_damage_and_kill_leave_dead_players_out():
    """R13.7: a player chosen for damage, death or destruction is not dead; one chosen for healing words may be."""
    for ability, rows in programs():
        filters = {row["register"]: row["filter"] for row in rows if row["op"] == Op.TARGET}
        for row in rows:
            if row["op"] in (Op.DAMAGE, Op.KILL, Op.DESTROY) and row["what"] - Sel.REG in filters:
                kinds, flags = T.FILTER[filters[row["what"] - Sel.REG], :2]
                assert bool(kinds & Kind.PLAYER) == bool(flags & Flag.ALIVE), name(ability)


def test_cards__own_their_abilities_side_by_side():
    """C_AB0 and C_ABN tile the abilities of cards; lines and delayed effects follow behind them all."""
    place = 0
    for c in range(T.N_CARDS):
        assert T.C_AB0[c] == place
        own = range(place, place + int(T.C_ABN[c]))
        assert all(T.AB_CARD[a] == c and T.AB_PARENT[a] == a and T.AB_HEAD[a] in CARD_HEADS for a in own)
        place += int(T.C_ABN[c])
    for a in range(place, T.N_ABILITIES):
        assert T.AB_HEAD[a] in (Head.BRANCH, Head.DELAYED)
        assert T.AB_PARENT[a] < place and T.AB_CARD[T.AB_PARENT[a]] == T.AB_CARD[a]


def test_cards__statics_tile_the_static_table():
    """C_ST0 and C_STN tile the rows of continuous modifiers."""
    place = 0
    for c in range(T.N_CARDS):
        assert T.C_ST0[c] == place
        place += int(T.C_STN[c])
    assert place == len(T.ST_MOD) == len(T.ST_CONDN)


def test_headers__events_belong_to_triggers():
    """Triggered and replacing effects have an event, a replacing event is a replacement's; others have none."""
    for ability in ABILITIES:
        event, head = Event(T.AB_EVENT[ability]), T.AB_HEAD[ability]
        if head in (Head.WHEN, Head.INSTEAD):
            replaced = Event.WOULD_TAKE_DAMAGE <= event <= Event.WOULD_BE_DESTROYED
            assert event != Event.NOTHING and replaced == (head == Head.INSTEAD), name(ability)
        elif head != Head.DELAYED:
            assert event == Event.NOTHING, name(ability)


def test_headers__requirements_are_the_targets_that_are_not_optional():
    """The required targets of the announcement stand in the header with the mode that asks for them (R5.2)."""
    for ability, rows in programs():
        first = int(T.AB_REQ0[ability])
        listed = T.RQ_FILTER[first : first + int(T.AB_REQN[ability])].tolist()
        required = [row for row in rows if row["op"] == Op.TARGET and not row["wanted"]]
        assert listed == [row["filter"] for row in required], name(ability)
        modes = {int(T.RQ_MODE[q]) for q in range(first, first + int(T.AB_REQN[ability]))}
        assert modes <= {NONE, *range(int(T.AB_MODES[ability]))}, name(ability)


def test_headers__costs_stand_in_header_and_program():
    """The cost in the header is the one COST outside of modes; a paid effect always has one (R5.5)."""
    for ability, rows in programs():
        costs = [(row["cost"], row["n"]) for row in rows if row["op"] == Op.COST]
        modal = any(row["op"] == Op.UNLESSMODE and rows[k + 1]["op"] == Op.COST for k, row in enumerate(rows))
        header = (int(T.AB_COST[ability]), int(T.AB_COSTN[ability]))
        assert costs == ([header] if header[0] else []) or modal, name(ability)
        assert header[0] or T.AB_HEAD[ability] != Head.PAID, name(ability)


def test_curses_and_trinkets__are_not_played():
    """Curses (R2.16) and trinkets (R2.11) have no PLAY ability; every other loot and bonus card has exactly one."""
    for c in range(T.N_CARDS):
        plays = sum(T.AB_HEAD[a] == Head.PLAY for a in range(T.C_AB0[c], T.C_AB0[c] + T.C_ABN[c]))
        kind = T.C_KIND[c]
        loot_or_bonus = c < T.N_LOOT or kind == T.CardKind.EVENT
        assert plays == (1 if loot_or_bonus and kind != T.CardKind.TRINKET else 0), T.IDS[c]


@pytest.mark.parametrize(
    ("head", "flag"), [(Head.ACTIVATED, T.CardFlag.HAS_ACTIVATED), (Head.PAID, T.CardFlag.HAS_PAID)]
)
def test_flags__tell_which_items_can_be_used(head, flag):
    """A card has at most one activated effect, and its flags say which sorts of effects it has."""
    for c in range(T.N_CARDS):
        heads = [T.AB_HEAD[a] for a in range(T.C_AB0[c], T.C_AB0[c] + T.C_ABN[c])]
        assert (head in heads) == bool(T.C_FLAGS[c] & flag), T.IDS[c]
        assert heads.count(Head.ACTIVATED) <= 1
