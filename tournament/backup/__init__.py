"""Backups of the whole database: taken automatically and by hand, listed, previewed, restored.

A backup is one file (see `package`). `sqlite` and `postgresql` hold what differs by database; `shelf` manages
the set of backups, `keeper` takes them during an evening, `restoring` restores one.
"""
