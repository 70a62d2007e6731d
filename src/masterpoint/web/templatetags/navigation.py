"""The menu and the way to a page, for every template."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString

from masterpoint.web.breadcrumbs import trail
from masterpoint.web.navigation import Section, sections_for

register = template.Library()


@register.simple_tag(takes_context=True)
def menu(context: dict[str, Any]) -> list[Section]:
    request = context.get("request")
    user = getattr(request, "user", None)
    return sections_for(user if user is not None and user.is_authenticated else None, getattr(request, "path", ""))


@register.inclusion_tag("masterpoint/crumbs.html", takes_context=True)
def crumbs(context: dict[str, Any], above: str) -> dict[str, Any]:
    """The way to the page above this one."""
    return {"crumbs": trail(context, above)}


@register.simple_tag(takes_context=True)
def lasting_address(context: dict[str, Any], path: str = "") -> SafeString:
    """Where a page is found for good, whatever name of the site or filter it was opened with."""
    address = f"{settings.MASTERPOINT_SITE}{path or context['request'].path}"
    return format_html('<link rel="canonical" href="{0}"><meta property="og:url" content="{0}">', address)
