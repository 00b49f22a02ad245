"""How a made-up site names its classes: by meaning, by a build tool, by looks, or not at all."""

from hashlib import blake2b
from random import Random

WAYS = ("semantic", "block", "hashed", "modules", "looks")
LOOKS = (
    "flex p-4 m-2 mt-1 mb-3 w-full text-sm text-lg font-bold text-gray-500 bg-white rounded-lg "
    "items-center justify-between gap-2 border-b leading-6 tracking-tight shadow px-3 py-1 grid"
).split()


class Dress:
    """The class attributes of one site; the same role wears the same on every page."""

    def __init__(self, rng: Random, way: str) -> None:
        self.way = way
        self._salt = str(rng.random())
        self._block = rng.choice(("card", "item", "entry", "box", "tile", "c"))

    def __call__(self, role: str, *extra: str) -> str:
        """The attribute with a blank before it; `extra` are classes of a state, as `odd`."""
        names = [*self._names(role), *extra]
        return f' class="{" ".join(names)}"' if names else ""

    def _names(self, role: str) -> list[str]:
        digest = blake2b(f"{self._salt}{role}".encode(), digest_size=8).hexdigest()
        match self.way:
            case "semantic":
                return [role]
            case "block":
                return [f"{self._block}__{role}"]
            case "hashed":
                return [f"css-{digest[:6]}"]
            case "modules":
                return [f"{self._block.capitalize()}_{role}__{digest[:5]}"]
            case "looks":
                chooser = Random(digest)
                return chooser.sample(LOOKS, chooser.randint(2, 4))
            case _:
                return []
