"""The proposals application."""

from django.apps import AppConfig


class Proposals(AppConfig):
    name = "masterpoint.centre.proposals"
    label = "proposals"
