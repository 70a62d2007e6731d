"""The application of letters."""

from django.apps import AppConfig


class Post(AppConfig):
    name = "masterpoint.centre.mail"
    label = "mail"
