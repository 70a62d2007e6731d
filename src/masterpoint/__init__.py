"""Masterpoint: national bridge handbooks as code, and every figure explains itself.

>>> import masterpoint
>>> from datetime import date
>>> awards = masterpoint.what_pays(scheme="ebu", pairs=17, boards=24, on=date(2026, 11, 10))
>>> awards[1]
<Award place 2: 30 local [EBU 4.1.5]>
>>> print(awards[1].why().split("; ")[-1])
place 2 of 6: 5 × 6 = 30.

`award`, `check`, `quote`, `rank` and `what_pays` need neither a database nor Django; each is loaded when first used.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from masterpoint.core.errors import MasterpointError, Problem
    from masterpoint.library import Award, Awards, Charge, Quote, award, check, quote, rank, what_pays

__version__ = "0.3.0"
__all__ = [
    "Award",
    "Awards",
    "Charge",
    "MasterpointError",
    "Problem",
    "Quote",
    "__version__",
    "award",
    "check",
    "quote",
    "rank",
    "what_pays",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'masterpoint' has no attribute {name!r}")
    from masterpoint import library

    return getattr(library, name)


def __dir__() -> list[str]:
    return __all__
