"""Which language is used: the one a reader asks for, else the event's, else the site's.

What is not for one reader alone, such as paper and the big screen, is in the event's language.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol

from django.conf import settings
from django.utils import translation

# Whether whoever is answered has asked for a language of ours; a command has not, and gets the site's.
_asked: ContextVar[bool] = ContextVar("a language was asked for", default=True)


class InALanguage(Protocol):
    """What has a language of its own: an event."""

    language: str


def choices() -> Sequence[tuple[str, str]]:
    """Every language of the site, named in itself: (code, name)."""
    return list(settings.LANGUAGES)


def are_several() -> bool:
    """Whether there is anything to choose."""
    return len(settings.LANGUAGES) > 1


def site_language() -> str:
    """The site's own language."""
    return settings.LANGUAGE_CODE


def name_of(code: str) -> str:
    """A language's name in itself; its code if the site does not know it."""
    return dict(settings.LANGUAGES).get(code, code)


def language_of(event: InALanguage) -> str:
    """The event's language, or the site's if it came from a site that knows more."""
    return event.language if event.language in dict(settings.LANGUAGES) else site_language()


@contextmanager
def spoken_at(event: InALanguage) -> Iterator[None]:
    """Whatever is written within is in the event's language."""
    with translation.override(language_of(event)):
        yield


def answer_in(asked: str | None) -> None:
    """Begin an answer in the language that its reader asked for; `None`: in none of ours."""
    _asked.set(asked is not None)
    translation.activate(asked or site_language())


def speak_at(event: InALanguage) -> None:
    """Go on in the event's language, unless the reader asked for another one."""
    if not _asked.get():
        translation.activate(language_of(event))
