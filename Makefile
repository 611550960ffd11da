# Two commands do everything: `make run` and `make test`. `make help` lists the others.
# The work is in .ci/ and in `manage.py serve`; the README has the same steps without make.

PORT ?=
DEMO ?= yes
MINUTES ?= 60
PY := .venv/bin/python
export PYTHON ?= python3

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help run test lint format messages bench soak mutants charts lock release bundle runtime \
	development clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' Makefile

run: runtime ## set everything up and serve the site (PORT=8123, DEMO=no for an empty database)
	@exec $(PY) manage.py serve $(if $(PORT),--port '$(PORT)') $(if $(filter no,$(DEMO)),--no-demo)

test: development ## run every test, on both databases and in a browser (REQUIRE_ALL=1: a skipped test is a failure)
	@sh .ci/system pango fonts chromium driver poppler postgres java gettext
	@$(PY) .ci/tests.py

lint: development ## check style, types, migrations, templates and translations
	@sh .ci/system gettext
	@sh .ci/lint

format: development ## put Python files into the house style
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

messages: development ## bring the files of translated sentences up to date (ADD=es starts another language)
	@sh .ci/system gettext
	@sh .ci/scratch $(PY) .ci/messages.py $(if $(ADD),--add '$(ADD)')

bench: development ## measure speed, each figure beside its target
	@sh .ci/system pango fonts
	@missed=0; for file in tests/bench/bench_*.py; do \
		echo "== $$file"; sh .ci/scratch $(PY) "$$file" || missed=1; done; exit $$missed

soak: development ## run the long trials, then show one table of each target and what was reached
	@sh .ci/system postgres faketime
	@$(PY) tests/soak/run.py

mutants: development ## list small changes to the rules that no test notices
	$(PY) -m mutmut run
	$(PY) .ci/mutants.py

charts: development ## search for better seating charts (MINUTES=60); what has been found is always kept
	@sh .ci/venv requirements-charts.txt
	$(PY) manage.py makecharts --minutes $(MINUTES) --visit 6

release: bundle ## write dist/: version, changes, wheel, bundle, hashes, list of parts (SBOM) and the kept database
	@sh .ci/scratch $(PY) .ci/release.py

bundle: development ## write dist/: one folder that runs without Python, with Pango and typefaces inside
	@VENV=.venv-bundle sh .ci/venv requirements-bundle.txt
	@sh .ci/system pango fonts
	@$(PY) .ci/bundle/make.py

lock: ## write .ci/locked/ again after a change to a requirements file: each release with its hashes
	@sh .ci/lock

clean: ## remove .venv and what tools left behind; data/ stays
	rm -rf .venv .venv-bundle mutants test-results htmlcov .coverage .pytest_cache .mypy_cache .ruff_cache .hypothesis

runtime:
	@sh .ci/venv requirements-papers.txt
	@sh .ci/system pango fonts poppler

development:
	@sh .ci/venv requirements-dev.txt
