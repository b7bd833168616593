/* The machine code of a game's rules, as `python -m release.library` emits it. */

#include <stddef.h>
#include <stdint.h>

/* An array as compiled rules take it: reference count, owner, items, bytes of an item, address, shape, stride. */
#define ARRAY(type) void *, void *, int64_t, int64_t, type *, int64_t, int64_t
#define GIVEN(at, n, size) NULL, NULL, (n), (size), (at), (n), (size)

int32_t fsenv_rules(int64_t *result, void **error, int64_t command, ARRAY(void), int64_t place, ARRAY(int64_t), ARRAY(int64_t),
                    ARRAY(int64_t), int64_t b, int64_t a, ARRAY(int16_t), ARRAY(int8_t));
