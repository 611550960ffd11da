"""The rules of progressive euchre as immutable values.

Standard library only: no web framework, no clock, no input or output; the only randomness is a lot drawn
from a given seed. Everything here can be imported and used on its own.
"""
