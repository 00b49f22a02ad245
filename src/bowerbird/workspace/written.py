"""How several values are written as one text, on a command line or in a form: `a,b`, `a=1,b=2`."""

from bowerbird.model.errors import UsageError


def split(text: str) -> list[str]:
    """`a,b` as a list; what is empty is left out."""
    return [part.strip() for part in text.split(",") if part.strip()]


def pairs(text: str, option: str) -> dict[str, str]:
    """`a=1,b=2` as a mapping."""
    found = {}
    for part in split(text):
        name, equals, value = part.partition("=")
        if not (equals and name.strip() and value.strip()):
            raise UsageError(f"{option} {part!r} needs the form NAME=VALUE, several with commas")
        found[name.strip()] = value.strip()
    return found


def weights(text: str, option: str) -> dict[str, float]:
    """`title=3,text=1` as a mapping to numbers."""
    found = {}
    for name, value in pairs(text, option).items():
        try:
            found[name] = float(value)
        except ValueError:
            raise UsageError(f"{option} {name}={value}: {value!r} is not a number") from None
    return found


def numbers(text: str, option: str) -> list[float]:
    """`0,0.5,1` as a list of numbers."""
    try:
        return [float(part) for part in split(text)]
    except ValueError as error:
        raise UsageError(f"{option} {text!r}: {error}; give numbers with commas") from None
