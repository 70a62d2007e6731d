"""The Example Bridge Union (XBU): an invented federation, small and complete, to be copied for a real one."""

from masterpoint.core.federations import Federation
from masterpoint.schemes.example.book import Figures
from masterpoint.schemes.example.contents import contents
from masterpoint.schemes.loading import editions_loader

FEDERATION = Federation(
    code="xbu",
    name="Example Bridge Union",
    load_editions=editions_loader(__name__, "xbu", "XBU", Figures, contents),
)
