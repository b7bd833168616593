"""The parameters of the agent spec `policy:FILE.npz,name=value,...`; imports nothing large."""

from fs_env.core.checks import unknown

PARAMETERS = {
    "sample": "0 for the best action, or a temperature such as 1",
    "unseen": "1 to play with card sets that it was not trained with, or 0",
}
"""Name of a parameter of a spec -> what it may be."""


def read_spec(text: str) -> tuple[str, dict[str, float]]:
    file, given = text, dict[str, float]()
    while True:
        before, comma, parameter = file.rpartition(",")
        key, equals, value = (word.strip() for word in parameter.partition("="))
        if not comma or not equals:
            return file, given
        if key not in PARAMETERS:
            raise ValueError(unknown("policy parameter", key, list(PARAMETERS), f"in policy:{text}"))
        try:
            given[key] = float(value)
            if key == "unseen" and given[key] not in (0, 1):
                raise ValueError
        except ValueError:
            raise ValueError(f"policy:{text}: {key}={value!r}: expected {PARAMETERS[key]}") from None
        file = before
