"""Not written yet."""

from django.http import Http404, HttpRequest, HttpResponse


def event(request: HttpRequest, slug: str) -> HttpResponse:
    raise Http404


def live(request: HttpRequest, slug: str) -> HttpResponse:
    raise Http404


def standings(request: HttpRequest, slug: str) -> HttpResponse:
    raise Http404


def seating(request: HttpRequest, slug: str) -> HttpResponse:
    raise Http404


def rules(request: HttpRequest, slug: str) -> HttpResponse:
    raise Http404
