"""What addresses may hold beside words: numbers that people count with."""

from django.urls import register_converter


class NumberConverter:
    """1 to 9999, so that no address can overflow the database."""

    regex = "[1-9][0-9]{0,3}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


class KeyConverter(NumberConverter):
    """The key of an account, within what the database can hold."""

    regex = "[1-9][0-9]{0,17}"


register_converter(NumberConverter, "number")
register_converter(KeyConverter, "key")
