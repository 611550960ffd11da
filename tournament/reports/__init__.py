"""What pages and papers show: reads only, frozen dataclasses out. Query counts do not grow with the
players."""
