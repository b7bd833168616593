"""A listener at the rules: notes dice, draws, damage and changes that all seats see while a step is taken in Python, in order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numpy.typing import NDArray

from fs_env.core.betrayal import actions as A
from fs_env.core.betrayal import tables as T
from fs_env.core.betrayal.content.adventurers import ADVENTURERS, POWERS
from fs_env.core.betrayal.content.haunts import HAUNTS
from fs_env.core.betrayal.language.codes import FIGURES, MONSTERS, NONE, SEATS, Harm, Level, Trait
from fs_env.core.betrayal.language.questions import FREEING, Question
from fs_env.core.betrayal.rules import cards, dice, fights, haunts, monsters, movement, programs, starts, turns
from fs_env.core.betrayal.rules.means import RECKLESS
from fs_env.core.betrayal.state import Stream, below
from fs_env.core.betrayal.view.frames import MANNERS, REACTIONS, source
from fs_env.core.machine.declare.fields import as_records

Fact = dict[str, Any]
Cause = Callable[..., tuple[str | None, str]]
WISP = "Will-o'-Wisp"


class Listener:
    def begin(self, S: NDArray[Any]) -> Any:
        """Forgets the last step; looks at the table before this one, the state `S[0]`, and returns it as a record."""
        self.S = S
        self.s: Any = as_records(S)[0]
        self.facts: list[Fact] = []
        self._dice: list[int] = []
        self._rolls: list[tuple[list[int], int]] | None = None  # where a player waits for them
        self._both: Callable[[], None] | None = None
        self._why: list[tuple[str | None, str]] = []  # whose rolls, and for what
        self._text = ""  # the card, tile, power or haunt whose text is carried out
        self._seen = self._look()
        return self.s

    # The table.

    def _look(self) -> dict[str, Any]:
        n, seats, monsters = self.S["n_players"][0], self.S["seats"][0], self.S["monsters"][0]
        return {
            "found": set((self.S["tiles"][0]["level"] != NONE).nonzero()[0].tolist()),
            "tiles": seats["tile"][:n].tolist(),
            "at": seats["at"][:n].tolist(),
            "monsters": [monsters[name].tolist() for name in ("kind", "tile", "stunned")],
        }

    def look(self, finder: str | None = None) -> None:
        """Notes what has changed on the map and on the tracks since the last look."""
        s, old, new = self.s, self._seen, self._look()
        self._seen = new
        for t in sorted(new["found"] - old["found"]):
            self.add("found", who=finder, tile=T.TILE_NAMES[t], level=Level(int(s.tiles[t].level)).name.lower())
        for p, (was, tile) in enumerate(zip(old["tiles"], new["tiles"], strict=True)):
            if was != tile and s.seats[p].alive and not s.seats[p].escaped:
                self.add("stands", who=self.figure(p), tile=T.TILE_NAMES[tile] if tile != NONE else None)
        for p, (was, at) in enumerate(zip(old["at"], new["at"], strict=True)):
            for trait in Trait:
                if at[trait] != was[trait]:
                    track = T.TRACKS[s.seats[p].adventurer, trait]
                    now = int(track[at[trait]]) if at[trait] else 0
                    fact = {"trait": trait.name.lower(), "by": at[trait] - was[trait], "now": now, "cause": self._text}
                    self.add("trait", who=self.figure(p), **fact)
        for m in range(MONSTERS) if old["monsters"] != new["monsters"] else ():
            kinds, tiles, stunned = ((was[m], now[m]) for was, now in zip(old["monsters"], new["monsters"]))
            if NONE in kinds:
                continue
            if tiles[0] != tiles[1]:
                self.add("goes", who=self.figure(SEATS + m), tile=T.TILE_NAMES[tiles[1]])
            if stunned[0] != stunned[1]:
                self.add("stunned", who=self.figure(SEATS + m), now=bool(stunned[1]))

    def add(self, what: str, **facts: Any) -> None:
        self.facts.append({"what": what, **facts})

    def note(self, what: str, **facts: Any) -> None:
        self.look()
        self.add(what, **facts)

    def figure(self, figure: int) -> str | None:
        if not 0 <= figure < FIGURES:
            return None
        if figure < SEATS:
            return f"player_{figure}"
        kind = int(self.s.monsters[figure - SEATS].kind)
        name = HAUNTS[self.s.haunt].monsters[kind].name if kind != NONE else "monster"
        return f"{name} {figure - SEATS + 1}"

    # Dice.

    @contextmanager
    def rolls(self, both: Callable[[], None] | None = None) -> Iterator[list[tuple[list[int], int]]]:
        """Collects the rolls of this context, each with its dice and its total; calls `both` after the second one."""
        waiting, self._rolls, self._both = (self._rolls, self._both), [], both
        try:
            yield self._rolls
        finally:
            self._rolls, self._both = waiting

    @contextmanager
    def because(self, who: str | None, why: str) -> Iterator[None]:
        self._why.append((who, why))
        try:
            yield
        finally:
            self._why.pop()

    def caused(self, cause: Cause) -> Callable[..., Any]:
        def listen(call: Any, s: Any, *arguments: Any) -> Any:
            with self.because(*cause(self, s, *arguments)):
                return call(s, *arguments)

        return listen

    def below(self, call: Any, s: Any, stream: int, n: int) -> Any:
        found = call(s, stream, n)
        if stream == Stream.DICE:
            self._dice.append(int(found))
        return found

    def roll(self, call: Any, s: Any, n: int) -> Any:
        self._dice = []
        total = call(s, n)
        if self._rolls is not None:
            self._rolls.append((self._dice, int(total)))
            if self._both and len(self._rolls) == 2:
                self._both()
        else:
            who, why = self._why[-1] if self._why else (None, "")
            self.note("roll", who=who, trait=None, why=why, dice=self._dice, result=int(total))
        return total

    def roll_trait(self, call: Any, s: Any, p: int, trait: int, extra: int) -> Any:
        """`roll_trait`, where nothing else is made of it: alone in its own context."""
        if self._rolls is not None:
            return call(s, p, trait, extra)
        with self.rolls() as rolls:
            total = call(s, p, trait, extra)
        why = self._why[-1][1] if self._why else ""
        self.note(
            "roll", who=self.figure(p), trait=Trait(trait).name.lower(), why=why, dice=rolls[0][0], result=int(total)
        )
        return total

    def run_roll(self, call: Any, s: Any, f: int, op: int, a: int, b: int) -> Any:
        """`run_roll`: a roll of a card, a tile or a task, with its result once that is clear."""
        frame = s.frames[f]
        pc = int(frame.pc)
        self.look()
        with self.rolls() as rolls:
            answer = call(s, f, op, a, b)
        done = int(frame.pc) != pc
        if not rolls and not done:
            return answer
        result = int(frame.value)
        fact = {"who": self.figure(int(frame.seat)), "why": reason(frame), "result": result}
        fact |= task_of(s, pc) | meaning(pc, result, done)
        if rolls:
            named = frame.trait != NONE and op != programs.Op.ROLL_DICE
            trait = Trait(int(frame.trait)).name.lower() if named else None
            self.add("roll", trait=trait, dice=rolls[0][0], **fact)
        else:
            self.add("outcome", **fact)
        return answer

    def haunt_roll(self, call: Any, s: Any) -> Any:
        with self.rolls() as rolls:
            begins = call(s)
        built, total = rolls[0] if rolls else (None, None)
        who = self._why[-1][0]
        self.note("haunt_roll", who=who, dice=built, result=total, needs=haunts.NEEDED, begins=bool(begins))
        return begins

    def monster_speed(self, call: Any, s: Any, m: int) -> Any:
        """`monster_speed`: rolled once a turn for all of a kind."""
        with self.rolls() as rolls:
            speed = call(s, m)
        if rolls:
            kind = HAUNTS[s.haunt].monsters[int(s.monsters[m].kind)].name
            self.note("speed", who=kind, dice=rolls[0][0], spaces=int(speed))
        return speed

    # Fights and harm.

    def roll_attack(self, call: Any, s: Any, f: int) -> Any:
        frame = s.frames[f]
        figure, other, card = int(frame.seat), int(frame.other), int(frame.card)
        cursed = other < SEATS and s.seats[other].cursed
        with self.rolls() as rolls:
            answer = call(s, f)
        defence = 0 if cursed else rolls[-1][1]
        self.note(
            "attack",
            who=self.figure(figure),
            figure=self.figure(other),
            card=T.POSSESSION_NAMES[card] if card != NONE else None,
            trait=Trait(int(frame.trait)).name.lower(),
            manner=[words for bit, words in MANNERS.items() if frame.mask & bit and words != "rolled"],
            dice=rolls[0][0],
            result=int(frame.value) + defence,
            against=rolls[-1][0],
            defence=defence,
        )
        return answer

    def run_assault(self, call: Any, s: Any, f: int) -> Any:
        frame = s.frames[f]
        p, trait = int(frame.seat), int(frame.trait)
        by = T.EVENT_NAMES[frame.card] if frame.card != NONE else "the demon"
        cursed = bool(s.seats[p].cursed)

        def both() -> None:
            (built, total), (against, defence) = rolls
            self.note(
                "assault",
                who=self.figure(p),
                by=by,
                trait=Trait(trait).name.lower(),
                dice=built,
                result=total,
                against=against,
                defence=0 if cursed else defence,
            )

        with self.rolls(both) as rolls:
            return call(s, f)

    def begin_damage(self, call: Any, s: Any, figure: int, harm: int, n: int, by: int) -> Any:
        if figure < SEATS and n > 0:
            self.note("damage", who=self.figure(figure), n=int(n), harm=Harm(harm).name.lower(), cause=self._text)
        return call(s, figure, harm, n, by)

    # What players do.

    def act(self, call: Any, s: Any, p: int, action: int) -> Any:
        """`act`: an action of a turn that leaves no other trace."""
        who = self.figure(p)
        if action == A.POWER:
            self.note("uses", who=who, thing=POWERS[ADVENTURERS[s.seats[p].adventurer].power][0])
        for first, what, key in ((A.USE, "uses", "thing"), (A.OFFER, "offers", "card"), (A.DROP, "drops", "card")):
            if first <= action < first + T.N_POSSESSIONS:
                self.note(what, who=who, **{key: T.POSSESSION_NAMES[action - first]})
        return call(s, p, action)

    def react(self, call: Any, s: Any, f: int, seat: int, reaction: int) -> Any:
        chosen = call(s, f, seat, reaction)
        if chosen == 1:
            self.note("uses", who=self.figure(seat), thing=REACTIONS[reaction])  # type: ignore[index]
        return chosen

    def confirm(self, call: Any, s: Any, f: int, seat: int, question: int) -> Any:
        """`confirm`: an event that is ignored, or that a new traitor is freed from."""
        chosen = call(s, f, seat, question)
        if question == Question.IGNORE and chosen == 1:
            kind = "freed" if s.frames[f].value == FREEING else "ignores"
            self.note(kind, who=self.figure(seat), event=T.EVENT_NAMES[s.frames[f].card])
        return chosen

    # Cards, tiles, turns.

    def start_event(self, call: Any, s: Any, p: int, inst: int, extra: int) -> Any:
        """`start_event`: a card that is drawn, or one that was kept and is rolled for again."""
        again = bool(self._why) and self._why[-1][1] == WISP
        self.note("event", who=self.figure(p), event=T.EVENT_NAMES[inst], again=again)
        return call(s, p, inst, extra)

    def take(self, call: Any, s: Any, p: int, card: int) -> Any:
        inst = int(T.INSTANCE[card])
        how = {T.Zone.GROUND: "picks up", T.Zone.NOWHERE: "gets"}.get(T.Zone(int(s.zone[inst])), "draws")
        giver = self.figure(int(s.owner[inst])) if how == "gets" else None
        how = "keeps" if inst < T.N_EVENTS else how
        self.note("takes", who=self.figure(p), card=T.POSSESSION_NAMES[card], how=how, giver=giver)
        return call(s, p, card)

    def run_program(self, call: Any, s: Any, f: int) -> Any:
        """`run_program`: the text that dice are rolled for, and that changes traits."""
        self.look()
        frame, was = s.frames[f], self._text
        self._text = reason(frame)
        with self.because(self.figure(int(frame.seat)), self._text):
            answer = call(s, f)
        self.look()
        self._text = was
        return answer

    def run_discover(self, call: Any, s: Any, f: int) -> Any:
        self.look()
        finder = self.figure(int(s.frames[f].seat))
        answer = call(s, f)
        self.look(finder)
        return answer

    def begin_haunt(self, call: Any, s: Any, revealer: int, omen: int, tile: int) -> Any:
        """A mark in the story; what begins is reported from the positions."""
        self.look()
        self.add("haunt")
        return call(s, revealer, omen, tile)

    def begin_turn(self, call: Any, s: Any, p: int) -> Any:
        self.note("turn")
        return call(s, p)


def reason(frame: Any) -> str:
    return T.EVENT_NAMES[frame.card] if 0 <= frame.card < T.N_EVENTS else source(int(frame.pc)) or ""


def task_of(s: Any, pc: int) -> Fact:
    """The task whose roll an instruction is, with the result that it needs."""
    found = [k for k in range(T.TASKS) if s.haunt != NONE and T.TASK[s.haunt, k, 5] and T.TASK[s.haunt, k, 4] == pc]
    task = HAUNTS[s.haunt].tasks[found[0]] if found else None
    return {"task": task and task.name, "needs": task and task.needs}


def meaning(pc: int, result: int, done: bool) -> Fact:
    """The row of a table of outcomes that a result leads to: its numbers, and what they do, as texts."""
    act = T.COMPILER.verbs[pc]
    if not done or not act.lows:
        return {"span": None, "does": None}
    k = next(k for k, low in enumerate(act.lows) if result >= low)
    low, high = act.lows[k], act.lows[k - 1] - 1 if k else None
    span = f"{low}+" if high is None else str(low) if low == high else f"{low}-{high}"
    rolls = any(inner.lows for inner in act.inner[k])
    does = ", ".join(inner.says for inner in act.inner[k] if inner.says and not inner.lows)
    return {"span": span, "does": does or ("another roll" if rolls else "nothing")}


HEARD = (
    *(below, dice.roll, dice.roll_trait, programs.run_roll, programs.run_program, haunts.haunt_roll),
    *(haunts.begin_haunt, monsters.monster_speed, fights.roll_attack, fights.run_assault, starts.begin_damage),
    *(starts.react, starts.confirm, starts.start_event, cards.take),
    *(turns.act, turns.begin_turn, movement.run_discover),
)
"""Kernels to which the method of their name listens."""
CAUSES: dict[Any, Cause] = {
    haunts.roll_for_haunt: lambda at, s, p: (at.figure(p), ""),
    fights.run_attack: lambda at, s, f: (
        at.figure(int(s.frames[f].seat)),
        "Reckless Attack" if s.frames[f].mask & RECKLESS else "Flurry of Blows",
    ),
    fights.demon: lambda at, s, p: (None, "Iron Flask of Tuerny"),
    turns.wake: lambda at, s, f: (at.figure(int(s.frames[f].seat)), WISP),
    turns.run_pipes: lambda at, s, f: (at.figure(int(s.frames[f].n)), "Pipes of Haunting"),
    movement.run_watch: lambda at, s, f: (at.figure(int(s.frames[f].other)), "Eye of Vecna"),
}
"""Kernels to the figure that rolls in them, and for what."""


def listeners(listener: Listener) -> dict[Any, Callable[..., Any]]:
    heard = {kernel: getattr(listener, kernel.__name__) for kernel in HEARD}
    return heard | {kernel: listener.caused(cause) for kernel, cause in CAUSES.items()}
