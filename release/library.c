/* The rules of one game as a C library: libfsenv_<game>.so. `python -m release.library` compiles this file with the constants of a
   game (STATE_SIZE, NUM_ACTIONS, ...) and links it with the machine code of the game's rules.

   A state is `fsenv_state_size()` bytes at an address divisible by 16 (malloc returns such an address); it contains no pointers and
   may be copied. The library has no state of its own: threads may call it at once on different states. Functions that return an
   int64_t return a value >= 0, or a fault below zero: a number of `Status` in fs_env/core/machine/run/codes.py, or one of those here. */

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define API __attribute__((visibility("default")))
#define FSENV_RAISED (-1000) /* the rules raised an exception: a bug of the rules */
#define FSENV_BAD_OPTION (-1001) /* a value outside the range of its option */
#define HEAD 12              /* bytes of a snapshot in front of the state: tag, checksum */

enum { SETUP, STEP, TO_ACT, LEGAL, OBSERVE, RETURNS, RESAMPLE, OUTCOME, NUM_PLAYERS, DECISIONS, ADVANCE, PLAYOUT, RANDOM_GAMES };

static const int64_t DEFAULTS[] = {OPTION_DEFAULTS};
static const int64_t RANGES[][3] = {OPTION_RANGES}; /* lowest, highest, step */
static const char *const NAMES[] = {OPTION_NAMES};
static const unsigned char TAG[] = {SNAPSHOT_TAG};

/* An array as compiled rules take it: reference count, owner, items, bytes of an item, address, shape, stride. */
#define ARRAY(type) void *, void *, int64_t, int64_t, type *, int64_t, int64_t
#define GIVEN(at, n, size) NULL, NULL, (n), (size), (at), (n), (size)

int32_t fsenv_rules(int64_t *result, void **error, int64_t command, ARRAY(void), int64_t place, ARRAY(int64_t), ARRAY(int64_t),
                    ARRAY(int64_t), int64_t b, int64_t a, ARRAY(int16_t), ARRAY(int8_t));

/* Any command of the rules on `states` states; see `Command` in fs_env/core/machine/run/codes.py. Lengths are those of the arrays. */
API int64_t fsenv_call(int64_t command, void *state, int64_t states, int64_t place, int64_t *rows, int64_t n_rows, int64_t *memory,
                       int64_t n_memory, int64_t *options, int64_t n_options, int64_t b, int64_t a, int16_t *obs, int64_t n_obs,
                       int8_t *mask, int64_t n_mask) {
    int64_t result = 0;
    void *error = NULL;
    int32_t raised = fsenv_rules(&result, &error, command, GIVEN(state, states, STATE_SIZE), place, GIVEN(rows, n_rows, 8),
                                 GIVEN(memory, n_memory, 8), GIVEN(options, n_options, 8), b, a, GIVEN(obs, n_obs, 2),
                                 GIVEN(mask, n_mask, 1));
    return raised ? FSENV_RAISED : result;
}

static int64_t ask(int64_t command, const void *state, int64_t a, int64_t b, int64_t *row, int16_t *obs, int64_t n_obs) {
    return fsenv_call(command, (void *)state, 1, 0, row, row ? ROW_WORDS : 0, NULL, 0, NULL, 0, b, a, obs, n_obs, NULL, 0);
}

API const char *fsenv_version(void) { return VERSION; }
API const char *fsenv_game(void) { return GAME; }
API int64_t fsenv_state_size(void) { return STATE_SIZE; }
API int64_t fsenv_snapshot_size(void) { return HEAD + STATE_SIZE; }
API int64_t fsenv_num_actions(void) { return NUM_ACTIONS; }
API int64_t fsenv_observation_size(void) { return OBSERVATION_SIZE; }
API int64_t fsenv_max_players(void) { return MAX_PLAYERS; }
API int64_t fsenv_num_options(void) { return NUM_OPTIONS; }
API int64_t fsenv_num_outcomes(void) { return NUM_OUTCOMES; }
API int64_t fsenv_row_words(void) { return ROW_WORDS; } /* of 8 bytes: see fsenv_advance */
API const char *fsenv_option_name(int64_t n) { return n < 0 || n >= NUM_OPTIONS ? NULL : NAMES[n]; }
API int64_t fsenv_option_default(int64_t n) { return n < 0 || n >= NUM_OPTIONS ? 0 : DEFAULTS[n]; }

static const int64_t *checked(const int64_t *options) {
    if (!options) return DEFAULTS;
    for (int n = 0; n < NUM_OPTIONS; n++)
        if (options[n] < RANGES[n][0] || options[n] > RANGES[n][1] || (options[n] - RANGES[n][0]) % RANGES[n][2]) return NULL;
    return options;
}

/* A new game; `options` are `fsenv_num_options()` values, NULL for the defaults. Values that are in range and exclude each other are not
   detected: `Game.setup` in Python refuses them. */
API int64_t fsenv_setup(void *state, int64_t seed, const int64_t *options) {
    if (!(options = checked(options))) return FSENV_BAD_OPTION;
    return fsenv_call(SETUP, state, 1, 0, NULL, 0, NULL, 0, (int64_t *)options, NUM_OPTIONS, 0, seed, NULL, 0, NULL, 0);
}

/* 0: taken; 1: not legal; 2: the game is over. The state is unchanged in the last two. */
API int64_t fsenv_step(void *state, int64_t action) {
    return action < 0 || action >= NUM_ACTIONS ? 1 : ask(STEP, state, action, 0, NULL, NULL, 0);
}

