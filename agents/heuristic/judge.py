"""What an effect is worth in a position: its program is walked, every verb is weighed for everybody it names."""

from __future__ import annotations

from dataclasses import dataclass, field

from fs_env.agents.heuristic import cards as C
from fs_env.agents.heuristic.board import Board, Monster, Row
from fs_env.agents.heuristic.outlook import Outlook
from fs_env.agents.heuristic.verbs import ON_THINGS, SMALL, VERBS
from fs_env.core.four_souls.language.codes import NONE, Cond, Event, Flag, Head, Kind, Num, Op, Ref, Rel, Sel
from fs_env.core.four_souls.state import Obj, Zone
from fs_env.core.four_souls.tables import CardFlag

Thing = int | Monster | Row | tuple[str, int] | None
"""A player (seat), a monster, a stack object, ("card", card), ("deck", 0 to 2), or nothing known."""
DEEPEST = 2  # effects inside rewards inside effects are no longer weighed
WIDEST = 14  # candidates weighed for one target


@dataclass
class Scene:
    """Who runs a program, of which card, with what in its registers."""

    ctrl: int
    card: int
    regs: list[Thing] = field(default_factory=lambda: [None] * 8)
    numbers: dict[int, tuple[int, ...]] = field(default_factory=dict)
    mode: int = NONE
    roll: int = NONE

    def copy(self) -> Scene:
        """The same with registers of its own."""
        return Scene(self.ctrl, self.card, self.regs[:], self.numbers, self.mode, self.roll)


