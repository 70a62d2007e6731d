"""The Scottish Bridge Union."""

from masterpoint.core.federations import Federation
from masterpoint.schemes.loading import editions_loader
from masterpoint.schemes.sbu.book import Figures
from masterpoint.schemes.sbu.contents import contents

FEDERATION = Federation(
    code="sbu",
    name="Scottish Bridge Union",
    load_editions=editions_loader(__name__, "sbu", "SBU", Figures, contents),
)
