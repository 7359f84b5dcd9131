# `make play` plays, `make test` tests everything; both bring what they need into .venv.

.PHONY: play test monkeys bench docs clean

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt
export NO_MKDOCS_2_WARNING := 1

play: $(VENV)/.play
	@$(BIN)/squeezebox $(ARGS)

test: $(VENV)/.test
	@sh tools/chromium
	@sh tools/tmux
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal --quiet -rR

monkeys: $(VENV)/.test
	@sh tools/chromium
	MONKEY_INPUTS=5000 $(BIN)/python -m pytest --numprocesses auto --dist worksteal --quiet tests/page/test_monkeys.py

bench: $(VENV)/.play
	@$(BIN)/squeezebox bench

docs: $(VENV)/.test
	$(BIN)/mkdocs serve

clean:
	rm -rf $(VENV) site dist

# Installed again only where what is to be installed has changed.
$(VENV)/.made: tools/environment
	@sh tools/environment $(VENV)
	@touch $@

$(VENV)/.play: $(VENV)/.made pyproject.toml constraints.txt
	@echo "Installing Squeezebox into $(VENV) …"
	@$(PIP) hatchling editables
	@$(PIP) --no-build-isolation --editable .
	@touch $@

$(VENV)/.test: $(VENV)/.play
	@echo "Installing what the tests need into $(VENV) …"
	@$(PIP) --no-build-isolation --editable '.[docs,survey,test]'
	@touch $@
