/* Random games, then a rollout search in seat 0 against random play, with the C library of any game:

       cc -O2 -I dist search.c -L dist -lfsenv_castles_of_caleira -Wl,-rpath,dist -o search && ./search 1000 40 */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fsenv.h"

enum { ROLLOUTS = 24, MOST = 1 << 20 };

static uint64_t random_state = 1;
static int64_t next_seed(void) { /* splitmix64 */
    uint64_t z = random_state += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return (int64_t)((z ^ z >> 31) >> 1);
}

static int64_t check(int64_t result, const char *call) {
    if (result >= 0) return result;
    fprintf(stderr, "%s: fault %" PRId64 "\n", call, result);
    exit(1);
}

static void *room(int64_t items, size_t bytes) {
    void *found = calloc((size_t)items, bytes);
    if (!found) exit(1);
    return found;
}

/* The legal action with the best mean result for the seat in rollouts, each from a redraw of all that the seat cannot know. */
static int64_t search(const void *state, int64_t seat, const int16_t *ids, int64_t n, void *copy, double *returns, int64_t *counts) {
    int64_t size = fsenv_state_size(), best = ids[0];
    double most = -1e9;
    for (int64_t k = 0; k < n; k++) {
        double sum = 0;
        for (int rollout = 0; rollout < ROLLOUTS; rollout++) {
            memcpy(copy, state, (size_t)size);
            check(fsenv_resample(copy, seat, next_seed()), "resample");
            check(fsenv_step(copy, ids[k]), "step");
            check(fsenv_playout(copy, next_seed(), MOST, counts, 2 + fsenv_num_outcomes()), "playout");
            check(fsenv_returns(copy, returns, fsenv_max_players()), "returns");
            sum += returns[seat];
        }
        if (sum > most) most = sum, best = ids[k];
    }
    return best;
}

int main(int argc, char **argv) {
    if (fsenv_abi() != FSENV_ABI) return fprintf(stderr, "the library has interface %" PRId64 "\n", fsenv_abi()), 1;
    int64_t random_games = argc > 1 ? atoll(argv[1]) : 1000, searched = argc > 2 ? atoll(argv[2]) : 40;
    int64_t size = fsenv_state_size(), actions = fsenv_num_actions(), outcomes = 2 + fsenv_num_outcomes(), seats = fsenv_max_players();
    void *state = room(1, (size_t)size), *copy = room(1, (size_t)size);
    int16_t *ids = room(actions, sizeof *ids);
    int64_t *counts = room(outcomes, sizeof *counts), won = 0, action;
    double *returns = room(seats, sizeof *returns);

    check(fsenv_random_games(state, size, 7, random_games, NULL, 0, counts, outcomes), "random games");
    printf("%s: %" PRId64 " random games, %" PRId64 " decisions, %" PRId64 " choices\n", fsenv_game(), random_games, counts[0], counts[1]);

    for (int64_t game = 0; game < searched; game++) {
        check(fsenv_setup(state, size, game, NULL, 0), "setup");
        for (int64_t seat; (seat = fsenv_to_act(state)) >= 0;) {
            int64_t n = check(fsenv_legal(state, ids, actions), "legal");
            if (seat == 0 && n > 1)
                action = search(state, seat, ids, n, copy, returns, counts);
            else
                action = ids[next_seed() % n];
            check(fsenv_step(state, action), "step");
        }
        check(fsenv_returns(state, returns, seats), "returns");
        won += returns[0] > 0;
    }
    printf("search won %" PRId64 " of %" PRId64 " games in seat 0 of %" PRId64 "\n", won, searched, check(fsenv_num_players(state), "players"));
    return 0;
}
