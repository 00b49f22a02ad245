"""Pages and topics for tests of judges."""

from bowerbird.model.document import Document, Heading
from bowerbird.model.pageview import PageView
from bowerbird.model.topic import Topic, TopicTerm
from bowerbird.testing.fetcher import a_url

# What "mouse" comes to where the device is meant.
DEVICE = Topic(
    "mouse",
    ("mouse",),
    (
        TopicTerm("mouse", 1.0, "asked for", "device", ("mice",)),
        TopicTerm("computer mouse", 0.9, "asked for", "device", ("computer mice",)),
        TopicTerm("electronic device", 0.6, "above", "electronics", ("electronic devices",)),
        TopicTerm("rodent", -0.3, "not meant", "rodents", ("rodents",)),
        TopicTerm("field mouse", -0.3, "not meant", "rodents", ("field mice",)),
    ),
    senses_chosen=True,
)
TAPIRS = Topic("tapir", ("tapir",), (TopicTerm("tapir", 1.0, "asked for", "", ("tapirs",)),))


def view(
    text: str = "",
    title: str = "",
    url: str = "http://zoo.test/",
    *,
    headings: tuple[str, ...] = (),
    depth: int = 1,
    found_on: str = "http://zoo.test/start",
    language: str = "",
) -> PageView:
    """A page as judges see it."""
    document = Document(
        title=title,
        text=text,
        headings=tuple(Heading(2, heading) for heading in headings),
        language=language,
    )
    return PageView(document, a_url(url), depth=depth, found_on=found_on)
