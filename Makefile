# Everything a fresh machine needs is made here: python3 and make are enough.
# The system's own Python, if it is new enough and can make environments: distributions compile it with a profile, and the
# tests cost a sixth less than with one that was compiled without. `make PYTHON=...` names another.
PYTHON ?= $(shell /usr/bin/python3 -c 'import ensurepip, sys; sys.exit(sys.version_info < (3, 11))' 2>&- \
            && echo /usr/bin/python3 || echo python3)
VENV   := .venv
BIN    := $(VENV)/bin

.PHONY: run test quick check bench mutants release lock clean

$(VENV)/.installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv --clear $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip install --quiet --python $(BIN)/python --editable '.[dev]' --constraint constraints.txt
	@touch $@

run: $(VENV)/.installed      ## start the Centre with a demo federation
	$(BIN)/masterpoint demo

test: $(VENV)/.installed     ## install all that is needed and run every test, on SQLite and on PostgreSQL
	-$(BIN)/python -m tools.chromium
	$(BIN)/python -m tools.every_test

quick: $(VENV)/.installed    ## the inner loop: the tests that are quick, on SQLite
	$(BIN)/python -m tools.every_test --quick

check: $(VENV)/.installed    ## the whole gate: format, lint, types, tests
	$(BIN)/ruff format --check src tests tools
	$(BIN)/ruff check src tests tools
	$(BIN)/mypy
	$(BIN)/pytest

bench: $(VENV)/.installed    ## speed, as ratios within one run
	$(BIN)/python -m tools.bench

mutants: $(VENV)/.installed  ## how many small changes to the rules some case notices; SAMPLE=40 for so many a federation
	nice $(BIN)/python -m tools.mutants --sample $(or $(SAMPLE),40)

release: $(VENV)/.installed  ## build the wheel, and the container from it, out of what is committed; TAG=yes tags it
	$(BIN)/python -m tools.release $(if $(TAG),--tag)

lock: pyproject.toml         ## resolve the locked dependency set anew
	$(BIN)/uv pip compile --quiet --no-header --no-annotate --all-extras -o constraints.txt pyproject.toml

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
