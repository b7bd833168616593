/* The functions of fsenv.h around the machine code of a game's rules. `python -m release.library` compiles this file with the constants
   of the game (STATE_SIZE, NUM_ACTIONS, ...) and links it with the rules.

   A record is what the rules and numpy call a state, STATE_SIZE bytes. The states of fsenv.h are a head and a record. */

#define RAISED (-1000)
#define ALIGNMENT 16
#define CHECKED_BYTES 12 /* of a snapshot in front of the record: tag, checksum */

#include <string.h>

#include "rules.h"

#pragma GCC visibility push(default)
#include "fsenv.h"
#pragma GCC visibility pop

enum { SETUP, STEP, TO_ACT, LEGAL, OBSERVE, RETURNS, RESAMPLE, OUTCOME, NUM_PLAYERS, DECISIONS, ADVANCE, PLAYOUT, RANDOM_GAMES };

struct head {
    unsigned char tag[8];
    int64_t size;
};
struct range {
    int64_t lowest, highest, step;
};

static const struct head HEAD = {{TAG}, STATE_SIZE};
static const int64_t DEFAULTS[] = {OPTION_DEFAULTS};
static const struct range RANGES[] = {OPTION_RANGES};
static const char *const NAMES[] = {OPTION_NAMES};
static const int64_t INVOLVED[] = {CONFLICT_OPTIONS}; /* the options that can exclude each other, -1 at the end */
static const uint8_t CONFLICTS[] = {CONFLICT_BITS};   /* a bit for each combination of their values, 1 where it is excluded */

/* Any command of the rules on `states` records; see `Command` in fs_env/core/machine/run/codes.py. */
static int64_t call_rules(int64_t command, void *record, int64_t states, int64_t place, int64_t *rows, int64_t n_rows, int64_t *memory,
                       int64_t n_memory, int64_t *options, int64_t n_options, int64_t b, int64_t a, int16_t *obs, int64_t n_obs,
                       int8_t *mask, int64_t n_mask) {
    int64_t result = 0;
    void *error = NULL;
    int32_t raised = fsenv_rules(&result, &error, command, GIVEN(record, states, STATE_SIZE), place, GIVEN(rows, n_rows, 8),
                                 GIVEN(memory, n_memory, 8), GIVEN(options, n_options, 8), b, a, GIVEN(obs, n_obs, 2),
                                 GIVEN(mask, n_mask, 1));
    return raised ? RAISED : result;
}

static int64_t ask_record(int64_t command, void *record, int64_t a, int64_t b, int64_t *row, int16_t *obs, int64_t n_obs) {
    return call_rules(command, record, 1, 0, row, row ? ROW_WORDS : 0, NULL, 0, NULL, 0, b, a, obs, n_obs, NULL, 0);
}

