# The short names of the commands; README.md shows the same without make.
.DEFAULT_GOAL := help
.PHONY: help install demo serve test check check-rest test-rest test-services sim lint audit bench lock clean

PY := .venv/bin/python
export PORT ?= 8000
# Four marks need something that a fresh machine does not have, or much time.
EVERYWHERE := not postgres and not redis and not browser and not sim
LEFT_TO_CHECK := (browser or sim) and not postgres and not redis
# These ask no database: once is enough.
PURE := --ignore tests/blackjack --ignore tests/tournaments/format
PYTEST := $(PY) -m pytest -n 2 --dist worksteal
ON_SQLITE := env -u DATABASE_URL -u REDIS_URL

help: ## show these lines
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

install: ## build .venv from the hashed locks; returns at once when nothing changed
	@python3 scripts/bootstrap.py

demo: install ## a demo tournament with bots and a seat for you, on http://127.0.0.1:8000 (make demo PORT=9000 for another port)
	@exec $(PY) manage.py demo

serve: install ## the site in one process, for a club night on a laptop
	@exec $(PY) manage.py serve

test: install ## every test that needs no service and no browser
	@$(ON_SQLITE) $(PYTEST) -m "$(EVERYWHERE)"
	@echo "Left out here: tests marked postgres, redis, browser, sim; make check runs them."

check: test check-rest ## everything: lint, types, contracts, audits, all tests on SQLite and on PostgreSQL + Redis

check-rest: lint audit test-rest test-services ## make check without what make test runs

sim: ## add the compiled kernels (numba) to .venv; make install keeps them from then on
	@python3 scripts/bootstrap.py sim

test-rest: sim ## on SQLite, the tests that make test leaves out and that need no service
	@$(ON_SQLITE) $(PY) -m pytest -m "$(LEFT_TO_CHECK)"

test-services: sim ## every test that touches a database, on PostgreSQL and Redis
	@$(PY) tests/services.py $(PYTEST) -m "not browser" $(PURE)
	@$(PY) tests/services.py $(PY) -m pytest -m browser

lint: install ## format, style, templates, types, import contracts, missing migrations
	@scripts/lint

audit: install ## licences and known vulnerabilities of the locked packages
	@$(PY) scripts/audit.py

bench: sim ## the benchmarks, one JSON line each, on SQLite and on a private PostgreSQL
	@$(ON_SQLITE) $(PY) -m bench
	@$(PY) tests/services.py $(PY) -m bench action leaderboard sweep tournament

lock: install ## compile requirements/*.in into the hashed locks
	@scripts/lock

clean: ## remove what can be built again (not var/, which holds the data)
	@rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis htmlcov staticfiles
