/* fsenv.h: the rules of one game as a C library, libfsenv_<game>.so, written by `python -m release.library --game <game>`.

   State. A game in progress is a state: `fsenv_state_size()` bytes of the caller at an address divisible by 16, such as malloc returns.
   It contains no pointers: copy its bytes to copy the game. It begins with a mark of the game, the version of its rules and the layout
   of its fields, which `fsenv_setup` and `fsenv_restore` write. Every other function returns FSENV_UNKNOWN_STATE for bytes without the
   mark of this library, and for NULL. States of other versions are not read; snapshots are the form for files.

   Memory and threads. The library allocates nothing, has no variables, and writes only to the state and the buffers of the call.
   Threads may call it at once on different states, and read one state together.

   Results. A function that returns int64_t returns a value >= 0 (`fsenv_to_act` also -1), or one of the faults below zero. After a
   fault no state has changed, except after FSENV_BUG. `room` is the number of items of the buffer in front of it.

   Seeds. Equal seeds, options and actions give the same game as in Python, on each machine. */

#ifndef FSENV_H
#define FSENV_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. A program compares it once with `fsenv_abi()` of the library that was loaded. */
#define FSENV_ABI 1

enum fsenv_result {
    FSENV_DONE = 0,
    FSENV_NOT_LEGAL = 1, /* of fsenv_step */
    FSENV_OVER = 2,      /* of fsenv_step: the game has ended */
    FSENV_BAD_SEAT = -100,
    FSENV_SMALL_BUFFER = -101, /* or NULL; also a state with too few bytes */
    FSENV_BUG = -1000,         /* the rules failed: please report the seed, the options and the actions */
    FSENV_BAD_OPTIONS = -1001, /* a wrong number of values, one outside its range, or values that exclude each other */
    FSENV_UNKNOWN_STATE = -1002,
    FSENV_BAD_SNAPSHOT = -1003 /* of another game or version, or damaged */
};

/* The library. */
int64_t fsenv_abi(void);
const char *fsenv_version(void); /* of fs-env, such as "0.1.0" */
const char *fsenv_game(void);    /* such as "castles_of_caleira" */

/* Sizes. */
int64_t fsenv_state_size(void);       /* bytes */
int64_t fsenv_snapshot_size(void);    /* bytes */
int64_t fsenv_num_actions(void);      /* action ids are 0 .. n - 1 */
int64_t fsenv_observation_size(void); /* numbers */
int64_t fsenv_max_players(void);
int64_t fsenv_num_outcomes(void);

/* Options, numbered from 0: NULL or 0 for a number without an option. Values are lowest, lowest + step, ..., highest. */
int64_t fsenv_num_options(void);
const char *fsenv_option_name(int64_t option);
int64_t fsenv_option_default(int64_t option);
int64_t fsenv_option_lowest(int64_t option);
int64_t fsenv_option_highest(int64_t option);
int64_t fsenv_option_step(int64_t option);

/* Writes a new game, up to its first decision, into `size` bytes, whatever they contain. `options` are `fsenv_num_options()` values;
   NULL and 0 for defaults. */
int64_t fsenv_setup(void *state, int64_t size, int64_t seed, const int64_t *options, int64_t n_options);

/* Takes an action of the seat to act: FSENV_DONE, FSENV_NOT_LEGAL or FSENV_OVER. */
int64_t fsenv_step(void *state, int64_t action);

/* The seat to act, from 0; -1 when the game is over. */
int64_t fsenv_to_act(const void *state);

/* 0 while the game runs; 1 won, 2 drawn, 3 truncated, 4 a capacity of the rules was exceeded, 6 lost by all seats together. */
int64_t fsenv_outcome(const void *state);
int64_t fsenv_num_players(const void *state);
int64_t fsenv_decisions(const void *state); /* taken so far */

/* Writes the ids of the legal actions, in no particular order; room for `fsenv_num_actions()`. Returns how many there are. */
int64_t fsenv_legal(const void *state, int16_t *ids, int64_t room);

/* Writes 1 for each legal action and 0 for each other one; room for `fsenv_num_actions()`. Returns how many are legal. */
int64_t fsenv_mask(const void *state, int8_t *mask, int64_t room);

/* Writes what a seat may know; room for `fsenv_observation_size()`. */
int64_t fsenv_observe(const void *state, int64_t seat, int16_t *numbers, int64_t room);

/* Writes the result of each seat, -1 to 1; room for `fsenv_max_players()`. All are 0 while the game runs. */
int64_t fsenv_returns(const void *state, double *returns, int64_t room);

/* Replaces all that a seat cannot know, future chance included, by a random draw that agrees with all it knows. */
int64_t fsenv_resample(void *state, int64_t seat, int64_t seed);

/* Plays at random to the end, or for `most` decisions. `counts` gets decisions, choices (decisions with several legal actions), and the
   number of games with each outcome; room for 2 + `fsenv_num_outcomes()`. */
int64_t fsenv_playout(void *state, int64_t seed, int64_t most, int64_t *counts, int64_t room);

/* Plays `games` whole random games, with the seeds from `seed` on, in `size` bytes; `options` and `counts` as above. */
int64_t fsenv_random_games(void *state, int64_t size, int64_t seed, int64_t games, const int64_t *options, int64_t n_options,
                           int64_t *counts, int64_t room);

/* Writes the state for a file: a tag of game and version, a checksum and the position; room for `fsenv_snapshot_size()`. They are the
   bytes of `Game.snapshot` in Python. */
int64_t fsenv_snapshot(const void *state, uint8_t *bytes, int64_t room);

/* Reads a snapshot into a state of `size` bytes. It detects damage, not forgery: read files of other people with `Game.restore` in
   Python, which checks that the position is possible. */
int64_t fsenv_restore(void *state, int64_t size, const uint8_t *bytes, int64_t n_bytes);

#ifdef __cplusplus
}
#endif

#endif
