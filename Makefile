# Two commands do everything: `make run` and `make test`. `make help` lists the others.
# The work is in scripts/ and in `manage.py serve`; the README has the same steps without make.

PORT ?=
DEMO ?= yes
MINUTES ?= 60
NEEDED := pango fonts chromium driver poppler postgres java gettext
PY := .venv/bin/python
export PYTHON ?= python3

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run test test-all test-rest lint format messages bench soak mutants faults charts lock release bundle \
	runtime development clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

run: runtime ## set everything up and serve the site (PORT=8123, DEMO=no for an empty database)
	@exec $(PY) manage.py serve $(if $(PORT),--port '$(PORT)') $(if $(filter no,$(DEMO)),--no-demo)

test: ## run the tests in some ten minutes; what this machine lacks is skipped and named
	@sh scripts/venv tests
	@$(PY) scripts/run_tests.py

test-all: development ## run every test, on PostgreSQL and in a browser, too (REQUIRE_ALL=1: a skipped test is a failure)
	@sh scripts/system $(NEEDED)
	@$(PY) scripts/run_tests.py --all

test-rest: development
	@sh scripts/system $(NEEDED)
	@$(PY) scripts/run_tests.py --rest

lint: development ## check style, types, migrations, templates and translations
	@sh scripts/system gettext
	@sh scripts/lint

format: development ## put Python files into the house style
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

messages: development ## bring the files of translated sentences up to date (ADD=es starts another language)
	@sh scripts/system gettext
	@sh scripts/scratch $(PY) scripts/messages.py $(if $(ADD),--add '$(ADD)')

bench: development ## measure speed, each figure beside its target
	@sh scripts/system pango fonts
	@missed=0; for file in tests/bench/bench_*.py; do \
		echo "== $$file"; sh scripts/scratch $(PY) "$$file" || missed=1; done; exit $$missed

soak: development ## run the long trials, then show one table of each target and what was reached
	@sh scripts/system postgres faketime
	@$(PY) tests/soak/run.py

mutants: development ## list small changes to the rules that no test notices
	$(PY) -m mutmut run
	$(PY) scripts/mutants.py

faults: development ## list faults in the site, its pages and scripts that no test notices (SEED=54, SHARE=25 of each kind of file); takes two hours
	$(PY) scripts/faults.py '$(or $(SEED),54)' '$(or $(SHARE),25)'

charts: development ## search for better seating charts (MINUTES=60); what has been found is always kept
	@sh scripts/venv charts
	$(PY) -m scripts.charts --minutes $(MINUTES) --visit 6

release: bundle ## write dist/: version, changes, wheel, bundle, hashes, list of parts (SBOM) and the kept database
	@sh scripts/scratch $(PY) scripts/release.py

bundle: development ## write dist/: one folder that runs without Python, with Pango and typefaces inside
	@VENV=.venv-bundle sh scripts/venv bundle
	@sh scripts/system pango fonts
	@$(PY) scripts/bundle/make.py

lock: ## write requirements/*.lock again after a change to a list: each release with its hashes
	@sh scripts/lock

clean: ## remove .venv and what tools left behind; data/ stays
	rm -rf .venv .venv-bundle mutants .faults test-results htmlcov .coverage .pytest_cache .mypy_cache .ruff_cache .hypothesis

runtime:
	@sh scripts/venv site
	@sh scripts/system pango fonts poppler

development:
	@sh scripts/venv dev
