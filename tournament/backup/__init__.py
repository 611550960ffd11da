"""Backups of the whole database: taken automatically and by hand, listed, previewed, restored.

A backup is one file (see `package`). `sqlite` copies and restores the database; `shelf` manages the set of
backups, `keeper` takes them during an evening, `restoring` restores one. On PostgreSQL there are none: the
host has `pg_dump`.
"""
