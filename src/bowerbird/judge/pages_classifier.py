"""A classifier of pages by their words, trained while the crawl goes on.

Hashed TF-IDF and logistic regression. Examples for the topic are seeds, pages and texts that the
query names, pages rated up, and pages that all other judges of a pool are sure of; examples against
it are pages rated down and a sample of the rest. It cannot tell before it has some of both, and is
trained again whenever a person rates a page and whenever half as many examples came in. What is
compiled is loaded with the first page: whoever only checks a plan has no need of it.
"""

import numpy as np

from bowerbird.judge.examples import BITS, MOST_FEATURES, Example, Examples, Kind, Places, Values
from bowerbird.judge.memory import state_key
from bowerbird.judge.page_options import ClassifierOptions
from bowerbird.judge.scoring import probability
from bowerbird.model.document import Document
from bowerbird.model.pageview import PageView
from bowerbird.model.ports import Lesson
from bowerbird.model.storage import Batch, Store
from bowerbird.model.topic import Topic
from bowerbird.model.verdict import PageVerdict, ScoreTerm
from bowerbird.web.url import parse

NOWHERE = parse("file:///")  # where a text from a file lies, as far as the web knows
TITLE_COUNTS = 3  # a word of the title, so many times
EPOCHS = 30
SURE_OF, SURE_AGAINST = 0.75, 0.25  # what the other judges must say for a page to teach
NO_SEED = 0.2  # a seed that they say this little of is a place to start from, no example
# A rated page weighs as much as several that other judges are sure of.
IMPORTANCE = {Kind.OTHER: 1.0, Kind.SURE: 1.0, Kind.GIVEN: 2.0, Kind.UP: 5.0, Kind.DOWN: 5.0}
STEEPNESS = 1.5  # log-odds of a vector of length 1 are cautious: trained on little, held back


class ClassifierJudge:
    """Knows pages that are about it by the words they have in common."""

    def __init__(self, options: ClassifierOptions, topic: Topic) -> None:
        self._options = options
        self._named = frozenset(topic.examples)
        self._texts = topic.texts
        self._examples = Examples(state_key("classifier", topic))
        self._scratch = np.zeros(1 << BITS, np.float32)
        self._weights = np.zeros(1 << BITS)
        self._rarity = np.ones(1 << BITS, np.float32)
        self._bias = 0.0
        self._trained_on = 0  # examples; 0: not yet
        self._new = 0  # since then
        self._last: tuple[PageView, Places, Values] | None = None

    def judge(self, page: PageView) -> PageVerdict:
        if not self._trained_on:
            told = f"{self._examples.positives} examples, {self._examples.negatives} against"
            return PageVerdict(0.5, False, (ScoreTerm("classifier", 0.0, told),), sure=0.0)
        from bowerbird.judge.text_kernels import weighed

        places, values = self._features(page)
        odds = self._bias + weighed(places, values, self._rarity, self._weights)
        score = probability(STEEPNESS * odds)
        kept = self._examples
        told = f"learnt from {kept.positives} pages for it and {kept.negatives} others"
        sure = kept.positives / (kept.positives + self._options.examples)
        terms = (ScoreTerm("classifier", round(odds, 3), told),)
        return PageVerdict(score, score >= self._options.threshold, terms, sure)

    def recall(self, store: Store) -> None:
        """See LearningJudge."""
        self._examples.recall(store)
        for number, text in enumerate(self._texts):
            places, values = self._features(PageView(Document(text=text), NOWHERE))
            example = Example(Kind.GIVEN, places.tobytes(), values.tobytes())
            self._examples.hold(b"text/%d" % number, example)
        self._train_if_enough()

    def learn(self, lesson: Lesson, batch: Batch) -> None:
        """See LearningJudge."""
        kind = self._kind(lesson)
        if kind is None:
            return
        places, values = self._features(lesson.page)
        if not len(places):
            return
        example = Example(kind, places.tobytes(), values.tobytes())
        if self._examples.add(lesson.key, example, batch):
            self._new += 1
            if lesson.rating is not None or 2 * self._new >= self._trained_on:
                self._train_if_enough()

    def _kind(self, lesson: Lesson) -> Kind | None:
        """What a page is an example of."""
        page, verdict = lesson.page, lesson.verdict
        others_say = verdict.score if verdict.sure > 0 else None
        if lesson.rating is not None:
            return Kind.UP if lesson.rating else Kind.DOWN
        if page.url.href in self._named:
            return Kind.GIVEN
        if page.is_seed and (others_say is None or others_say > NO_SEED):
            return Kind.GIVEN
        if others_say is None:  # alone: what is not known to be relevant stands for the rest
            return Kind.OTHER
        if others_say >= SURE_OF:
            return Kind.SURE
        return Kind.OTHER if others_say <= SURE_AGAINST else None

    def _features(self, page: PageView) -> tuple[Places, Values]:
        if self._last is not None and self._last[0] is page:
            return self._last[1:]
        from bowerbird.judge.text_kernels import counted, damped
        from bowerbird.text.word_hashes import word_hashes

        title = word_hashes(page.document.title)
        words = np.concatenate([*[title] * TITLE_COUNTS, page.words])
        places = np.empty(len(words), np.int32)
        values = np.empty(len(words), np.float32)
        found = counted(words, self._scratch, places)
        damped(self._scratch, places, found, values)
        found = min(found, MOST_FEATURES)
        self._last = page, places[:found], values[:found]
        return self._last[1:]

    def _train_if_enough(self) -> None:
        kept, enough = self._examples, self._options.examples
        if kept.positives >= enough and kept.negatives >= enough:
            self._train(list(kept))

    def _train(self, examples: list[Example]) -> None:
        from bowerbird.judge.text_kernels import trained

        features = [example.features() for example in examples]
        places = np.concatenate([each for each, _ in features])
        pages = np.bincount(places, minlength=1 << BITS)
        self._rarity = np.log((1 + len(examples)) / (1 + pages)).astype(np.float32) + 1
        values = []
        for own, damped_counts in features:
            vector = damped_counts * self._rarity[own]
            values.append(vector / np.linalg.norm(vector))
        starts = np.zeros(len(examples) + 1, np.int32)
        np.cumsum([len(own) for own, _ in features], out=starts[1:])
        answers = np.array([example.is_positive for example in examples], np.float64)
        importance = np.array([IMPORTANCE[example.kind] for example in examples])
        for answer in (0.0, 1.0):  # both sides weigh the same
            side = answers == answer
            importance[side] *= len(examples) / (2 * importance[side].sum())
        self._weights = np.zeros(1 << BITS)
        self._bias = trained(
            starts, places, np.concatenate(values), answers, importance, self._weights, EPOCHS
        )
        self._trained_on, self._new = len(examples), 0
