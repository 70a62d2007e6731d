"""Every text in the reader's language: pages, messages, letters and the engine's sentences.

Nobody marks a text. Templates and code are written in English; where a page is shown in another language, its template
is compiled with every text in it as a message of the catalogue, and every value that goes into it is recognised by the
catalogue's own messages. In English nothing of this runs. How to add a language: docs/developers/translating.md.
"""
