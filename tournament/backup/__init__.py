"""Backups of the whole database: taken automatically and by hand, listed, previewed, restored.

A copy is one file (see `package`). What an engine does differently is in `sqlite` and `postgresql`; `shelf`
keeps the set of copies, `keeper` takes them while an evening is played, `restoring` puts one back.
"""
