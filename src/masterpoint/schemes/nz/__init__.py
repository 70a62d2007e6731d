"""New Zealand Bridge: the Master Point Scheme, section E of its manual."""

from masterpoint.core.federations import Federation
from masterpoint.schemes.loading import editions_loader
from masterpoint.schemes.nz.book import Figures
from masterpoint.schemes.nz.contents import contents

FEDERATION = Federation(
    code="nz",
    name="New Zealand Bridge",
    load_editions=editions_loader(__name__, "nz", "NZ", Figures, contents),
)
