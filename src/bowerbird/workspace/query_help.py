"""Who is asked about the words of a query: the index for near ones, lists for synonyms."""

from pathlib import Path

from bowerbird.index.binding import Help, Synonyms
from bowerbird.index.near import NearestWords
from bowerbird.index.options import IndexOptions
from bowerbird.index.reading import Snapshot
from bowerbird.index.spelling import other_spellings
from bowerbird.index.synonyms import SynonymList, read_synonyms
from bowerbird.index.typed import folded


def help_over(
    snapshot: Snapshot, options: IndexOptions, nearest: NearestWords | None = None
) -> Help:
    """The help that these options of an index ask for; `nearest` are the words of this snapshot."""
    nearest = nearest or NearestWords(snapshot)
    return Help(nearest.nearest_one, _synonyms(snapshot, options))


def _synonyms(snapshot: Snapshot, options: IndexOptions) -> Synonyms | None:
    if not options.synonyms:
        return None
    listed = SynonymList([])
    if options.synonym_list:
        listed = read_synonyms(Path(options.synonym_list).expanduser())

    def is_known(word: str) -> bool:
        return any(map(snapshot.df, snapshot.analyse(word)))

    def synonyms(word: str) -> list[str]:
        by_sense = filter(is_known, _of_lexicon(word)) if options.lexicon else ()
        said = [*other_spellings(folded(word), is_known), *listed(word), *by_sense]
        return list(dict.fromkeys(said))

    return synonyms


def _of_lexicon(word: str) -> tuple[str, ...]:
    """What else the likeliest sense of a word is called. Others would bring what is not meant."""
    from bowerbird.topic.lexicon import english  # searches without synonyms do not wait for it

    senses = english().senses(word)
    return senses[0].synonyms if senses else ()