int64_t fsenv_abi(void) { return FSENV_ABI; }
const char *fsenv_version(void) { return VERSION; }
const char *fsenv_game(void) { return GAME; }
int64_t fsenv_state_size(void) { return ((int64_t)sizeof HEAD + STATE_SIZE + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT; }
int64_t fsenv_snapshot_size(void) { return CHECKED_BYTES + STATE_SIZE; }
int64_t fsenv_num_actions(void) { return NUM_ACTIONS; }
int64_t fsenv_observation_size(void) { return OBSERVATION_SIZE; }
int64_t fsenv_max_players(void) { return MAX_PLAYERS; }
int64_t fsenv_num_outcomes(void) { return NUM_OUTCOMES; }
int64_t fsenv_num_options(void) { return NUM_OPTIONS; }

static int is_option(int64_t n) { return 0 <= n && n < NUM_OPTIONS; }
const char *fsenv_option_name(int64_t n) { return is_option(n) ? NAMES[n] : NULL; }
int64_t fsenv_option_default(int64_t n) { return is_option(n) ? DEFAULTS[n] : 0; }
int64_t fsenv_option_lowest(int64_t n) { return is_option(n) ? RANGES[n].lowest : 0; }
int64_t fsenv_option_highest(int64_t n) { return is_option(n) ? RANGES[n].highest : 0; }
int64_t fsenv_option_step(int64_t n) { return is_option(n) ? RANGES[n].step : 0; }

static const int64_t *checked(const int64_t *options, int64_t n) {
    int64_t combination = 0;
    if (!options) return n == 0 ? DEFAULTS : NULL;
    if (n != NUM_OPTIONS) return NULL;
    for (n = 0; n < NUM_OPTIONS; n++) {
        const struct range *range = &RANGES[n];
        if (options[n] < range->lowest || options[n] > range->highest || (options[n] - range->lowest) % range->step) return NULL;
    }
    for (const int64_t *one = INVOLVED; *one >= 0; one++) {
        const struct range *range = &RANGES[*one];
        combination = combination * ((range->highest - range->lowest) / range->step + 1) + (options[*one] - range->lowest) / range->step;
    }
    return CONFLICTS[combination / 8] >> combination % 8 & 1 ? NULL : options;
}

static int is_aligned(const void *state) { return state && (uintptr_t)state % ALIGNMENT == 0; }
static void *record_in(const void *state) { return (char *)state + sizeof HEAD; }
static int is_known(const void *state) { return is_aligned(state) && memcmp(state, &HEAD, sizeof HEAD) == 0; }

/* Whether a new state can be written there: FSENV_DONE, or a fault. */
static int64_t accepted(const void *state, int64_t size) {
    if (!state || size < fsenv_state_size()) return FSENV_SMALL_BUFFER;
    return is_aligned(state) ? FSENV_DONE : FSENV_UNKNOWN_STATE;
}

/* Faults of the rules have numbers of their own in Python. */
static int64_t answer(int64_t result) { return result < FSENV_SMALL_BUFFER ? FSENV_BUG : result; }

static int64_t ask(int64_t command, const void *state, int64_t a, int64_t b, int64_t *row, int16_t *obs, int64_t n_obs) {
    return is_known(state) ? answer(ask_record(command, record_in(state), a, b, row, obs, n_obs)) : FSENV_UNKNOWN_STATE;
}

int64_t fsenv_setup(void *state, int64_t size, int64_t seed, const int64_t *options, int64_t n_options) {
    int64_t status = accepted(state, size);
    if (status != FSENV_DONE) return status;
    if (!(options = checked(options, n_options))) return FSENV_BAD_OPTIONS;
    memcpy(state, &HEAD, sizeof HEAD);
    memset(record_in(state), 0, STATE_SIZE); /* gaps between fields too, which snapshots contain */
    return answer(call_rules(SETUP, record_in(state), 1, 0, NULL, 0, NULL, 0, (int64_t *)options, NUM_OPTIONS, 0, seed, NULL, 0, NULL, 0));
}

int64_t fsenv_step(void *state, int64_t action) {
    if (!is_known(state)) return FSENV_UNKNOWN_STATE;
    return action < 0 || action >= NUM_ACTIONS ? FSENV_NOT_LEGAL : ask(STEP, state, action, 0, NULL, NULL, 0);
}

int64_t fsenv_to_act(const void *state) { return ask(TO_ACT, state, 0, 0, NULL, NULL, 0); }
int64_t fsenv_outcome(const void *state) { return ask(OUTCOME, state, 0, 0, NULL, NULL, 0); }
int64_t fsenv_num_players(const void *state) { return ask(NUM_PLAYERS, state, 0, 0, NULL, NULL, 0); }
int64_t fsenv_decisions(const void *state) { return ask(DECISIONS, state, 0, 0, NULL, NULL, 0); }

int64_t fsenv_legal(const void *state, int16_t *ids, int64_t room) { return ask(LEGAL, state, 0, 0, NULL, ids, ids ? room : 0); }

int64_t fsenv_mask(const void *state, int8_t *mask, int64_t room) {
    int16_t ids[NUM_ACTIONS];
    int64_t n = fsenv_legal(state, ids, NUM_ACTIONS);
    if (n < 0) return n;
    if (!mask || room < NUM_ACTIONS) return FSENV_SMALL_BUFFER;
    memset(mask, 0, NUM_ACTIONS);
    for (int64_t k = 0; k < n; k++) mask[ids[k]] = 1;
    return n;
}

/* FSENV_DONE where the state has that seat. */
static int64_t seated(const void *state, int64_t seat) {
    int64_t players = fsenv_num_players(state);
    return players < 0 ? players : seat < 0 || seat >= players ? FSENV_BAD_SEAT : FSENV_DONE;
}

int64_t fsenv_observe(const void *state, int64_t seat, int16_t *numbers, int64_t room) {
    int64_t status = seated(state, seat);
    return status == FSENV_DONE ? ask(OBSERVE, state, seat, 0, NULL, numbers, numbers ? room : 0) : status;
}

int64_t fsenv_resample(void *state, int64_t seat, int64_t seed) {
    int64_t status = seated(state, seat);
    return status == FSENV_DONE ? ask(RESAMPLE, state, seat, seed, NULL, NULL, 0) : status;
}

int64_t fsenv_returns(const void *state, double *returns, int64_t room) {
    int64_t row[ROW_WORDS] = {0}, status = ask(RETURNS, state, 0, 0, row, NULL, 0);
    if (status != FSENV_DONE) return status;
    if (!returns || room < MAX_PLAYERS) return FSENV_SMALL_BUFFER;
    memcpy(returns, (char *)row + ROW_RETURNS, MAX_PLAYERS * sizeof(double));
    return FSENV_DONE;
}

static void count(const int64_t *row, int64_t *counts) {
    memcpy(counts, (const char *)row + ROW_RANDOM, (2 + NUM_OUTCOMES) * sizeof(int64_t));
}

int64_t fsenv_playout(void *state, int64_t seed, int64_t most, int64_t *counts, int64_t room) {
    int64_t row[ROW_WORDS] = {0};
    if (!counts || room < 2 + NUM_OUTCOMES) return FSENV_SMALL_BUFFER;
    int64_t status = ask(PLAYOUT, state, seed, most, row, NULL, 0);
    if (status == FSENV_DONE) count(row, counts);
    return status;
}

int64_t fsenv_random_games(void *state, int64_t size, int64_t seed, int64_t games, const int64_t *options, int64_t n_options,
                           int64_t *counts, int64_t room) {
    int64_t row[ROW_WORDS] = {0};
    if (!counts || room < 2 + NUM_OUTCOMES) return FSENV_SMALL_BUFFER;
    int64_t status = fsenv_setup(state, size, seed, options, n_options);
    if (status != FSENV_DONE) return status;
    status = answer(call_rules(RANDOM_GAMES, record_in(state), 1, 0, row, ROW_WORDS, NULL, 0, (int64_t *)checked(options, n_options),
                               NUM_OPTIONS, games, seed, NULL, 0, NULL, 0));
    if (status == FSENV_DONE) count(row, counts);
    return status;
}

static uint32_t crc32(uint32_t sum, const uint8_t *data, size_t n) {
    sum = ~sum;
    for (size_t k = 0; k < n; k++) {
        sum ^= data[k];
        for (int bit = 0; bit < 8; bit++) sum = sum >> 1 ^ (0xEDB88320u & -(sum & 1));
    }
    return ~sum;
}

static void write_check(uint8_t *bytes, const void *record) {
    uint32_t sum = crc32(crc32(0, HEAD.tag, sizeof HEAD.tag), record, STATE_SIZE);
    memcpy(bytes, HEAD.tag, sizeof HEAD.tag);
    for (int k = 0; k < 4; k++) bytes[sizeof HEAD.tag + k] = (uint8_t)(sum >> 8 * k);
}

int64_t fsenv_snapshot(const void *state, uint8_t *bytes, int64_t room) {
    if (!is_known(state)) return FSENV_UNKNOWN_STATE;
    if (!bytes || room < fsenv_snapshot_size()) return FSENV_SMALL_BUFFER;
    write_check(bytes, record_in(state));
    memcpy(bytes + CHECKED_BYTES, record_in(state), STATE_SIZE);
    return FSENV_DONE;
}

int64_t fsenv_restore(void *state, int64_t size, const uint8_t *bytes, int64_t n_bytes) {
    uint8_t expected[CHECKED_BYTES];
    int64_t status = accepted(state, size);
    if (status != FSENV_DONE) return status;
    if (!bytes || n_bytes != fsenv_snapshot_size()) return FSENV_BAD_SNAPSHOT;
    write_check(expected, bytes + CHECKED_BYTES);
    if (memcmp(expected, bytes, CHECKED_BYTES)) return FSENV_BAD_SNAPSHOT;
    memcpy(state, &HEAD, sizeof HEAD);
    memcpy(record_in(state), bytes + CHECKED_BYTES, STATE_SIZE);
    return FSENV_DONE;
}
