"""Made-up events: for the demonstration, for tests, and for checking one implementation against another.

`play` deals single hands, `evening` plays a whole random event through the services, `events` makes many of
them. Everything follows from a seed.
"""
