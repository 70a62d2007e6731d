"""The Australian Bridge Federation."""

from masterpoint.core.federations import Federation
from masterpoint.schemes.abf.book import Figures
from masterpoint.schemes.abf.contents import contents
from masterpoint.schemes.loading import editions_loader

FEDERATION = Federation(
    code="abf",
    name="Australian Bridge Federation",
    load_editions=editions_loader(__name__, "abf", "ABF", Figures, contents),
)
