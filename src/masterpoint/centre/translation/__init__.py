"""Translate every text: pages, messages, letters and the engine's sentences.

Texts are not marked for translation. Templates and code are written in English. To show a page in another language, its
template is compiled with every text in it as a message of the catalogue, and every value in it is recognised by the
catalogue's own messages. In English, none of this runs. How to add a language: docs/developers/translating.md.
"""
