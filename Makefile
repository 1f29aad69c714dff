# Three commands do everything: `make trainer`, `make quiz` and `make test`. Each sets up .venv first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
KERNELS := setup.py $(shell find solver -name '*.pyx' -o -name '*.pxi' -o -name '*.pxd' -o -name '_*.h')
export PATH := $(CURDIR)/$(BIN):$(PATH)
FLAGS := --quiet --disable-pip-version-check

.PHONY: trainer quiz notebook test lint test-debug test-sanitized bench clean

trainer: $(VENV)/.installed-web
	$(BIN)/tripledraw trainer

quiz: $(VENV)/.installed
	$(BIN)/tripledraw quiz

notebook: $(VENV)/.installed-notebook
	$(BIN)/jupyter lab notebooks/01_first_tour.ipynb

test: lint
	$(BIN)/python -m pytest -n 2

lint: $(VENV)/.installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/cython-lint solver
	$(BIN)/lint-imports
	$(BIN)/mypy
	$(BIN)/stubtest --mypy-config-file pyproject.toml --ignore-disjoint-bases \
		--allowlist tests/stubtest.txt \
		$$(find solver -name '_*.so' | sed 's/\..*//; s|/|.|g' | sort -u)

# The whole suite with bounds checks in every kernel; the kernels are rebuilt before and after.
test-debug: $(VENV)/.installed-test
	TRIPLEDRAW_DEBUG=1 $(BIN)/python setup.py --quiet build_ext --inplace --force
	$(BIN)/python -m pytest -n 2; status=$$?; \
	$(BIN)/python setup.py --quiet build_ext --inplace --force; exit $$status

# Tests of the kernels with AddressSanitizer and UndefinedBehaviorSanitizer (gcc, Linux); the kernels
# are rebuilt before and after. Python itself is not built with them, so their library comes first.
SANITIZED := tests/cfr tests/abstraction tests/equity tests/subgames tests/cards tests/sequences \
	tests/evaluation/test_exploiter_player.py tests/evaluation/test_exploiter_small_deck.py \
	tests/evaluation/test_last_round_exploiter.py
test-sanitized: $(VENV)/.installed-test
	TRIPLEDRAW_SANITIZE=1 $(BIN)/python setup.py --quiet build_ext --inplace --force
	LD_PRELOAD="$$(gcc -print-file-name=libasan.so) $$(gcc -print-file-name=libubsan.so)" \
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
	$(BIN)/python -m pytest -n 2 $(SANITIZED); status=$$?; \
	$(BIN)/python setup.py --quiet build_ext --inplace --force; exit $$status

bench: $(VENV)/.installed
	$(BIN)/tripledraw bench

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml $(KERNELS)
	@echo "Installing and building into $(VENV) (a few minutes the first time) ..."
	$(BIN)/python -m pip install $(FLAGS) --editable '.[app,histories]'
	@touch $@

$(VENV)/.installed-web: $(VENV)/.installed
	$(BIN)/python -m pip install $(FLAGS) --editable '.[web]'
	@touch $@

$(VENV)/.installed-notebook: $(VENV)/.installed
	$(BIN)/python -m pip install $(FLAGS) --editable '.[notebook]'
	@touch $@

# The linters' set-up builds kernels in place as well: setuptools is there for test-debug.
$(VENV)/.installed-test: $(VENV)/.installed
	$(BIN)/python -m pip install $(FLAGS) --editable '.[test]'
	@touch $@

clean:
	rm -rf build $(VENV)
	find solver -name '*.so' -delete
