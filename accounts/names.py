"""Public names: what may be one, and which two are too alike to tell apart (decisions.md, Names)."""

import unicodedata

from django.utils.translation import gettext_noop as _

from accounts.models import User
from accounts.refusals import BadValue

SHORTEST, LONGEST = 2, 32
PUNCTUATION = " .-_'"
DIGITS = "0123456789"
CHARACTERS = _("Letters, digits, spaces, simple emoji and . - _ ' can be in a public name.")
LONGEST_KEY = 128
# Some scripts write with marks, but a pile of them is never a name (bad input 56).
MARKS_IN_A_ROW = 2

# unicodedata knows no scripts, but the name of a letter begins with its script. These are in daily use.
SCRIPTS = frozenset(
    """
    ARABIC ARMENIAN BENGALI CJK CYRILLIC DEVANAGARI ETHIOPIC GEORGIAN GREEK GUJARATI GURMUKHI HANGUL HEBREW
    HIRAGANA KANNADA KATAKANA KHMER LAO LATIN MALAYALAM MONGOLIAN MYANMAR SINHALA TAMIL TELUGU THAI TIBETAN
    """.split()  # noqa: SIM905 - as a list it would be thirty lines
)
# Japanese writes one word in three scripts.
_WRITTEN_WITH_HAN = {"HIRAGANA": "CJK", "KATAKANA": "CJK"}
# Where letters have a case, what has none is a small capital, a click or a ligature: a look-alike.
_CASED = {"LATIN", "CYRILLIC", "GREEK", "ARMENIAN"}

_EMOJI_BLOCKS = (
    (0x1F300, 0x1F3FA),
    (0x1F400, 0x1F5FF),
    (0x1F600, 0x1F64F),
    (0x1F680, 0x1F6FF),
    (0x1F900, 0x1F9FF),
)
_EMOJI_SIGNS = frozenset("☀☁☂☃☕☘♠♣♥♦♟⚓⚡⚽⛄⛵✈✨❄❤⭐")

# Letters drawn alike, capitals or small, after casefolding: what is seen = how it is compared.
_LOOK_ALIKE = {
    "0": "o",
    "1": "l",
    "i": "l",
    **dict(zip("авекмнорстухѕіјӏԁԛԝһҽгь", "abekmhopctyxsljldqwherb", strict=True)),
    **dict(zip("αβεζηικμνορτυχγωϲ", "abezhlkmnoptyxywc", strict=True)),
    **dict(zip("ıɩłøđħɑɡ", "lllodhag", strict=True)),
}
_PAIRS_LOOK_ALIKE = {"rn": "m", "vv": "w"}
_RESERVED = (
    "admin",
    "administrator",
    "dealer",
    "house",
    "moderator",
    "official",
    "pitboss",
    "staff",
    "system",
)


def checked_public_name(text: str, *, owner: User | None = None) -> tuple[str, str]:
    """The name as it is shown (NFC, single spaces) and its key; equal keys are names too alike.

    `owner` may keep a name like their own. Raises BadValue (bad inputs 53-57).
    """
    name = " ".join(part for part in unicodedata.normalize("NFC", text).split(" ") if part)
    if not SHORTEST <= len(name) <= LONGEST:
        raise _bad(
            "name_length",
            _("A public name has {shortest} to {longest} characters."),
            shortest=SHORTEST,
            longest=LONGEST,
        )
    _check_characters(name)
    key = folded(name)
    if len(key) > LONGEST_KEY:
        # One letter of Arabic can stand for a whole sentence.
        raise _bad("name_characters", CHARACTERS)
    if not key:
        raise _bad("name_empty", _("A public name needs a letter, a digit or an emoji."))
    others = User.objects.filter(name_key=key)
    if key in _RESERVED_KEYS or others.exclude(pk=owner.pk if owner else None).exists():
        raise _bad("name_taken", _("That name is taken, or looks like one that is."))
    return name, key


def folded(name: str) -> str:
    """The key of a name: its letters, digits and emoji as the eye compares them, without punctuation."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    key = "".join(_LOOK_ALIKE.get(letter, letter) for letter in plain if letter not in PUNCTUATION)
    for seen, compared in _PAIRS_LOOK_ALIKE.items():
        key = key.replace(seen, compared)
    return unicodedata.normalize("NFKD", key)


def _check_characters(name: str) -> None:
    scripts = set()
    marks = 0
    for character in name:
        is_mark = unicodedata.category(character).startswith("M")
        marks = marks + 1 if is_mark else 0
        if character in PUNCTUATION or character in DIGITS or _is_emoji(character):
            continue
        script = _script(character)
        if script is None or marks > MARKS_IN_A_ROW:
            raise _bad("name_characters", CHARACTERS)
        if script:
            scripts.add(script)
    if len(scripts) > 1:
        raise _bad("name_scripts", _("A public name is written in one alphabet."))


def _script(character: str) -> str | None:
    """The script of a letter or mark, "" for a mark of any script, None for what is neither."""
    category, words = unicodedata.category(character), unicodedata.name(character, "").split()
    if not words or category[0] not in "LM":
        return None
    if words[0] == "COMBINING":
        return ""
    if words[0] not in SCRIPTS or (words[0] in _CASED and category not in ("Ll", "Lu", "Mn")):
        return None
    if (
        words[0] in _CASED
        and category[0] == "L"
        and words[1:3] not in (["SMALL", "LETTER"], ["CAPITAL", "LETTER"])
    ):
        return None
    return _WRITTEN_WITH_HAN.get(words[0], words[0])


def _is_emoji(character: str) -> bool:
    return character in _EMOJI_SIGNS or any(first <= ord(character) <= last for first, last in _EMOJI_BLOCKS)


def _bad(code: str, message: str, **params: object) -> BadValue:
    return BadValue(code, message, {"public_name": code}, **params)


_RESERVED_KEYS = frozenset(folded(name) for name in _RESERVED)
