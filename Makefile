# `make run` and `make test` are all a newcomer needs; `make help` lists the rest.
PYTHON ?= python3.11
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
# python3.11 where it is on the path, whatever python3 is otherwise.
SYSTEM_PYTHON := $(shell command -v $(PYTHON) || command -v python3)
OURS := cswitch_core evaluation tests benchmarks docs manage.py

.DEFAULT_GOAL := help
.PHONY: help run test check lint format types lock initial-migration screenshots columns clean

help:  ## List what can be made
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 22

run: $(VENV)/installed  ## Start the site with demo data on 127.0.0.1:$(PORT)
	@$(BIN)/python manage.py serve --demo --port $(PORT)

test: $(VENV)/installed-dev  ## Run all tests, on SQLite and on PostgreSQL
	@$(BIN)/python -m tests.run

check: lint types  ## Run every check that is not a test
	@$(BIN)/python manage.py makemigrations --check --dry-run
	@$(BIN)/lint-imports
	@$(BIN)/python -m tests.production_check
	@$(BIN)/hadolint Dockerfile
	@$(BIN)/yamllint -s compose.yaml .yamllint.yaml CITATION.cff

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
	@rm -f evaluation/migrations/0001_initial.py
	@$(BIN)/python manage.py makemigrations evaluation -v 0

screenshots: $(VENV)/installed-dev  ## Take the pictures of the documents from the running site
	@$(BIN)/python -m docs.make_screenshots

columns: $(VENV)/installed-dev  ## Write docs/columns.md from the codebook
	@$(BIN)/python -m docs.make_columns

clean:  ## Remove what was installed and made, but not the data
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis static_collected .coverage*

$(VENV)/bin/uv:
	@$(SYSTEM_PYTHON) -m venv $(VENV)
	@$(BIN)/pip install --quiet --disable-pip-version-check "$$(sed -n 's/^\(uv==[^ ]*\).*/\1/p' requirements-dev.txt)"

$(VENV)/installed: requirements.txt | $(VENV)/bin/uv
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements.txt
	@touch $@

$(VENV)/installed-dev: requirements-dev.txt | $(VENV)/bin/uv
	@$(BIN)/uv pip install --quiet --python $(BIN)/python --require-hashes -r requirements-dev.txt
	@touch $@ $(VENV)/installed
