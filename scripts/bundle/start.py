"""Where a bundle begins: as `euchre-director` of the wheel does."""

from tournament.__main__ import main

main()
