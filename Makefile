# The one way into the project. Every target makes .venv by itself; python3 and make are all it needs.

PYTHON ?= python3
BIN := .venv/bin
WORKERS ?= 3
PIP = $(BIN)/python -m pip install --quiet --disable-pip-version-check
INSTALL = $(if $(shell command -v uv),uv pip install --quiet --python $(BIN)/python,$(PIP))

# The build of torch, cpu or cuda. On Linux pip and uv would take the one for GPUs, of gigabytes: the other is installed before what needs
# torch. Where its index cannot be reached pip takes torch from the usual one.
TORCH ?= $(if $(findstring GPU,$(shell nvidia-smi -L 2> /dev/null)),cuda,cpu)
CHOSEN := $(or $(filter cpu cuda,$(TORCH)),$(error TORCH=$(TORCH): expected cpu or cuda))
CPU_TORCH = $(PIP) --no-deps --retries 1 -c constraints.txt --extra-index-url https://download.pytorch.org/whl/cpu torch
WITH_TORCH := test dev train rllib torchrl tianshou agilerl

# Each target installs what it needs, once: .venv/.has-EXTRA says that an extra of pyproject.toml is there. Those of dev contain the other two.
BASE := .venv/.has-base
TEST := .venv/.has-test
LINT := .venv/.has-lint
DEV := .venv/.has-dev
AXE := build/axe/node_modules/axe-core/axe.min.js

.PHONY: setup venv play check test test-slow test-bounds test-long test-python check lint types tournament bench bench-peers bench-compare bench-save chapters golden docs site leaderboard mutation soak release compatibility libraries clean
.DEFAULT_GOAL := setup

# Everything that the targets below use. Installs again; needed after adding a top-level folder of packages.
setup:
	rm -f .venv/.has-*
	$(MAKE) $(DEV)

# Fails, with one line, for a Python that is too old.
RECENT := import sys; v = sys.version_info; v >= (3, 11) or sys.exit("fs_env needs Python 3.11 or newer, not %d.%d: make PYTHON=python3.11" % v[:2])

# A .venv is created again if it does not run, has no pip, was moved, or has another Python: one that is too old, or not that of PYTHON=...
VERSION := import sys; print("%d.%d" % sys.version_info[:2])
ASKED := $(if $(filter-out file,$(origin PYTHON)),or "%d.%d" % v[:2] != "$(shell $(PYTHON) -c '$(VERSION)')")
WRONG := not find_spec("pip") or "$(CURDIR)/.venv" not in open(".venv/pyvenv.cfg").read() $(ASKED)
VENV := $(shell $(BIN)/python -c '$(RECENT); from importlib.util import find_spec; sys.exit($(WRONG))' 2> /dev/null || echo venv)

venv:
	@$(PYTHON) -c '$(RECENT)'
	@test ! -e .venv || echo "replacing .venv: it is broken, was moved, or has another Python"
	@rm -rf .venv
	$(PYTHON) -m venv .venv

# Installed in place: edits of the sources count at once.
$(BASE): pyproject.toml setup.py constraints.txt $(VENV)
	$(INSTALL) -c constraints.txt -e .
	touch $@

# Tests import few of the thousands of files that torch and Ray bring: those are compiled to bytecode when they are imported.
$(TEST) $(DEV): private PIP += --no-compile

# Games are compiled while what tests need besides is installed.
$(TEST): private BESIDE = $(BIN)/fs-env warm > /dev/null 2>&1 &

.venv/.has-%: $(BASE)
	$(BESIDE)
	$(if $(filter cpu,$(CHOSEN)),$(if $(filter $*,$(WITH_TORCH)),$(CPU_TORCH)))
	$(INSTALL) -c constraints.txt -e '.[$*]'
	touch $@ $(if $(filter dev,$*),$(TEST) $(LINT))

# All games, in the browser of this machine: the page opens at once, and shows how far games are that have to be compiled first.
play: .venv/.has-serve
	$(BIN)/fs-env serve --open --port 0 --db build/tables.sqlite

# Games are compiled once, before the parallel workers start; each gets a file at a time (tests/conftest.py). Three keep two cores busy:
# one works while another waits.
PYTEST = $(BIN)/python -m pytest -q -n $(WORKERS)

test: $(TEST)
	$(PYTEST) -m "not slow and not long"

# The slow shelf: wheels, the site, browsers, clusters, the strength of what is shipped, learning, whole commands, and more of some
# long checks. Browsers, clusters and programs that are stopped wait so often that four workers are faster than three.
test-slow: WORKERS = 4
test-slow: $(DEV) $(AXE)
	$(PYTEST) -m slow

# With it tests of pages in Chromium look for what keeps people out; without npm or its registry they are skipped and say so.
$(AXE):
	@npm install --silent --no-audit --no-fund --fetch-retries=1 --fetch-timeout=20000 --prefix build/axe axe-core@4.14.1 || \
	    echo "no axe-core: npm is missing or reaches no registry"

# Hundreds of millions of random decisions, over all numbers of seats and combinations of card sets; 2,000 damages of each kind of file;
# the bot of the laboratory; compiling in processes of its own; a numba without the internals that the machine stands on; golden games
# of Four Souls without numba; proofs of all puzzles, and all copies of cards, of which the other runs take a part.
test-long: $(TEST)
	$(PYTEST) -m long

