"""Why a table says no: a code for programs and a sentence for the player."""


class Refused(Exception):
    """An action the table does not accept; nothing has changed.

    `code` is snake_case, `message` an English template with {names}, `params` the values for those names, so
    that a door can translate the sentence before it is filled in.
    """

    def __init__(self, code: str, message: str, **params: object) -> None:
        self.code = code
        self.message = message
        self.params = params
        super().__init__(code)

    def __str__(self) -> str:
        return self.message.format(**self.params)


class BadValue(Refused):
    """The value could never be right in this decision (invariants.md 5, 1-8)."""


class IllegalAction(Refused):
    """The action is not open to this seat at this moment (invariants.md 5, 16-24)."""
