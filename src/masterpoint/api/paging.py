"""One page of a long list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet

from masterpoint.api.errors import not_found
from masterpoint.api.params import Paging


def page_data(rows: QuerySet[Any], paging: Paging, data: Callable[[Any], Any]) -> dict[str, Any]:
    pages = Paginator(rows, paging.page_size)
    if paging.page > pages.num_pages:
        raise not_found("page", paging.page)
    items = [data(row) for row in pages.page(paging.page)]
    return {"page": paging.page, "pages": pages.num_pages, "total": pages.count, "items": items}
