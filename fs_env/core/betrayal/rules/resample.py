"""Random states that a seat, or all seats, cannot distinguish from the true one: the order of stacks, and who the secret traitors are."""

from fs_env.core.betrayal.language.codes import Role
from fs_env.core.betrayal.language.questions import Question
from fs_env.core.betrayal.rules.immunity import offer_reveal
from fs_env.core.betrayal.rules.offers import offer_turn
from fs_env.core.betrayal.rules.table import secret
from fs_env.core.betrayal.state import Stream, below, deal_hidden, deal_unknown, kernel, mix_bits, seed_streams, set_mix
from fs_env.core.betrayal.tables import N_EVENTS, N_INSTANCES
from fs_env.core.machine.compile.memory import short_lived


@kernel
def resample_traitors(s, player):
    """Makes other seats than the player's the secret traitors, unless the player is one: they know each other (R75, A59)."""
    if not secret(s) or s.seats[player].role == Role.TRAITOR:
        return
    traitors, hidden = 0, 0
    for q in range(s.n_players):
        if q != player and s.seats[q].shown == 0:
            hidden += 1
            if s.seats[q].role == Role.TRAITOR:
                traitors += 1
                s.seats[q].role = Role.HERO
    known = s.seats[s.traitor].shown
    for k in range(traitors):
        left = below(s, Stream.RESAMPLE, hidden - k)
        for q in range(s.n_players):
            if q != player and s.seats[q].shown == 0 and s.seats[q].role != Role.TRAITOR:
                if left == 0:
                    s.seats[q].role = Role.TRAITOR
                    if k == 0 and known == 0:
                        s.traitor = q
                    break
                left -= 1
    if s.asked >= 0 and s.asked != player:
        if s.question == Question.TURN:
            offer_turn(s, int(s.asked))
        elif s.question == Question.REVEAL:
            offer_reveal(s, int(s.asked))


@kernel
def resample(s, player, seed):
    """Deals the hidden cards and tiles anew, draws the traitor, replaces the random streams."""
    seed_streams(s, seed)
    renamed = short_lived(N_INSTANCES)
    deal_hidden(s, player, renamed)
    for event in range(N_EVENTS if s.mixed else 0):
        for q in range(s.n_players):
            set_mix(s, q, event, mix_bits(s, player, event))  # all seats have seen the same
    resample_traitors(s, player)


@kernel
def redeal(s, seed):
    """Deals the cards and tiles that no seat knows anew, replaces the random streams; a secret traitor knows its side (R75)."""
    seed_streams(s, seed)
    renamed = short_lived(N_INSTANCES)
    deal_unknown(s, renamed)
