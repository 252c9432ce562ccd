# `make run` and `make test` are all a newcomer needs; `make help` lists the rest.
PYTHON ?= python3.11
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
# The first of these that runs and is new enough.
SYSTEM_PYTHON = $(shell for python in $(PYTHON) python3 python; do \
	$$python -c "import sys; sys.exit(sys.version_info < (3, 11))" 2>/dev/null && echo $$python && break; done)
# uv takes seconds; where it cannot reach a registry, pip may know a mirror or a certificate from its own configuration.
INSTALL = $(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r $< \
	|| { echo "uv could not install; trying pip."; $(BIN)/pip install --quiet --require-hashes -r $<; }
OURS := cswitch_core evaluation tests benchmarks docs manage.py

.DEFAULT_GOAL := help
.PHONY: help run install test test-all check other-checks lint format types lock initial-migration screenshots columns map clean

help:  ## List what can be made
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 22

run: $(VENV)/installed  ## Start the site with demo data on 127.0.0.1, port 8000 or PORT=
	@$(BIN)/python manage.py serve --demo --port $(PORT)

install: $(VENV)/installed  ## Install what the site needs, without starting it

test: $(VENV)/installed-dev  ## Run the tests on SQLite, and on PostgreSQL those that databases may answer differently
	@$(BIN)/python -m tests.run

test-all: $(VENV)/installed-dev  ## Run every test on both, the slow ones too, with coverage
	@$(BIN)/python -m tests.run --all

# Types take as long as all the others together.
check: $(VENV)/installed-dev  ## Run every check that is not a test of the program
	@$(MAKE) --no-print-directory -j 2 types other-checks

other-checks: lint
	@$(BIN)/python manage.py makemigrations --check --dry-run
	@$(BIN)/lint-imports
	@$(BIN)/python -m tests.production_check
	@$(BIN)/hadolint Dockerfile
	@$(BIN)/yamllint -s compose.yaml .yamllint.yaml CITATION.cff
	@$(BIN)/python -m pytest tests/documents

lint: $(VENV)/installed-dev  ## Lint code and templates
	@$(BIN)/ruff check $(OURS)
	@$(BIN)/ruff format --check $(OURS)
	@$(BIN)/djlint --quiet --lint templates

types: $(VENV)/installed-dev  ## Check types (strict on the core)
	@$(BIN)/mypy cswitch_core evaluation

format: $(VENV)/installed-dev  ## Format code
	@$(BIN)/ruff check --fix $(OURS)
	@$(BIN)/ruff format $(OURS)

lock: $(VENV)/installed-dev  ## Pin the packages of requirements*.in, with hashes
	@$(BIN)/uv pip compile -q --generate-hashes --no-header --no-emit-index-url --python-version 3.11 requirements.in -o requirements.txt
	@$(BIN)/uv pip compile -q --generate-hashes --no-header --no-emit-index-url --python-version 3.11 requirements-dev.in -o requirements-dev.txt

initial-migration: $(VENV)/installed-dev  ## Write the first migration anew (only until the first release)
	@$(BIN)/python -m tests.initial_migration

screenshots: $(VENV)/installed-dev  ## Take the pictures of the documents from the running site
	@$(BIN)/python -m docs.make_screenshots

columns: $(VENV)/installed-dev  ## Write docs/columns.md from the codebook
	@$(BIN)/python -m docs.make_columns

map: $(VENV)/installed-dev  ## Draw docs/pictures/house.svg, rooms and arrows, from the import graph
	@$(BIN)/python -m docs.make_map

clean:  ## Remove what was installed and made, but not the data
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis static_collected .coverage*

$(VENV)/bin/uv:
	@test -n "$(SYSTEM_PYTHON)" || { echo "CSwitch needs Python 3.11 or later: make PYTHON=/path/to/python3.11 $(MAKECMDGOALS)" >&2; false; }
	@echo "Installing into $(VENV), once; this takes a minute or less."
	@$(SYSTEM_PYTHON) -m venv $(VENV)
	@sed -n '/^uv==/,/[^\\]$$/p' requirements-dev.txt | $(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r /dev/stdin

$(VENV)/installed: requirements.txt | $(VENV)/bin/uv
	@$(INSTALL)
	@touch $@

$(VENV)/installed-dev: requirements-dev.txt | $(VENV)/bin/uv
	@$(INSTALL)
	@touch $@ $(VENV)/installed
