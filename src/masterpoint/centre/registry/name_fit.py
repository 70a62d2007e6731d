"""Whether a name written in a file can be the name in the register: the number says who, the name must agree.

Order, initials, short forms, accents, hyphens, titles, middle names and a slip of the pen are fine. Another family
name, or another given name in the same family, is not: then somebody has to say who it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from functools import cache, lru_cache

from masterpoint.centre.registry.name_keys import folded

TITLES = frozenset(folded("mr mrs ms miss mx dr prof rev sir dame lady lord jr sr esq").split())
APOSTROPHES = str.maketrans("", "", "'’‘`´ʼ")
SHORT_FORMS = (
    "abigail abby abbie gail",
    "albert al bert bertie",
    "alexander alexandra alex alec sandy sasha lex alexa",
    "alfred alf alfie fred",
    "andrew andy drew",
    "anthony antony tony",
    "arthur art artie",
    "barbara barb babs barbie",
    "benjamin ben benny benji",
    "bernard bernie",
    "bridget bridie biddy",
    "carol caroline carolyn carrie caz",
    "catherine katherine kathryn katharine cathryn kathleen kate katie katy cathy kathy kat kit kitty",
    "charles charlie chas chuck charlotte lottie",
    "christine christina chris tina chrissie",
    "christopher chris kit topher",
    "cynthia cindy",
    "daniel dan danny danielle",
    "david dave davy dai",
    "deborah debra deb debbie",
    "dennis denis den",
    "dorothy dot dotty dolly thea",
    "douglas doug",
    "edward ed eddie ted teddy ned",
    "eleanor elinor ellie nell nellie nora",
    "elizabeth elisabeth liz lizzie eliza beth betty bess bessie betsy libby lisa elspeth lilibet",
    "emily emma em",
    "eugene gene",
    "florence flo florrie",
    "frances francis frank fran francesca frankie",
    "frederick fred freddie",
    "geoffrey jeffrey geoff jeff",
    "george georgina georgie",
    "gerald gerard gerry jerry",
    "gillian jillian gill jill",
    "gregory greg",
    "harold henry harry hal hank",
    "helen helena nell ellen",
    "ian iain",
    "isabel isobel isabella bella izzy",
    "jacqueline jackie jacqui",
    "james jim jimmy jamie jas",
    "jane janet jan jenny",
    "jennifer jen jenny jenni",
    "jeremy jerry jem",
    "joan joanne joanna jo",
    "john jack johnny jon ian",
    "jonathan jon jonny",
    "joseph joe joey josephine jo josie",
    "judith judy jude",
    "julia julie jules julian",
    "kenneth ken kenny",
    "laurence lawrence larry laurie lol",
    "leonard len lenny leo",
    "lesley leslie les",
    "margaret maggie meg peggy peg madge marge margie rita greta daisy mags",
    "mark marc marcus",
    "martin marty",
    "mary maria marie molly polly may mamie",
    "matthew matt matty",
    "maureen mo",
    "michael mike mick mickey",
    "nicholas nicolas nick nicky nicola",
    "norman norm",
    "oliver ollie olivia",
    "pamela pam",
    "patricia pat patsy tricia trish paddy patrick",
    "peter pete",
    "philip phillip phil pip philippa pippa",
    "rachel rachael rae",
    "raymond ray",
    "rebecca becky becca",
    "richard dick rick rich ricky richie",
    "robert rob bob bobby robbie bert",
    "roger rodge",
    "ronald ron ronnie",
    "rosemary rose rosie romy",
    "roderick rod roddy rory",
    "samuel sam samantha sammy",
    "sarah sara sally sadie",
    "sean shaun shawn",
    "sidney sydney sid syd",
    "stanley stan",
    "stephen steven steve stephanie steph",
    "stuart stewart stu",
    "susan suzanne susanna sue susie suzie",
    "terence terrence terry teresa theresa tess",
    "thomas tom tommy",
    "timothy tim",
    "valerie val",
    "veronica ronnie",
    "victor vic victoria vicky tori",
    "vincent vince vinny",
    "virginia ginny",
    "walter walt wally",
    "wilfred wilf",
    "william bill billy will willie liam wm",
    "winifred win winnie freda",
    "yvonne evonne",
    "zachary zach zac",
)
CLOSE = 0.8
"""A slip in a given name: a letter more or less, not one exchanged, for Jean is not Joan."""


def fits_any(written: str, names: Iterable[str]) -> bool:
    """Whether the written name can be one of these."""
    return any(fits(written, name) for name in names)


@lru_cache(maxsize=20_000)
def fits(written: str, name: str) -> bool:
    """Whether two writings can be one person's name. Nothing written agrees with everything."""
    words, others = _words(written), _words(name)
    if not words or not others or sorted(words) == sorted(others):
        return True
    if _run_together(words, others):
        return True
    fewer, more = sorted((words, others), key=len)
    return _matched(fewer, more)


def _words(name: str) -> tuple[str, ...]:
    words = folded(name.translate(APOSTROPHES)).split()
    return tuple([word for word in words if word not in TITLES] or words)


def _run_together(words: Sequence[str], others: Sequence[str]) -> bool:
    """`van der Berg` and `Vanderberg`, whichever part stands first."""
    joined = "".join(others)
    return any("".join((*words[turn:], *words[:turn])) == joined for turn in range(len(words)))


def _matched(fewer: Sequence[str], more: Sequence[str]) -> bool:
    """Each word of the shorter name is a word of the longer one: one at least in full, one at most with a slip."""
    left, in_full, slips = list(more), 0, 0
    for word in sorted(fewer, key=len, reverse=True):
        pairs = ((way, other) for way in (_same, _short_form, _slip, _initial) for other in left if way(word, other))
        partner, other = next(pairs, (None, ""))
        if partner is None:
            return False
        left.remove(other)
        in_full += partner is not _initial
        slips += partner is _slip
    return in_full > 0 and slips < 2


def _same(word: str, other: str) -> bool:
    return word == other


def _initial(word: str, other: str) -> bool:
    return 1 in (len(word), len(other)) and word[0] == other[0]


def _short_form(word: str, other: str) -> bool:
    short, long = sorted((word, other), key=len)
    return (len(short) > 2 and long.startswith(short)) or not _groups(word).isdisjoint(_groups(other))


def _slip(word: str, other: str) -> bool:
    if min(len(word), len(other)) < 3 or abs(len(word) - len(other)) > 1:
        return False
    if len(word) == len(other) < 5:
        return False
    return SequenceMatcher(None, word, other).ratio() >= CLOSE


@cache
def _groups(word: str) -> frozenset[int]:
    return frozenset(number for number, names in enumerate(SHORT_FORMS) if word in names.split())
