"""The base of every grid of rows: a caption, orders that never shuffle, pages of a bounded size.

A *listing* is a django-tables2 table; a *table* seats four. Files to download are not offered here: the
library's own export passes spreadsheet formulas through and fails on unknown formats (see `archive`).
"""

from typing import Any

import django_tables2 as tables
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _lazy
from django_tables2.data import TableQuerysetData

SMALLEST_PAGE, LARGEST_PAGE = 10, 200
NUMBER_CELLS = {cell: {"class": "num"} for cell in ("th", "td", "tf")}
TIGHT_NUMBER_CELLS = {cell: {"class": "num tight"} for cell in ("th", "td", "tf")}


class NumberColumn(tables.Column):  # type: ignore[misc]  # django-tables2 has no types
    """Figures: set to the right in digits of one width, the largest first when sorted by."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs.setdefault("attrs", NUMBER_CELLS)
        kwargs.setdefault("initial_sort_descending", True)
        super().__init__(*args, **kwargs)


class _Inherits(type(tables.Table)):  # type: ignore[misc]  # django-tables2 has no types
    """The library drops a parent's `Meta` where a subclass writes none or its own; here it is inherited."""

    def __new__(cls, name: str, bases: tuple[type, ...], attrs: dict[str, Any]) -> type:
        own = attrs.get("Meta", object)
        inherited = next((base.Meta for base in bases if hasattr(base, "Meta")), object)
        if not issubclass(own, inherited):
            attrs["Meta"] = type("Meta", (inherited,) if own is object else (own, inherited), {})
        listing_class: type = super().__new__(cls, name, bases, attrs)
        return listing_class


class Listing(tables.Table, metaclass=_Inherits):  # type: ignore[misc]  # django-tables2 has no types
    """A grid with a caption: the class's own, or the instance's. `row_header` is the column that names a row.

    Rows of a list keep their given order among equals; rows of a queryset are told apart by their key, so
    that two pages never show the same row twice or miss one.
    """

    caption: Any = _lazy("List")
    caption_hidden = False
    row_header: str | None = None

    class Meta:
        template_name = "components/listing.html"
        attrs = {"class": "listing-table"}
        empty_text = _lazy("Nothing to show yet.")
        per_page = 100

    def __init__(self, *args: Any, caption: Any = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if caption is not None:
            self.caption = caption

    @property
    def caption_id(self) -> str:
        """The id by which the scroll region is named; the prefix tells two listings on one page apart."""
        return f"{slugify(f'{self.prefix} {type(self).__name__}')}-caption"

    @property
    def order_by(self) -> Any:
        return self._order_by

    @order_by.setter
    def order_by(self, value: Any) -> None:
        tables.Table.order_by.fset(self, value)
        if isinstance(self.data, TableQuerysetData) and not self.data.data.query.is_sliced:
            rows = self.data.data
            self.data.data = rows.order_by(*(rows.query.order_by or rows.model._meta.ordering), "pk")

    def paginate(self, *args: Any, per_page: int | None = None, **kwargs: Any) -> "Listing":
        """As the library does, with a size of page a request cannot make absurd."""
        size = min(max(per_page or self._meta.per_page, SMALLEST_PAGE), LARGEST_PAGE)
        page: Listing = super().paginate(*args, per_page=size, **kwargs)
        return page
