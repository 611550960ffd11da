"""`manage.py createdirector` and the account `serve` makes with it."""

import io
import re

import pytest
from django.core.management import CommandError, call_command

from tournament.models import User
from tournament.running.passwords import random_password

pytestmark = pytest.mark.django_db
PASSWORD = re.compile(r"[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}")


def run(*arguments):
    out = io.StringIO()
    call_command("createdirector", *arguments, stdout=out)
    return out.getvalue()


def test_the_printed_password_signs_the_director_in(client):
    password = PASSWORD.search(run())[0]
    assert client.login(username="director", password=password)


def test_the_account_directs_every_event():
    run("ann", "--name", "Ann Smith")
    ann = User.objects.get(username="ann")
    assert (ann.name, ann.is_superuser, ann.is_active) == ("Ann Smith", True, True)


def test_a_name_that_is_taken_is_refused_and_keeps_its_password():
    run()
    before = User.objects.get().password
    with pytest.raises(CommandError, match="changepassword director"):
        run()
    assert User.objects.get().password == before


def test_a_password_from_standard_input_is_used_and_not_printed(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("seven left bowers\nand no more\n"))
    printed = run("--password-stdin")
    assert User.objects.get().check_password("seven left bowers")
    assert "bowers" not in printed


@pytest.mark.parametrize("weak", ["", "short", "12345678901", "password1", "director"])
def test_a_weak_password_is_refused_in_a_sentence(monkeypatch, weak):
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{weak}\n"))
    with pytest.raises(CommandError, match=r"password.*\."):
        run("--password-stdin")
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["two words", "", "x" * 151])
def test_a_name_that_cannot_be_typed_at_sign_in_is_refused(name):
    with pytest.raises(CommandError):
        run(name)
    assert not User.objects.exists()


def test_random_passwords_differ_and_hold_no_look_alikes():
    passwords = {random_password() for _ in range(200)}
    assert len(passwords) == 200
    assert all(PASSWORD.fullmatch(password) for password in passwords)
    assert not set("".join(passwords)) & set("ilo01")
