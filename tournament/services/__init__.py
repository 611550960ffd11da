"""The actions: one function for each, which locks, checks, writes and records in one transaction.

Services never see HTTP; they take the time as `at` and the official as `by`. They raise `Refused` with a
code, a field and a sentence, or `Stale` when somebody else saved the same thing meanwhile.
"""
