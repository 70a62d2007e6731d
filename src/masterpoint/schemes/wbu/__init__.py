"""The Welsh Bridge Union."""

from masterpoint.core.federations import Federation
from masterpoint.schemes.loading import editions_loader
from masterpoint.schemes.wbu.book import Figures
from masterpoint.schemes.wbu.contents import contents

FEDERATION = Federation(
    code="wbu",
    name="Welsh Bridge Union",
    load_editions=editions_loader(__name__, "wbu", "WBU", Figures, contents),
)
