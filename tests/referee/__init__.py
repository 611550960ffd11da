"""A second implementation of the rules, small and plain, that checks archives.

Written from the rulebook and the description of the archive; it imports nothing of the product, so that an
error there is not repeated here. It judges results only, not whether the numbers of a sheet are likely.

    python -m tests.referee FILE…
"""
