"""Several people who do something at the very same moment."""

import threading

from django.db import connection


def at_once(act, people=8):
    """Run `act(number)` in so many threads, released together; what each came to, or what it raised."""
    start, came_to = threading.Barrier(people), []

    def run(number):
        try:
            start.wait()
            came_to.append(act(number))
        except Exception as problem:
            came_to.append(problem)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(people)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return came_to
