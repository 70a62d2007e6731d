"""The English Bridge Union (EBU)."""

from masterpoint.core.federations import Federation
from masterpoint.schemes.ebu.contents import contents
from masterpoint.schemes.ebu.figures import Figures
from masterpoint.schemes.loading import editions_loader

FEDERATION = Federation(
    code="ebu",
    name="English Bridge Union",
    load_editions=editions_loader(__name__, "ebu", "EBU", Figures, contents),
)
