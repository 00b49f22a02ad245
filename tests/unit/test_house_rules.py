"""The rules of the house that no linter knows."""

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "bowerbird"
TEXTS = {p.relative_to(SOURCE).as_posix(): p.read_text("utf-8") for p in SOURCE.rglob("*.py")}
TREES = {name: ast.parse(text) for name, text in TEXTS.items()}

TABLES: set[str] = set()  # modules that are one long table; they alone may pass 600 lines
SHAPELESS = {"utils", "util", "core", "base", "common", "manager", "managers", "helpers", "misc"}
EVERYTHING = {"Exception", "BaseException"}
THE_RIM = {
    "crawl/run.py",
    "server/errors.py",
    "cli/main.py",
    "parse/isolated.py",
}  # the last: the entry of a process
MAY_SLEEP = {"politeness", "testing"}
BEHIND_ONE_DOOR = ("ray", "playwright", "fastapi")


def package_of(name: str) -> str:
    return name.partition("/")[0]


def imports_of(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def calls(tree: ast.Module, name: str) -> bool:
    called = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return any(getattr(it, "id", getattr(it, "attr", "")) == name for it in called)


def swallows_everything(tree: ast.Module) -> bool:
    """Catches every exception and goes on; to translate one and raise it again is fine."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler) and not isinstance(node.body[-1], ast.Raise):
            kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
            if any(kind is None or ast.unparse(kind) in EVERYTHING for kind in kinds):
                return True
    return False


def exported(tree: ast.Module) -> list[str]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return list(ast.literal_eval(node.value))
    return []


def as_ruff_sorts(name: str) -> tuple[int, str]:
    """Constants, then classes, then functions."""
    return (0 if name.isupper() else 1 if name[:1].isupper() else 2), name


def methods_of(protocol: ast.ClassDef) -> list[str]:
    return [
        node.name
        for node in protocol.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def tracked_texts() -> Iterator[tuple[str, str]]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        try:
            yield name, (ROOT / name).read_text("utf-8")
        except (UnicodeDecodeError, FileNotFoundError):
            continue  # not a text, or deleted but not yet committed so


def test_a_module_has_at_most_600_lines():
    long = {name for name, text in TEXTS.items() if text.count("\n") > 600}

    assert long <= TABLES


def test_hardly_a_module_needs_type_checking_imports():
    needy = [name for name, text in TEXTS.items() if "TYPE_CHECKING" in text]

    assert len(needy) < 0.05 * len(TEXTS), needy


def test_every_package_says_what_it_is():
    packages = {path.parent for path in SOURCE.rglob("*.py")}
    said = {SOURCE / name for name, tree in TREES.items() if ast.get_docstring(tree)}

    assert not {package.name for package in packages if package / "__init__.py" not in said}


def test_exported_names_are_sorted():
    unsorted = {
        name
        for name, tree in TREES.items()
        if exported(tree) != sorted(exported(tree), key=as_ruff_sorts)
    }

    assert not unsorted


def test_no_name_hides_what_is_inside():
    hiding = {name for name in TEXTS if SHAPELESS & set(re.split(r"[/._]", name))}

    assert not hiding


def test_nothing_is_left_to_do():
    word = re.compile(r"\b(TO" r"DO|FIX" r"ME)\b")  # in two halves: this file is read as well
    left = {name for name, text in tracked_texts() if word.search(text)}

    assert not left


def test_only_the_rim_swallows_every_exception():
    swallowing = {name for name, tree in TREES.items() if swallows_everything(tree)}

    assert swallowing <= THE_RIM


def test_a_port_has_at_most_four_methods():
    protocols = {
        node.name: methods_of(node)
        for node in TREES["model/ports.py"].body
        if isinstance(node, ast.ClassDef) and any("Protocol" in ast.dump(b) for b in node.bases)
    }

    assert protocols
    assert not {name: methods for name, methods in protocols.items() if len(methods) > 4}


def test_no_tracked_file_names_a_place_on_somebodys_machine():
    places = [re.escape(str(ROOT)), re.escape(str(Path.home())), "/home/[a-z]+", "/Users/[A-Za-z]+"]
    pattern = re.compile(rf"(?<![\w.:/*-])(?:{'|'.join(places)})/")
    telling = {name: found[0] for name, text in tracked_texts() if (found := pattern.search(text))}

    assert not telling


def test_each_heavy_library_has_one_door():
    doors = {
        library: {package_of(n) for n, tree in TREES.items() if library in imports_of(tree)}
        for library in BEHIND_ONE_DOOR
    }

    assert not {library: at for library, at in doors.items() if len(at) > 1}


def test_only_politeness_sleeps():
    sleeping = {name for name, tree in TREES.items() if calls(tree, "sleep")}

    assert {package_of(name) for name in sleeping} <= MAY_SLEEP, sleeping
