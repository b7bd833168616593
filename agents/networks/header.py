"""How compiled code finds a network: the words of its header, and its table of entries."""

from enum import IntEnum

MOST = 4096  # inputs of one observation that are not zero
WIDEST = 1024  # units of a layer
LAYERS = 4  # hidden layers of a tower, at most


class Entry(IntEnum):
    """The columns of the table of entries, int32: an entry has at most two inputs of one number of the observation.

    With a second number, its value is `number * OTHER_SIZE + min(max(second - OTHER_LOW, 0), OTHER_SIZE - 1)`.
    """

    PLACE = 0  # of the number in the observation
    COMMON = 1  # the value that makes no input
    LOW = 2  # the value of the first row
    COUNT = 3  # how many rows
    FIRST = 4  # place of the first row in the list of rows: the input that represents a value, -1 for none
    NUMBER = 5  # the input whose amount is the number's size, -1 for none
    OTHER = 6  # place of the second number, -1 for none
    OTHER_LOW = 7
    OTHER_SIZE = 8


class Head(IntEnum):
    NUMBERS = 0  # of an observation
    ACTIONS = 1
    ENTRIES = 2  # how many
    SINGLE = 3  # how many of them, the first ones, have no second number
    ENTRIES_AT = 4  # addresses
    ROWS = 5
    ROWS_AT = 6
    BASES_AT = 7  # what is subtracted from the size of each entry's number
    SIZES_AT = 8  # size of every number of 16 bits, by its bits: sign(x) * log(1 + |x|)
    TEMPERATURE = 9  # of draws, in millionths; 0: the action with the highest logit
    INPUTS = 10
    PRIOR_POLICY = 11  # address of the prior policy, 0 without one
    PRIOR_POLICY_WORDS = 12  # of its memory, which follows the network's own two
    PRIOR_LOGITS_AT = 13  # what is added to the logit of each action where the prior policy would take it
    RECURRENT_SIZE = 14  # numbers of the recurrent state, 0 without one (see `networks.recurrence`)
    READ_AT = 15
    WRITE_AT = 16
    WRITE_BIAS_AT = 17
    CHOSEN_AT = 18
    VERSION_AT = 19  # address of the version of the weights, at least 1
    FIRSTS_AT = 20  # place of the first reader of each number of the observation in the list of readers, and the end of the list
    READERS = 21  # how many
    READERS_AT = 22  # the entries that read each number
    POLICY = 23  # a tower; 0 layers: it has none
    VALUE = 23 + 1 + 3 * (LAYERS + 1)
    WORDS = 23 + 2 * (1 + 3 * (LAYERS + 1))


# A tower is the number of its hidden layers, then three words for each of them, and three for its outputs: the width, the address of
# the weights (a row for each input or unit before; of the outputs: a row for each of them), the address of the biases.
WIDTH, WEIGHTS_AT, BIAS_AT, STEP = 1, 2, 3, 3

ENTRY_WIDTH = len(Entry)
