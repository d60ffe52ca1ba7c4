"""How figures are written: chips with thin group marks, money with its currency, clocks, places and times."""

from datetime import datetime
from zoneinfo import ZoneInfo

from django import template
from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext

register = template.Library()

THIN = "\u202f"  # narrow no-break space: groups digits without breaking a line
MINUS = "\u2212"
NBSP = "\u00a0"

#: Minor units of the currencies that do not have two (ISO 4217).
_MINOR_DIGITS = {
    "JPY": 0,
    "KRW": 0,
    "VND": 0,
    "CLP": 0,
    "ISK": 0,
    "BHD": 3,
    "JOD": 3,
    "KWD": 3,
    "OMR": 3,
    "TND": 3,
}


def grouped(value: int) -> str:
    """`1234567` as `1 234 567` with thin no-break spaces and a true minus sign; four digits too."""
    sign = MINUS if value < 0 else ""
    return sign + f"{abs(value):,}".replace(",", THIN)


@register.filter
def chips(value: int | None) -> str | SafeString:
    """A number of chips as `<data>`, readable by eyes and by machines; an en dash for None."""
    if value is None:
        return "–"
    return format_html('<data class="num" value="{}">{}</data>', value, grouped(value))


@register.filter
def chips_text(value: int | None) -> str:
    """A number of chips as plain text, for labels and sentences."""
    return "–" if value is None else grouped(value)


@register.filter
def signed(value: int | None) -> str | SafeString:
    """A change in chips with its sign: `+500`, `−250`, `±0`."""
    if value is None:
        return ""
    sign = "+" if value > 0 else "±" if value == 0 else ""
    return format_html('<data class="num" value="{}">{}{}</data>', value, sign, grouped(value))


def minor_digits(currency: str) -> int:
    """How many decimals amounts of a currency have."""
    return _MINOR_DIGITS.get(currency, 2)


@register.filter
def money(cents: int | None, currency: str = "") -> str:
    """Minor units of a currency (ISO 4217 code) as `MYR 2 450.00`; without a currency the bare number."""
    if cents is None:
        return "–"
    if not currency:
        return grouped(cents)
    digits = minor_digits(currency)
    whole, rest = divmod(abs(cents), 10**digits)
    point = formats.get_format("DECIMAL_SEPARATOR")
    amount = f"{whole:,}".replace(",", THIN) + (f"{point}{rest:0{digits}d}" if digits else "")
    return f"{MINUS if cents < 0 else ''}{currency}{NBSP}{amount}"


@register.filter
def clock(seconds: float | None) -> str:
    """Seconds as `0:31`, or `1:02:10` from an hour on; nothing for None."""
    if seconds is None:
        return ""
    left = max(0, round(seconds))
    hours, left = divmod(left, 3600)
    minutes, left = divmod(left, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


@register.filter
def place(number: int | None) -> str:
    """A place as an ordinal: `1st`, `22nd`; in other languages as their catalogue says."""
    if number is None:
        return ""
    last = number % 10 if number % 100 not in (11, 12, 13) else 0
    forms = {
        1: pgettext("ordinal", "{number}st"),
        2: pgettext("ordinal", "{number}nd"),
        3: pgettext("ordinal", "{number}rd"),
    }
    return forms.get(last, pgettext("ordinal", "{number}th")).format(number=number)


@register.filter
def percent(hundredths: int) -> str:
    """Hundredths of a percent as text: 4100 is `41 %`, 1250 is `12.5 %`."""
    return f"{hundredths / 100:g}{NBSP}%"


@register.filter
def share(part: int, whole: int) -> int:
    """`part` of `whole` in percent, 0 to 100, for meters."""
    return max(0, min(100, round(100 * part / whole))) if whole else 0


@register.simple_tag
def when(moment: datetime | None, zone: str = "UTC") -> SafeString | str:
    """A moment in a zone: near days by name, far ones as a date; the exact time and the zone in the title."""
    if moment is None:
        return ""
    local = moment.astimezone(ZoneInfo(zone))
    days = (local.date() - timezone.now().astimezone(ZoneInfo(zone)).date()).days
    hour = formats.time_format(local, "H:i")
    if days == 0:
        text = gettext("today {time}").format(time=hour)
    elif days == 1:
        text = gettext("tomorrow {time}").format(time=hour)
    else:
        text = f"{formats.date_format(local, 'D j M Y')}, {hour}"
    title = f"{formats.date_format(local, 'D j M Y')}, {hour} {local.tzname()} ({zone})"
    return format_html(
        '<time datetime="{}" title="{}">{}</time>', local.isoformat(timespec="seconds"), title, text
    )


@register.filter
def lasts(seconds: int) -> str:
    """A length of time in words: `45 s`, `10 min`, `1 h 20 min`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    parts = []
    if hours:
        parts.append(gettext("{n} h").format(n=hours))
    if minutes:
        parts.append(gettext("{n} min").format(n=minutes))
    if rest or not parts:
        parts.append(gettext("{n} s").format(n=rest))
    return " ".join(parts).replace(" ", NBSP)


@register.filter
def players(number: int) -> str:
    """`1 player`, `7 players`."""
    return ngettext("{n} player", "{n} players", number).format(n=grouped(number))
