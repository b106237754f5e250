# Thin names for scripts/. `make run` serves, `make test` proves everything.
PYTHON ?= python3
BIN := .venv/bin

.DEFAULT_GOAL := help
.PHONY: help setup tools run test lint types client fix bench screenshots lock clean

help: ## Show this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 20

setup: ## Make .venv from the hashed lock and build the client, where something changed
	@$(PYTHON) scripts/setup.py

tools:
	@$(PYTHON) scripts/setup.py python packages

run: setup ## Serve on http://127.0.0.1:8000 with a Postgres of its own
	@exec $(BIN)/sandtable serve

test: tools ## Run every check and every test, with one summary
	@exec $(BIN)/python scripts/check.py

lint: tools ## Style, format and import contracts
	@exec $(BIN)/python scripts/check.py ruff format imports

types: tools ## Types of the server and of the client
	@exec $(BIN)/python scripts/check.py mypy svelte-check

client: tools ## The client's checks and unit tests
	@exec $(BIN)/python scripts/check.py "wire types" svelte-check build vitest

fix: tools ## Format and repair what can be repaired by itself
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format .

bench: setup ## Measure rules, moves, fanout, memory and resume
	@exec $(BIN)/sandtable bench all

screenshots: setup ## Draw the README's pictures anew
	@exec $(BIN)/python scripts/screenshots.py

lock: tools ## Renew requirements.lock after a change in pyproject.toml
	@exec $(BIN)/python scripts/lock.py

clean: ## Remove what can be made again; the battles in .data stay
	@rm -rf .venv .stamps frontend/node_modules frontend/dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache
