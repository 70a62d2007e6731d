"""Whether a name in a file fits the name in the register: the number says who it is, and the name must agree.

Names may differ in order, initials, short forms, accents, hyphens, titles, middle names and one typing error. A
different family name, or a different given name in the same family, does not fit: somebody has to say who it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from functools import cache, lru_cache

from masterpoint.centre.registry.name_keys import fold

TITLES = frozenset(fold("mr mrs ms miss mx dr prof rev sir dame lady lord jr sr esq").split())
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
MIN_RATIO = 0.8
"""How alike words with a typing error are. In a short word, a different letter is no typing error: Jean, Joan."""


def fits_any(written_name: str, names: Iterable[str]) -> bool:
    """Whether the written name can be one of these."""
    return any(fits(written_name, name) for name in names)


@lru_cache(maxsize=20_000)
def fits(written_name: str, name: str) -> bool:
    """Whether two texts can be one person's name. An empty text fits everything."""
    words, other_words = _words(written_name), _words(name)
    if not words or not other_words or sorted(words) == sorted(other_words):
        return True
    if _match_run_together(words, other_words):
        return True
    shorter, longer = sorted((words, other_words), key=len)
    return _words_match(shorter, longer)


def _words(name: str) -> tuple[str, ...]:
    words = fold(name.translate(APOSTROPHES)).split()
    return tuple([word for word in words if word not in TITLES] or words)


def _match_run_together(words: Sequence[str], other_words: Sequence[str]) -> bool:
    """Whether names are equal when written as one word, such as `van der Berg` and `Vanderberg`, in any order."""
    target = "".join(other_words)
    return any("".join((*words[start:], *words[:start])) == target for start in range(len(words)))


def _words_match(shorter: Sequence[str], longer: Sequence[str]) -> bool:
    """Whether each word of the shorter name matches one of the longer: at least one in full, at most one misspelt."""
    unmatched, full_matches, slips = list(longer), 0, 0
    for word in sorted(shorter, key=len, reverse=True):
        pairs = (
            (test, other)
            for test in (_is_same, _is_short_form, _is_slip, _is_initial)
            for other in unmatched
            if test(word, other)
        )
        partner, other = next(pairs, (None, ""))
        if partner is None:
            return False
        unmatched.remove(other)
        full_matches += partner is not _is_initial
        slips += partner is _is_slip
    return full_matches > 0 and slips < 2


def _is_same(word: str, other: str) -> bool:
    return word == other


def _is_initial(word: str, other: str) -> bool:
    return 1 in (len(word), len(other)) and word[0] == other[0]


def _is_short_form(word: str, other: str) -> bool:
    short, long = sorted((word, other), key=len)
    return (len(short) > 2 and long.startswith(short)) or not _groups(word).isdisjoint(_groups(other))


def _is_slip(word: str, other: str) -> bool:
    if min(len(word), len(other)) < 3 or abs(len(word) - len(other)) > 1:
        return False
    if len(word) == len(other) < 5:
        return False
    return SequenceMatcher(None, word, other).ratio() >= MIN_RATIO


@cache
def _groups(word: str) -> frozenset[int]:
    return frozenset(number for number, names in enumerate(SHORT_FORMS) if word in names.split())