# Every array index checked, with a cache of compiled code of its own.
test-bounds: $(TEST)
	NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$(CURDIR)/build/cache_bounds $(PYTEST) -m "not slow and not long"

# The machine and its generic checks as plain Python, nothing compiled.
test-python: $(TEST)
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -q tests/core/machine tests/generic -m "not slow and not long"

check: $(DEV) lint types test test-slow

lint: $(LINT)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# Reads what the extras bring, too.
types: $(DEV)
	$(BIN)/mypy -p fs_env -p benchmarks.lab

tournament: $(BASE)
	$(BIN)/fs-env tournament random heuristic --players 4 --games 200 --seed 1

bench: $(BASE)
	$(BIN)/fs-env bench

# Our figures and those of other libraries in turns. Installs them: some 600 MB.
bench-peers: .venv/.has-peers
	$(BIN)/python -m benchmarks.peers --players 4 --sets base,gold,plus

# Plays everything for that long and writes build/soak/report.md; goes on where it was stopped.
MINUTES ?= 60

soak: $(BASE)
	$(BIN)/fs-env soak build/soak --minutes $(MINUTES)

# Builds the source distribution and the wheels in dist/, with compiled rules for every Python found, installs each in an empty
# environment and plays there. GAMES="castles_of_caleira" compiles only those.
GAMES ?=

release:
	@$(PYTHON) -m release.version
	@$(MAKE) $(LINT)
	$(BIN)/python -m release $(addprefix --game ,$(GAMES))

# Runs a short form of the generic checks with the lowest and the highest versions of everything, and writes docs/look_up/compatibility.md.
compatibility: $(LINT)
	$(BIN)/python -m release.compatibility

# Runs the tests of each other library in an environment of its own, with the newest versions, and writes their table into the same page.
# LIBRARIES="gem openenv" runs only those.
LIBRARIES ?=

libraries: $(BASE)
	$(BIN)/python -m release.library_tests $(LIBRARIES)

# The parts of the speed, judged by the figures that bench-save stored on the same processor.
SPEED := $(BIN)/python -m pytest -q benchmarks -p no:xdist --benchmark-storage=file://benchmarks/baseline

bench-compare: $(DEV)
	$(SPEED) --benchmark-compare --benchmark-compare-fail=min:25%

bench-save: $(DEV)
	rm -rf benchmarks/baseline
	$(SPEED) --benchmark-save=baseline

# Where the nanoseconds of a decision go, by chapter of the rules.
chapters: $(BASE)
	$(BIN)/python -m benchmarks.chapters

# Plays the golden games again and writes their transcripts; review the difference.
golden: $(BASE)
	$(BIN)/python -m tests.golden.regenerate

# Writes what docs/look_up has from the code: cards, observations, actions, options, model cards, settings, the tables of the games, and
# the index of the rule books.
docs: $(BASE)
	$(BIN)/python examples/picture.py docs/game.svg
	$(BIN)/python -m website.films docs/look_up/games
	$(BIN)/python -m website.figures docs/do
	$(BIN)/python -m website.screenshots docs/do
	$(BIN)/fs-env cards --pages docs/look_up/cards
	$(BIN)/fs-env observation --pages docs/look_up/observation
	$(BIN)/fs-env actions --pages docs/look_up/actions
	$(BIN)/fs-env options --page docs/look_up/options.md
	$(BIN)/fs-env policies --page docs/look_up/model_cards.md
	$(BIN)/python -m website.training_page docs/look_up/training_settings.md
	$(BIN)/python -m website.game_pages docs/look_up/games
	$(BIN)/python -m tests.rule_books.index

# The pages as a site in build/site, with the API reference from docstrings; a link that leads nowhere is an error.
site: .venv/.has-docs
	@echo "writing the site into build/site: some minutes"
	@echo "rendering the pages and the API reference ..."
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build -q -f website/mkdocs.yml

# Writes docs/look_up/leaderboard.md with its plots, and exploitability.md, from the stored results. To play:
# `fs-env evaluate BOT --out docs/look_up/leaderboard/entries/NAME.json`, and
# `python -m fs_env.leaderboard.head_to_head docs/look_up/leaderboard/head_to_head.json --entries docs/look_up/leaderboard/entries`.
leaderboard: $(BASE)
	$(BIN)/fs-env leaderboard --results docs/look_up/leaderboard/results.json --entries docs/look_up/leaderboard/entries --head-to-head docs/look_up/leaderboard/head_to_head.json --page docs/look_up/leaderboard.md
	$(BIN)/fs-env exploit --results docs/look_up/exploitability/results.json --page docs/look_up/exploitability.md
	$(BIN)/python -m benchmarks.characteristics --page

# Exchanges every two names of an observation, and plays cards and rules of bartering broken on purpose, in plain Python: tests must
# notice each.
# The check of the cards continues where it was stopped.
mutation: $(TEST)
	$(BIN)/python -m tests.mutation.names
	$(BIN)/python -m tests.mutation.check
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m tests.mutation.rules

clean:
	rm -rf build dist fs_env.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -not -path './.venv/*' -prune -exec rm -rf {} +
