"""What an official does: one function per action, which checks, locks, writes and records in one transaction.

Services never see HTTP. Time comes in as `at`, the official as `by`. What cannot be done raises `Refused`
with a code, the field it belongs to and a sentence; what somebody else changed meanwhile raises `Stale`.
"""
