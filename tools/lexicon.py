"""Makes the English lexicon of Open English WordNet: python tools/lexicon.py oewn-yaml.tar.xz

Takes words, senses and relations; no glosses and no examples. Needs PyYAML.
"""

import re
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from bowerbird.model.topic import RelationKind
from bowerbird.topic.lexicon import ENGLISH
from bowerbird.topic.lexicon_file import Synset, packed

TARGET = Path(__file__).parent.parent / "src" / "bowerbird" / "topic" / ENGLISH
PARTS = {"n": "noun", "v": "verb", "a": "adjective", "s": "adjective", "r": "adverb"}
OF_SYNSETS = {
    "hypernym": (RelationKind.BROADER, 1.0),
    "instance_hypernym": (RelationKind.BROADER, 1.0),
    "mero_part": (RelationKind.PART, 1.0),
    "mero_member": (RelationKind.PART, 0.6),
    "mero_substance": (RelationKind.PART, 0.6),
    "similar": (RelationKind.RELATED, 0.8),
    "domain_topic": (RelationKind.RELATED, 0.6),
}
OF_SENSES = {"derivation": (RelationKind.RELATED, 0.5), "pertainym": (RelationKind.RELATED, 0.5)}


def documents(archive: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every YAML file of the archive, by its name."""
    with tarfile.open(archive) as files:
        for member in files:
            data = files.extractfile(member) if member.name.endswith(".yaml") else None
            if data is not None:
                yield Path(member.name).stem, yaml.load(data, yaml.CSafeLoader)


def main() -> None:
    """Read, pack, write; say how large it came out."""
    synsets: dict[str, dict[str, Any]] = {}
    order: dict[str, list[str]] = {}
    forms: dict[str, str] = {}
    of_sense: dict[str, str] = {}  # sense key → synset
    between: dict[str, list[tuple[str, str]]] = {}  # synset → relation, sense key
    for name, found in documents(Path(sys.argv[1])):
        if not name.startswith("entries"):
            if re.match("noun|verb|adj|adv", name):
                synsets |= found
            continue
        for word, entries in found.items():
            for part, entry in entries.items():
                for form in entry.get("form", ()) if part[0] in "nv" else ():
                    forms.setdefault(str(form), str(word))
                for sense in entry["sense"]:
                    order.setdefault(str(word), []).append(sense["synset"])
                    of_sense[sense["id"]] = sense["synset"]
                    between.setdefault(sense["synset"], []).extend(
                        (relation, key) for relation in OF_SENSES for key in sense.get(relation, ())
                    )
    made = [
        Synset(
            number,
            PARTS[said["partOfSpeech"]],
            [str(name) for name in said["members"]],
            [
                (kind, other, weight)
                for relation, (kind, weight) in OF_SYNSETS.items()
                for other in said.get(relation, ())
            ]
            + [
                (OF_SENSES[relation][0], of_sense[key], OF_SENSES[relation][1])
                for relation, key in between.get(number, ())
                if key in of_sense
            ],
        )
        for number, said in synsets.items()
    ]
    data = packed(made, order, forms)
    TARGET.write_bytes(data)
    print(f"{TARGET.name}: {len(made)} senses, {len(data) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
