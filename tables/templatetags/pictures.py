"""Small pictures in pages: icons from the sprites, playing cards with a spoken name."""

from functools import cache

from django import template
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy, pgettext

register = template.Library()

#: Drawn by us (static/felt.svg); every other name is one of lucide's (static/icons.svg).
_OURS = frozenset(
    (
        "hearts",
        "diamonds",
        "spades",
        "clubs",
        "back",
        "chip",
        "button",
        "logo",
        "minus",
        "undo",
        "aim",
        "leave",
    )
)
_SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_SUIT_NAMES = {
    "S": gettext_lazy("spades"),
    "H": gettext_lazy("hearts"),
    "D": gettext_lazy("diamonds"),
    "C": gettext_lazy("clubs"),
}
_RANK_NAMES = {
    "A": gettext_lazy("ace"),
    "2": gettext_lazy("two"),
    "3": gettext_lazy("three"),
    "4": gettext_lazy("four"),
    "5": gettext_lazy("five"),
    "6": gettext_lazy("six"),
    "7": gettext_lazy("seven"),
    "8": gettext_lazy("eight"),
    "9": gettext_lazy("nine"),
    "T": gettext_lazy("ten"),
    "J": gettext_lazy("jack"),
    "Q": gettext_lazy("queen"),
    "K": gettext_lazy("king"),
}
FACE_DOWN = "??"


@cache
def _address(name: str) -> str:
    """The address of one picture; cached, because a page shows dozens."""
    return f"{static('felt.svg' if name in _OURS else 'icons.svg')}#{name}"


@register.simple_tag
def icon(name: str, css: str = "icon") -> SafeString:
    """An icon that only repeats what the words beside it say, so it is hidden from readers."""
    return format_html('<svg class="{}" aria-hidden="true"><use href="{}"/></svg>', css, _address(name))


@register.simple_tag
def picture(name: str) -> str:
    """The address of one picture, for `<use href>`."""
    return _address(name)


def card_name(card: str) -> str:
    """What a card is called aloud: `ace of spades`; `face-down card` for one that may not be seen."""
    if card == FACE_DOWN:
        return gettext("face-down card")
    return pgettext("a playing card", "{rank} of {suit}").format(
        rank=_RANK_NAMES[card[0]], suit=_SUIT_NAMES[card[1]]
    )


@register.simple_tag
def playing_card(card: str, key: str = "") -> SafeString:
    """One card such as `KS` or `??`; by its `key` a card that lies there already is not dealt again."""
    ident = format_html(' id="{}-{}"', key, "b" if card == FACE_DOWN else "f") if key else ""
    if card == FACE_DOWN:
        return format_html(
            '<span class="card" data-back{} role="img" aria-label="{}">{}</span>',
            ident,
            card_name(card),
            icon("back", ""),
        )
    rank = "10" if card[0] == "T" else card[0]
    return format_html(
        '<span class="card" data-suit="{}"{} role="img" aria-label="{}">'
        '<b aria-hidden="true"{}>{}</b>{}</span>',
        card[1].lower(),
        ident,
        card_name(card),
        SafeString(" data-ten") if rank == "10" else "",
        rank,
        icon(_SUITS[card[1]], ""),
    )


@register.simple_tag
def pip(card: str) -> SafeString:
    """A card inside a sentence: its suit as a small shape and its rank."""
    rank = "10" if card[0] == "T" else card[0]
    return format_html(
        '<span class="pip" data-suit="{}" role="img" aria-label="{}">'
        '{}<span aria-hidden="true">{}</span></span>',
        card[1].lower(),
        card_name(card),
        icon(_SUITS[card[1]], ""),
        rank,
    )
