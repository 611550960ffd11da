"""`manage.py test`, as every Django developer types it: runs pytest."""

from argparse import ArgumentParser
from typing import Any

import pytest


class Pytest:
    """Django's test runner as far as the command needs one; labels are files or folders of tests."""

    def __init__(self, **options: Any) -> None:
        self.keep = [
            *(["-x"] if options.get("failfast") else []),
            *(["-v"] if options.get("verbosity", 1) > 1 else []),
            *(
                ["-k", " or ".join(options["test_name_patterns"])]
                if options.get("test_name_patterns")
                else []
            ),
        ]

    @classmethod
    def add_arguments(cls, parser: ArgumentParser) -> None:
        """The options that it shares with pytest."""
        parser.add_argument("--failfast", action="store_true", help="stop after the first failure")
        parser.add_argument(
            "-k", action="append", dest="test_name_patterns", help="only tests with these words"
        )

    def run_tests(self, labels: list[str]) -> int:
        """How many tests failed, or 1 if pytest could not run."""
        return int(
            pytest.main(
                [*self.keep, *(label.replace(".", "/") if "/" not in label else label for label in labels)]
            )
        )
