"""Copies of the whole database: taken by themselves and by hand, listed, looked into, put back.

A copy is one file (see `package`). What an engine does differently is in `sqlite` and `postgresql`; `shelf`
keeps the set of copies, `keeper` takes them while an evening is played, `restoring` puts one back.
"""
