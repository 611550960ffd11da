"""Made-up events: for the demonstration, for tests, and for checking one implementation against another.

`tables` deals single hands, `events` plays whole random events through the services, set up by `settings`.
Everything follows from a seed.
"""
