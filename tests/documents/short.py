"""Short forms of the pages' code, and the code that is not run at all: the one list, each entry with its reason.

Every block of `python` and every command of a block of `sh` is run by `test_blocks.py`, page by page from top to bottom in an
empty folder, unless it is named here.
"""

from __future__ import annotations

# Languages of blocks that hold no program of ours.
NOT_CODE = {
    "js": "a program for Node, which the page's commands run",
    "c": "needs a C compiler and a library of the rules; tests/release/test_library.py compiles it",
    "text": "what a program prints, pseudocode, or a file of another program",
    "dockerfile": "needs Docker and an image from a registry; its command `fs-env warm` is run by tests/cli/test_warm.py",
}

# Beginnings of commands that are not run. Those of fs-env are parsed all the same, `make` must know the target, `pip` the extra.
NOT_RUN = {
    "make": "makes a virtual environment, or runs this very test",
    ". .venv/bin/activate": "changes the shell of the reader",
    "python3 -m venv": "creates a virtual environment",
    "uv pip install": "would change the environment that the tests run in",
    "pip install": "would change the environment that the tests run in",
    "python -m fs_env.agents.llm.pretend": "serves until it is stopped; the page of the language models is given such a server",
    "python examples/train_text_model.py": "trains for minutes; tests/examples/test_examples.py runs it small",
    "fs-env evaluate": "plays for minutes, and needs what it writes; tests/leaderboard/test_evaluate.py runs it small",
    "fs-env leaderboard --verify": "needs the file of the command before it; tests/leaderboard/test_evaluate.py runs it",
    "python listen.py": "serves until it is stopped; tests/arena/test_programs.py runs it",
    "python -c": "is Python's own",
    "python -m release.library": "needs a C compiler; tests/release/test_library.py builds the library",
    "cc": "needs a C compiler and the library; tests/release/test_library.py builds the example",
    "python -m release.wasm": "needs a linker for WebAssembly; tests/release/test_library.py writes the module",
    "node examples/library/search.mjs": "needs the module of the command before it; tests/release/test_library.py runs it",
    "fs-env tournament random tcp:192.0.2.7:9000,token_file=token.txt": "needs a bot that listens; tests/arena/test_programs.py has one",
    "podman": "needs an engine that runs containers, and the image of docs/do/releases.md",
    "docker": "needs an engine that makes images; tests/release/test_container.py reads the recipe and makes its wheel",
    "fs-env serve": "serves until it is stopped; tests/serve runs it",
    "fs-env warm": "compiles everything; tests/cli/test_warm.py runs it",
    "fs-env fit-value": "fits for hours, and has no shorter form; tests/training/test_values.py runs its parts",
    "fs-env selfplay --bot search:rollouts=200 --game castles_of_caleira --games 1000 --out data/castles --ray": (
        "needs a Ray cluster; tests/arena/test_cluster.py runs one on this machine"
    ),
    "fs-env selfplay --bot search:rollouts=200 --games 1000 --out data/first --minari": (
        "needs the extra minari, which the tests of every day do not have; tests/training/selfplay/test_export.py runs it"
    ),
    "fs-env train league": "trains three networks in turn; tests/training/test_league.py runs it small",
    "fs-env train expert_iteration": "plays and learns for minutes at least; tests/training/test_expert_iteration.py runs it small",
}

# What is shortened in every command: pattern -> replacement.
SHORTER = {
    r"--games [\d,]+": "--games 2",
    r"--deals \d+": "--deals 2",
    r"milliseconds=\d+": "milliseconds=2",
    r"rollouts=\d+": "rollouts=4",
    r"--rollouts \d+": "--rollouts 4",
    r"--workers \d+": "--workers 1",
    r"--exam-games \d+": "--exam-games 4",
    r"--minutes \d+": "",
    r"--decisions \d+": "",
}

# What is added to commands that begin so: an hour's training of a large network becomes two steps with a small one, a verdict none.
SMALL = "--evaluation-games 2 --threads 1 --batch-size 256"
TOWERS = "--hidden 16,16 --value-hidden 16,16"
BATCHES = f"{SMALL} --decisions 512 --num-envs 64 --n-steps 8 --round-updates 2"
ADDED = {
    "fs-env compare": "--games 2",
    "fs-env train clone": f"{SMALL} {TOWERS} --decisions 1024 --rows 16 --chunk 512 --round-chunks 2",
    "fs-env train ppo": f"{BATCHES} {TOWERS}",
    "fs-env train best_response": f"{BATCHES} --exam-games 4",
    "fs-env train sb3": f"{BATCHES} {TOWERS}",
}

POSITIONS = 300  # of games, in which the inputs of a new network are found

# What is shortened in Python: page -> text -> replacement.
SHORTER_PYTHON = {
    "README.md": {"learn(50_000)": "learn(8_192)"},
    "docs/do/own_model.md": {"learn(50_000)": "learn(8_192)"},
    "docs/do/own_learner.md": {
        "learn(50_000)": "learn(8_192)",
        "minutes=60, ": "decisions=1024, rows=16, chunk=512, round_chunks=2, evaluation_games=2, batch_size=256, threads=1, "
        "hidden=[16, 16], value_hidden=[16, 16], ",
    },
    "docs/understand/policies.md": {"20_000": "500"},
    "docs/understand/search.md": {'{"milliseconds": "50"}': '{"milliseconds": "2"}'},
    "docs/do/selfplay.md": {"range(3)": "range(1)"},
}

# What a page speaks of as given, and a reader has from elsewhere: page -> Python that makes it in the folder of the page.
GIVEN = {
    "docs/understand/policies.md": "tests.documents.given:network",
    "docs/do/any_language.md": "tests.documents.given:node_bot",
    "docs/do/compare.md": "tests.documents.given:own_bot",
    "docs/do/tournaments.md": "tests.documents.given:own_bot",
    "docs/do/isolation.md": "tests.documents.given:own_bot",
    "docs/do/language_models.md": "tests.documents.given:pretending",
}

# Answers typed at commands that ask, the last of which leaves: beginning of the command -> lines.
TYPED = {"fs-env play": "1\nq\n"}

# Pages whose whole run takes more than some three seconds.
SLOW = set(
    (
        "docs/do/own_model.md docs/learn/tutorial.md docs/do/training.md docs/do/long_runs.md "
        "docs/do/own_learner.md docs/understand/search.md docs/do/selfplay.md docs/do/exports.md "
        "docs/understand/policies.md docs/do/solo.md docs/do/compare.md docs/do/isolation.md docs/do/any_language.md "
        "docs/do/language_models.md docs/look_up/model_cards.md"
    ).split()
)
