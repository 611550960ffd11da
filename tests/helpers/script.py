"""A program of `scripts/` as a module."""

import importlib.util
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


def load(name):
    """The module; the test is skipped if it needs a library that `make test` does not install."""
    spec = importlib.util.spec_from_file_location(name, SCRIPTS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up there
    try:
        spec.loader.exec_module(module)
    except ModuleNotFoundError as missing:
        pytest.skip(f"{missing.name} is missing. To bring it: sh scripts/venv dev")
    return module
