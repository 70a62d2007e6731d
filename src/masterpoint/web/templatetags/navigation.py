"""The menu and the breadcrumbs, for every template."""

from __future__ import annotations

from typing import Any

from django import template
from django.conf import settings
from django.template import Context
from django.template.loader_tags import BLOCK_CONTEXT_KEY
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from masterpoint.centre.logs import request_id
from masterpoint.centre.registry.models import Federation
from masterpoint.web.breadcrumbs import trail
from masterpoint.web.navigation import Section, sections_for

register = template.Library()


@register.simple_tag(takes_context=True)
def menu(context: dict[str, Any]) -> list[Section]:
    request = context.get("request")
    user = getattr(request, "user", None)
    return sections_for(user if user is not None and user.is_authenticated else None, getattr(request, "path", ""))


@register.simple_tag(takes_context=True)
def federation_of_page(context: dict[str, Any]) -> Federation | None:
    """The federation whose mark and colour a page has; None for pages of no federation."""
    federation = context.get("federation")
    return federation if isinstance(federation, Federation) else None


@register.inclusion_tag("masterpoint/crumbs.html", takes_context=True)
def crumbs(context: dict[str, Any], parent: str) -> dict[str, Any]:
    """The breadcrumbs up to the parent of this page."""
    return {"crumbs": trail(context, parent)}


@register.simple_tag(takes_context=True)
def title_of_page(context: Context) -> SafeString:
    """The title of a page again, for link previews, because a template can use its block only once."""
    blocks = context.render_context.get(BLOCK_CONTEXT_KEY)
    block = blocks.get_block("title") if blocks else None
    return mark_safe(" ".join(block.nodelist.render(context).split())) if block else mark_safe("Masterpoint")


@register.simple_tag
def number_of_request() -> str:
    """The id of the request in the log, for error pages."""
    return request_id.get()


@register.simple_tag
def picture_of_site() -> str:
    """The mark as a picture for link previews. Other sites need its full address."""
    return f"{settings.MASTERPOINT_SITE}{static('masterpoint/icon-512.png')}"


@register.simple_tag(takes_context=True)
def lasting_address(context: dict[str, Any], path: str = "") -> SafeString:
    """The permanent address of a page, without its filters, under the site's main host name."""
    address = f"{settings.MASTERPOINT_SITE}{path or context['request'].path}"
    return format_html('<link rel="canonical" href="{0}"><meta property="og:url" content="{0}">', address)