/* The seat to act, -1 when the game is over. */
API int64_t fsenv_to_act(const void *state) { return ask(TO_ACT, state, 0, 0, NULL, NULL, 0); }
API int64_t fsenv_outcome(const void *state) { return ask(OUTCOME, state, 0, 0, NULL, NULL, 0); }
API int64_t fsenv_num_players(const void *state) { return ask(NUM_PLAYERS, state, 0, 0, NULL, NULL, 0); }
API int64_t fsenv_decisions(const void *state) { return ask(DECISIONS, state, 0, 0, NULL, NULL, 0); }

/* Writes the ids of the legal actions; `ids` has room for `fsenv_num_actions()`. Returns how many. */
API int64_t fsenv_legal(const void *state, int16_t *ids) { return ask(LEGAL, state, 0, 0, NULL, ids, NUM_ACTIONS); }

/* Writes 1 for each legal action and 0 for each other one, `fsenv_num_actions()` bytes. Returns how many are legal. */
API int64_t fsenv_mask(const void *state, int8_t *mask) {
    int16_t ids[NUM_ACTIONS];
    int64_t n = fsenv_legal(state, ids);
    memset(mask, 0, NUM_ACTIONS);
    for (int64_t k = 0; k < n; k++) mask[ids[k]] = 1;
    return n;
}

/* Writes what a seat may know, `fsenv_observation_size()` numbers. */
API int64_t fsenv_observe(const void *state, int64_t seat, int16_t *obs) {
    if (seat < 0 || seat >= fsenv_num_players(state)) return BAD_PLACE;
    return ask(OBSERVE, state, seat, 0, NULL, obs, OBSERVATION_SIZE);
}

/* Writes the result of each seat, `fsenv_max_players()` numbers. */
API int64_t fsenv_returns(const void *state, double *returns) {
    int64_t row[ROW_WORDS] = {0};
    int64_t status = ask(RETURNS, state, 0, 0, row, NULL, 0);
    memcpy(returns, (char *)row + ROW_RETURNS, MAX_PLAYERS * sizeof(double));
    return status;
}

API void fsenv_copy(void *into, const void *state) { memcpy(into, state, STATE_SIZE); }

/* Replaces everything that a seat cannot know by a random draw. */
API int64_t fsenv_resample(void *state, int64_t seat, int64_t seed) {
    if (seat < 0 || seat >= fsenv_num_players(state)) return BAD_PLACE;
    return ask(RESAMPLE, state, seat, seed, NULL, NULL, 0);
}

/* Random play to the end, or to `most` decisions; `counts`: decisions, choices, then the games of each outcome. */
API int64_t fsenv_playout(void *state, int64_t seed, int64_t most, int64_t *counts) {
    int64_t row[ROW_WORDS] = {0};
    int64_t status = ask(PLAYOUT, state, seed, most, row, NULL, 0);
    memcpy(counts, (char *)row + ROW_RANDOM, (2 + NUM_OUTCOMES) * sizeof(int64_t));
    return status;
}

/* `games` whole random games with seeds from `seed` on, played in `state`; `options` and `counts` as above. */
API int64_t fsenv_random_games(void *state, int64_t seed, int64_t games, const int64_t *options, int64_t *counts) {
    int64_t row[ROW_WORDS] = {0};
    if (!(options = checked(options))) return FSENV_BAD_OPTION;
    int64_t status = fsenv_call(RANDOM_GAMES, state, 1, 0, row, ROW_WORDS, NULL, 0, (int64_t *)options, NUM_OPTIONS, games, seed, NULL,
                                0, NULL, 0);
    memcpy(counts, (char *)row + ROW_RANDOM, (2 + NUM_OUTCOMES) * sizeof(int64_t));
    return status;
}

/* What fsenv_advance reads and writes: the state and its row, a record of fs_env/core/machine/run/commands/row.py; and buffers. */
struct fsenv_game {
    void *state;
    int64_t *row;
};
struct fsenv_buffers {
    int16_t *obs;
    int8_t *mask;
};

/* A step with observation and mask of the next seat in one call; action -1 takes no step. Returns the seat to act, -1 when the game is
   over now, -2 for an action that is not legal, -3 for one after the end. */
API int64_t fsenv_advance(const struct fsenv_game *game, int64_t action, const struct fsenv_buffers *out) {
    return fsenv_call(ADVANCE, game->state, 1, 0, game->row, ROW_WORDS, NULL, 0, NULL, 0, 0, action, out->obs, OBSERVATION_SIZE,
                      out->mask, NUM_ACTIONS);
}

static uint32_t crc32(uint32_t sum, const unsigned char *data, size_t n) {
    sum = ~sum;
    for (size_t k = 0; k < n; k++) {
        sum ^= data[k];
        for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (0xEDB88320u & -(sum & 1));
    }
    return ~sum;
}

static void head(unsigned char *bytes, const void *state) {
    uint32_t sum = crc32(crc32(0, TAG, sizeof TAG), state, STATE_SIZE);
    memcpy(bytes, TAG, sizeof TAG);
    for (int k = 0; k < 4; k++) bytes[sizeof TAG + k] = (unsigned char)(sum >> 8 * k);
}

/* Writes `fsenv_snapshot_size()` bytes, equal to those of `Game.snapshot` in Python. */
API void fsenv_snapshot(const void *state, unsigned char *bytes) {
    head(bytes, state);
    memcpy(bytes + HEAD, state, STATE_SIZE);
}

/* Reads a snapshot; returns -1, with nothing written, where it is of another game or version, or damaged. A snapshot that somebody
   forged is not detected: `Game.restore` in Python checks the position too. */
API int64_t fsenv_restore(void *state, const unsigned char *bytes) {
    unsigned char expected[HEAD];
    head(expected, bytes + HEAD);
    if (memcmp(expected, bytes, HEAD)) return -1;
    memcpy(state, bytes + HEAD, STATE_SIZE);
    return 0;
}
