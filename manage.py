#!/usr/bin/env python
"""The command line of the site: `manage.py serve`, `manage.py demo`, `manage.py help`."""

from tournament.__main__ import main

if __name__ == "__main__":
    main()
