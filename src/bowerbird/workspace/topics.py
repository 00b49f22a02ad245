"""The topic of a project: its senses, its concept map, and the terms that a crawl goes by."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from bowerbird.model.document import Document
from bowerbird.model.errors import CorruptError, UnknownNameError, UsageError
from bowerbird.model.topic import ConceptGraph, Sense, Topic
from bowerbird.text.tokens import tokens
from bowerbird.topic.building import Wishes, build_topic
from bowerbird.topic.concept_files import read_concepts, ready_made_map
from bowerbird.topic.concepts import ConceptMap, Together
from bowerbird.topic.examples import terms_of_examples
from bowerbird.topic.inflection import Inflector
from bowerbird.topic.lexicon import english
from bowerbird.topic.lexicon_sources import read_lexicon
from bowerbird.topic.query import Understood, understand
from bowerbird.workspace.files import write_whole
from bowerbird.workspace.plan import TopicOptions

LEXICA = Path("cache") / "lexica"  # of a home
MAP = Path("topic") / "concepts.json"
FIRST_WORDS = 5  # of examples, where the query has no words
LONGEST_TEXT = 200_000  # characters of an example that is kept with a run
ReadExamples = Callable[[Sequence[str]], Mapping[str, Document]]
MOST_NAMED = 12  # senses that an error lists


class ProjectTopic:
    """What a project's topic options come to."""

    def __init__(
        self, folder: Path, options: TopicOptions, examples: ReadExamples | None = None
    ) -> None:
        """`examples` reads pages that the query names; without it they are only named."""
        self._file = folder / MAP
        self._options = options
        self._examples = examples
        cache = folder.parent.parent / LEXICA
        own = options.lexicon
        self._lexicon = read_lexicon(Path(own), cache) if own else english()

    def senses(self, word: str) -> list[Sense]:
        """What a word may mean: by the lexicon, then by the project's maps."""
        drawn = [concept for graph in self._maps() for concept in graph.find(word)]
        return [*self._lexicon.senses(word), *(self._sense(concept) for concept in drawn)]

    def topic(self, query: str | None = None) -> Topic:
        """The terms of the plan's query, or of another, as the plan wants it expanded."""
        understood = understand(self._options.query if query is None else query)
        topic = self._build(understood)
        return msgspec.structs.replace(topic, languages=tuple(self._options.languages))

    def expand(self, query: str | None = None) -> dict[str, Any]:
        """The same for people: what was understood, and every term with its reason."""
        said = self._options.query if query is None else query
        understood = understand(said)
        topic = self._build(understood)
        return {
            "query": said,
            "kind": understood.kind,
            "understood": understood.sentence,
            "left_out": list(understood.left_out),
            "reader": self._options.reader,
            "senses": self._open_questions(understood),
            "terms": [msgspec.structs.asdict(term) for term in topic.terms],
            "examples": list(topic.examples),
        }

    def import_map(self, path: Path) -> dict[str, Any]:
        """Add a concept map to the project's own."""
        found = read_concepts(path)
        known = self.own_map()
        known.add(found.concepts())
        write_whole(self._file, known.encoded())
        return {
            "file": str(path),
            **msgspec.structs.asdict(found.counts()),
            "project": msgspec.structs.asdict(known.counts()),
        }

    def _build(self, understood: Understood) -> Topic:
        inflector = Inflector(self._lexicon.irregular, self._options.languages)
        graph = self._graph()
        topic = build_topic(understood, graph, self._wishes(understood), inflector)
        if not topic.examples or self._examples is None:
            return topic
        documents = self._examples(topic.examples)
        found = terms_of_examples(documents, graph)
        known = {term.term for term in topic.terms}
        terms = (*topic.terms, *(term for term in found if term.term not in known))
        ranked = tuple(sorted(terms, key=lambda term: (-term.weight, term.term)))
        words = topic.words or tuple(term.term for term in found[:FIRST_WORDS])
        texts = tuple(
            f"{document.title}\n{document.text}"[:LONGEST_TEXT] for document in documents.values()
        )
        return msgspec.structs.replace(topic, terms=ranked, words=words, texts=texts)

    # ---- the graphs

    def _graph(self) -> ConceptGraph:
        """A person's map knows better than the ready-made ones, and these than the lexicon."""
        return Together([*self._maps(), self._lexicon])

    def _maps(self) -> Sequence[ConceptMap]:
        own = self.own_map()
        return [*([own] if len(own) else []), *map(ready_made_map, self._options.maps)]

    def own_map(self) -> ConceptMap:
        """What was imported into the project, and drawn in it."""
        try:
            return ConceptMap.decoded(self._file.read_bytes())
        except FileNotFoundError:
            return ConceptMap()
        except msgspec.MsgspecError as error:
            raise CorruptError(
                f"{self._file} holds no concept map any more ({error}): remove it, and import the "
                "map again with `bowerbird topic import FILE`"
            ) from error

    # ---- what is meant

    def _wishes(self, understood: Understood) -> Wishes:
        options = self._options
        chosen = tuple(self._concept(name, understood) for name in options.senses)
        rejected = [self._concept(name, understood) for name in options.rejected]
        if chosen:  # who says what is meant says what is not
            rejected += [
                sense.id
                for word in (*understood.words, *understood.phrases)
                for sense in self.senses(word)
                if sense.id not in chosen and set(self._ids(word)) & set(chosen)
            ]
        return Wishes(
            reader=options.reader,
            siblings=options.siblings,
            chosen=chosen,
            rejected=tuple(dict.fromkeys(rejected)),
            weights=options.terms,
            most=options.most_terms,
        )

    def _ids(self, word: str) -> list[str]:
        return [sense.id for sense in self.senses(word)]

    def _concept(self, name: str, understood: Understood) -> str:
        """A sense by its id, or by a word that only it among the query's senses is told with."""
        graph = self._graph()
        if graph.labels(name):
            return name
        known = [sense for word in (*understood.words, *understood.phrases)
                 for sense in self.senses(word)]  # fmt: skip
        wanted = set(tokens(name))
        fitting = [sense for sense in known if wanted <= set(tokens(_told(sense)))]
        if len(fitting) == 1:
            return fitting[0].id
        if not fitting and len(found := graph.find(name)) == 1:
            return found[0]
        told = "; ".join(f"{sense.id} {sense.label}" for sense in (fitting or known)[:MOST_NAMED])
        why = "may be one of these" if fitting else "is none of the senses"
        raise UnknownNameError(f"the sense {name!r} {why}: {told or 'none are known'}")

    def _open_questions(self, understood: Understood) -> list[dict[str, Any]]:
        """Words that may mean several things, while nothing is chosen."""
        if self._options.senses:
            return []
        several = {word: self.senses(word) for word in understood.words}
        return [
            {"word": word, "senses": [msgspec.structs.asdict(sense) for sense in senses]}
            for word, senses in several.items()
            if len(senses) > 1
        ]

    def _sense(self, concept: str) -> Sense:
        """A concept of a map, told like a sense."""
        graph = self._graph()
        names = list(dict.fromkeys(label.text for label in graph.labels(concept)))
        above = next((r.to for r in graph.relations(concept) if r.kind == "broader"), None)
        broader = graph.labels(above)[0].text if above else ""
        label = f"{names[0]} ({broader})" if broader else names[0]
        return Sense(concept, label, tuple(names[1:]), broader, "concept")


def topic_of(folder: Path, options: TopicOptions, examples: ReadExamples | None = None) -> Topic:
    """What a crawl of this project is about; nothing where no query is set."""
    if not options.query.strip():
        if options.senses:
            raise UsageError("topic.senses needs a query: give one with --topic QUERY")
        return Topic()
    return ProjectTopic(folder, options, examples).topic()


def _told(sense: Sense) -> str:
    return " ".join((sense.label, *sense.synonyms, sense.broader))
