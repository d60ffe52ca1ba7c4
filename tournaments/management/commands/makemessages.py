"""Django's makemessages, told where else this code keeps text for people."""

from typing import Any

from django.core.management.commands import makemessages

# The rules package marks nothing, since it knows no Django: the second argument of its refusals is the text.
# `translate` is gettext where `_` means gettext_lazy.
KEYWORDS = ("BadValue:2", "IllegalAction:2", "translate")
# Nobody reads these but developers.
IGNORED = ("tests", "bench", "scripts")


class Command(makemessages.Command):
    """manage.py makemessages -l LANGUAGE: templates, Python and the refusals of the rules package."""

    xgettext_options = [
        *makemessages.Command.xgettext_options,
        *(f"--keyword={keyword}" for keyword in KEYWORDS),
    ]

    def handle(self, *args: Any, **options: Any) -> None:
        """Collect the texts below the current folder."""
        super().handle(*args, **options | {"ignore_patterns": [*options["ignore_patterns"], *IGNORED]})
