"""Not written yet."""

from django.http import Http404, HttpRequest, HttpResponse


def sign_in(request: HttpRequest) -> HttpResponse:
    raise Http404


def sign_out(request: HttpRequest) -> HttpResponse:
    raise Http404


def change_password(request: HttpRequest) -> HttpResponse:
    raise Http404