class Judge(Outlook):
    """Weighs effects; every figure is from the point of view of the own seat."""

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self.depth = 0

    def texts(self, card: int) -> float:
        """Rewards and on-death effects of a monster, the active player controlling them."""
        return sum(
            self.effect(a, Scene(self.board.ap, card))
            for a in C.of_head(card, Head.REWARD, Head.WHEN)
            if C.HEAD[a] == Head.REWARD or C.EVENT[a] in (Event.THIS_DIES, Event.REWARD_TAKEN)
        )

    # --- programs -----------------------------------------------------------------------------------------------------
    def effect(self, ability: int, scene: Scene) -> float:
        """What it is worth that an ability is used, its controller choosing modes and open targets as they like."""
        if self.depth >= DEEPEST:
            return self.part[scene.ctrl] * C.RATING[ability]
        self.depth += 1
        try:
            if C.MODES[ability] and scene.mode == NONE:
                values = []
                for m in range(C.MODES[ability]):
                    made = scene.copy()
                    made.mode = m
                    values.append(self.aimed(ability, made))
                return self.best(scene.ctrl, values)
            return self.aimed(ability, scene)
        finally:
            self.depth -= 1

    def aimed(self, ability: int, scene: Scene) -> float:
        """The same with a mode; open targets are filled with the candidates that suit the controller best."""
        for register, filter, mode in C.TARGETS[ability]:
            if mode not in (NONE, scene.mode) or scene.regs[register] is not None:
                continue
            found = self.candidates(filter, scene)[:WIDEST]
            if not found:
                return 0.0
            values = [self.with_register(scene, register, thing, C.RESOLVE[ability]) for thing in found]
            scene.regs[register] = found[values.index(self.best(scene.ctrl, values))]
        return self.run(C.RESOLVE[ability], None, scene)

    def with_register(self, scene: Scene, register: int, thing: Thing, pc: int, stop: int | None = None) -> float:
        """What a program is worth with something in one of its registers."""
        made = scene.copy()
        made.regs[register] = thing
        return self.run(pc, stop, made)

    def best(self, k: int, values: list[float]) -> float:
        """The value that player k would choose."""
        return (max if k == 0 else min)(values, default=0.0)

    def run(self, pc: int, stop: int | None, scene: Scene) -> float:
        """Adds up the instructions from a row to another, or to the end of the program."""
        total = 0.0
        while pc != stop:
            op, a, b, c, d, e = C.PROG[pc]
            pc += 1
            if op == Op.END:
                break
            if op == Op.MAY:
                chooser = self.one(a, scene)
                inside = self.run(pc, b, scene)
                total += self.best(chooser if isinstance(chooser, int) else scene.ctrl, [0.0, inside])
                pc = b
            elif op == Op.IF:
                if not self.holds(a, b, c, scene):
                    pc = d
            elif op == Op.IFMODE:
                if scene.mode not in (NONE, a):
                    pc = b
            elif op == Op.JMP:
                pc = a
            elif op == Op.ROLL:
                return total + sum(self.line(a, n, scene) for n in range(1, 7)) / 6
            elif op == Op.PICK:
                if scene.regs[a] is None:
                    chooser = self.one(c, scene)
                    found = self.candidates(b, scene)[:WIDEST]
                    values = [self.with_register(scene, a, thing, pc, stop) for thing in found]
                    return total + self.best(chooser if isinstance(chooser, int) else scene.ctrl, values)
            elif op == Op.NUMBER:
                if a not in scene.numbers:
                    scene.numbers[a] = (b, c) if d else tuple(range(b, c + 1))
            else:
                total += self.verb(op, a, b, c, d, e, scene)
        return total

    def line(self, table: int, n: int, scene: Scene) -> float:
        """What a line of a dice table is worth."""
        ability = C.ROLLTAB[table][n]
        if ability == NONE:
            return 0.0
        made = scene.copy()
        made.roll = n
        return self.effect(ability, made)

    def holds(self, cond: int, sel: int, n: int, scene: Scene) -> bool:
        """Whether a condition is true now, as far as it is known."""
        who = self.one(sel, scene)
        k = who if isinstance(who, int) else scene.ctrl
        player = self.board.players[k]
        if cond == Cond.TURN_OF:
            return k == self.board.ap
        if cond in (Cond.COINS_EQ, Cond.COINS_GE):
            return player.coins == n if cond == Cond.COINS_EQ else player.coins >= n
        if cond in (Cond.HAND_EQ, Cond.HAND_GE):
            return player.hand == n if cond == Cond.HAND_EQ else player.hand >= n
        return cond != Cond.NO_ATTACK or not self.board.attacking

    def number(self, n: int, arg: int, holder: Thing, scene: Scene) -> int:
        """A number of an instruction."""
        if n < Num.RESULT:
            return n
        if n in (Num.RESULT, Num.KILLING_ROLL):
            return scene.roll if scene.roll != NONE else 3
        subject = holder if n in (Num.ALL, Num.HALF) else self.one(arg, scene)
        k = subject if isinstance(subject, int) else scene.ctrl
        player, own = self.board.players[k], self.board.players[scene.ctrl]
        if n in (Num.ALL, Num.COINS_OF):
            return player.coins
        if n == Num.HAND_OF:
            return player.hand
        if n == Num.DIFF_HAND:
            return max(0, player.hand - own.hand)
        if n == Num.DIFF_COINS:
            return max(0, player.coins - own.coins)
        if n == Num.UNLIMITED:
            return own.hand
        return 1

    # --- the stack ----------------------------------------------------------------------------------------------------
    def thing(self, sort: int, value: int) -> Thing:
        """What a target of the observation names."""
        board = self.board
        if sort == 1:
            return value - 1
        if sort == 2:
            return ("deck", value - (Ref.PILE if value >= Ref.PILE else Ref.DECK))
        if sort == 3:
            return next((m for m in board.monsters if m.slot == value), None)
        if sort == 4:
            return board.monster(value - 1) or ("card", value - 1)
        return board.stack[value - 1] if sort == 5 and 0 < value <= len(board.stack) else None

    def scene_of(self, row: Row) -> Scene:
        """The scene of an object on the stack."""
        scene = Scene(max(0, row.ctrl), row.card, mode=row.mode)
        scene.regs[:2] = [self.thing(*target) for target in row.targets]
        return scene

    def waiting(self, row: Row) -> float:
        """What it is worth that an object on the stack resolves."""
        if row.card != NONE and C.FLAGS[row.card] & CardFlag.TRINKET:
            return self.part[row.ctrl] * C.ITEM[row.card]
        abilities = (
            C.of_head(row.card, *C.HEADS_ON_STACK[row.kind])
            if row.card != NONE and row.kind in C.HEADS_ON_STACK
            else []
        )
        return self.effect(abilities[0], self.scene_of(row)) if abilities else 0.0

    def showing(self, row: Row, n: int) -> float:
        """What it is worth that a roll shows a number."""
        if row.attack_roll:
            return self.turn(row.ctrl, shown=self.final(row, n))
        tables = [C.ROLL[a] for a in C.ABILITIES[row.card] if C.ROLL[a] != NONE] if row.card != NONE else []
        return self.line(tables[0], self.final(row, n), self.scene_of(row)) if tables else 0.0

    # --- who is meant -------------------------------------------------------------------------------------------------
    def one(self, sel: int, scene: Scene) -> Thing:
        """What a selector of one object means; None when the observation does not tell."""
        board = self.board
        if Sel.REG <= sel < Sel.REG + 8:
            return scene.regs[sel - Sel.REG]
        if sel == Sel.ME:
            return scene.ctrl
        if sel in (Sel.AP, Sel.ATTACKER, Sel.ROLLER, Sel.IT, Sel.KILLER):
            return board.ap
        if sel == Sel.LEFT_AP:
            return (board.ap + 1) % board.n_players
        if sel == Sel.RIGHT_AP:
            return (board.ap - 1) % board.n_players
        if sel == Sel.THIS:
            return board.monster(scene.card) or ("card", scene.card)
        if sel == Sel.ATTACKED_MONSTER:
            return board.attacked()
        if sel == Sel.THAT_ROLL:
            return next((row for row in board.stack if row.kind == Obj.ROLL), None)
        if sel == Sel.MY_CHARACTER:
            return ("card", board.players[scene.ctrl].character)
        if sel == Sel.TOP_OF_PILE:
            pile = scene.regs[0]
            card = board.top[pile[1]] if isinstance(pile, tuple) and pile[0] == "deck" else NONE
            return ("card", card) if card != NONE else None
        return None

    def everybody(self, sel: int, scene: Scene) -> list[Thing]:
        """Everything a selector means."""
        if sel >= Sel.EACH:
            return self.candidates(sel - Sel.EACH, scene)
        if sel in (Sel.EACH_PLAYER, Sel.EACH_PLAYER_BUT_IT):
            return [k for k in range(self.board.n_players) if sel == Sel.EACH_PLAYER or k != self.board.ap]
        if sel == Sel.OTHERS:
            return list(self.board.others(scene.ctrl))
        return [self.one(sel, scene)]

    def candidates(self, filter: int, scene: Scene) -> list[Thing]:
        """Everything that fits a filter, as far as the observation shows it."""
        kinds, flags, rel, of, *_ = C.FILTER[filter]
        board = self.board
        owner = None if rel != Rel.OF else self.one(of, scene)
        out: list[Thing] = []
        if kinds & Kind.PLAYER:
            out += [k for k in range(board.n_players) if self.player_fits(k, flags, scene)]
        if kinds & (Kind.MONSTER | Kind.SLOT):
            out += [m for m in board.monsters if not (flags & Flag.UNATTACKED and m.attacked)]
        for kind, zone in ((Kind.ITEM, Zone.ITEM), (Kind.CURSE, Zone.CURSE), (Kind.SOUL, Zone.SOUL)):
            if kinds & kind:
                out += [
                    ("card", c)
                    for c in board.owner
                    if board.zone(c) == zone and self.card_fits(c, flags, rel, owner, scene)
                ]
        if kinds & Kind.SHOP_ITEM:
            out += [("card", card) for card in board.shop]
        if kinds & (Kind.ROLL | Kind.STACK_ITEM | Kind.STACK_LOOT | Kind.STACK_DAMAGE):
            out += [row for row in board.stack if self.row_fits(row, kinds, flags)]
        if kinds & Kind.PENDING_DEATH:
            out += [k for k in range(board.n_players) if board.players[k].dying]
        if kinds & (Kind.DECK | Kind.DISCARD_PILE):
            out += [("deck", d) for d in range(3) if kinds & Kind.DECK or board.top[d] != NONE]
        return out

    def player_fits(self, k: int, flags: int, scene: Scene) -> bool:
        """Whether a player is one a filter means."""
        player, everybody = self.board.players[k], self.board.players
        if (flags & Flag.OTHER and k == scene.ctrl) or (flags & Flag.ALIVE and player.dead):
            return False
        if flags & Flag.HAS_SOUL and not player.souls:
            return False
        if flags & Flag.MOST_SOULS and player.souls < max(p.souls for p in everybody):
            return False
        return not (flags & Flag.MOST_COINS and player.coins < max(p.coins for p in everybody))

    def card_fits(self, card: int, flags: int, rel: int, owner: Thing, scene: Scene) -> bool:
        """Whether an item, curse or soul is one a filter means."""
        have, facts = self.board.owner[card], C.FLAGS[card]
        if (flags & Flag.NONETERNAL and facts & CardFlag.ETERNAL) or (flags & Flag.NOT_THIS and card == scene.card):
            return False
        active = facts & (CardFlag.HAS_TAP | CardFlag.HAS_PAID)
        if (flags & Flag.ACTIVE_ITEM and not active) or (flags & Flag.PASSIVE and active):
            return False
        if flags & Flag.HAS_TAP and not facts & CardFlag.HAS_TAP:
            return False
        if rel == Rel.MINE:
            return have == scene.ctrl
        if rel == Rel.OTHER:
            return have != scene.ctrl
        return rel != Rel.OF or not isinstance(owner, int) or have == owner

    @staticmethod
    def row_fits(row: Row, kinds: int, flags: int) -> bool:
        """Whether a stack object is one a filter means."""
        if row.kind == Obj.ROLL:
            wrong = (flags & Flag.NONATTACK and row.attack_roll) or (flags & Flag.ATTACK_ROLL and not row.attack_roll)
            return bool(kinds & Kind.ROLL) and not wrong
        if kinds & Kind.STACK_ITEM and row.kind in (Obj.TAP, Obj.PAID):
            return True
        if kinds & Kind.STACK_LOOT and row.kind == Obj.LOOT:
            return True
        return bool(kinds & Kind.STACK_DAMAGE) and row.kind == Obj.COMBAT

    # --- verbs --------------------------------------------------------------------------------------------------------
    def verb(self, op: int, a: int, b: int, c: int, d: int, e: int, scene: Scene) -> float:
        """What one instruction is worth."""
        weigh = VERBS.get(op)
        if weigh is not None:
            return weigh(self, a, b, c, d, e, scene)
        per_thing = ON_THINGS.get(op)
        if per_thing is None:
            return self.part[scene.ctrl] * SMALL.get(op, 0.0)
        total = 0.0
        for thing in self.everybody(b, scene):
            if thing is not None:
                total += per_thing(self, thing, self.number(a, c, thing, scene), c, scene)
        return total
