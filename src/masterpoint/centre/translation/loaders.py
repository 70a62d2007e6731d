"""Load templates: unchanged for readers of English, and with every text as a message for others."""

from __future__ import annotations

from django.template.base import Origin
from django.template.loaders import cached

from masterpoint.centre.translation.languages import is_source
from masterpoint.centre.translation.markup import translatable


class Loader(cached.Loader):
    """Caches each template at most twice: unchanged, and translatable."""

    def cache_key(self, template_name: str, skip: list[Origin] | None = None) -> str:
        key = super().cache_key(template_name, skip)
        return key if is_source() else f"translatable {key}"

    def get_contents(self, origin: Origin) -> str:
        contents = super().get_contents(origin)
        return contents if is_source() else translatable(contents)
