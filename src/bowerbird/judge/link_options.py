"""What a person may set about the learning of links."""

from typing import Literal

from pydantic import Field

from bowerbird.model.options import Options


class LinkWeights(Options):
    """What each cue is worth before anything was learnt; learning goes on from there."""

    parent: float = Field(1.0, description="The best score of the pages that link there.")
    mean_parent: float = Field(0.5, description="Their mean score.")
    shark: float = Field(1.0, description="Words of the topic in the anchor, and around it.")
    siblings: float = Field(
        1.0, description="The share of relevant pages among what the same page links to."
    )
    distance: float = Field(-0.25, description="Links since the last relevant page, a fifth each.")
    hub: float = Field(0.0, description="How much of a hub the page is that links there.")
    host: float = Field(0.0, description="What the host brought so far, and how little is known.")
    in_links: float = Field(0.15, description="The logarithm of how many pages link there.")
    concept: float = Field(0.5, description="How much of the words about the link is the topic's.")
    tags: float = Field(1.0, description="What bookmarks say for the target.")
    depth: float = Field(-0.1, description="Links from the seed, a tenth each.")
    seed: float = Field(0.5, description="The score of the seed that the path began at.")
    bias: float = Field(-2.0, description="The rest: how unlikely a link is before anything else.")


class LearnedLinkOptions(Options):
    """Links by what links like them have led to. Without a topic there is nothing to be learnt, and
    links are judged as by `words`."""

    weights: LinkWeights = LinkWeights()
    learn: bool = Field(True, description="Learn from each page; else the weights stay as set.")
    words: bool = Field(
        True, description="Also learn words of anchors, of surroundings and URLs, and DOM paths."
    )
    rate: float = Field(
        0.1,
        gt=0,
        le=1,
        # .3 looked best on four topics and fell behind .1 on all of them.
        description="How large the first steps are by which weights change.",
    )
    words_rate: float = Field(0.5, gt=0, le=2, description="The same for words.")
    start: Literal["same-topic", "always", "never"] = Field(
        "same-topic",
        description="Begin with what the project's last run learnt: if its topic was the same, "
        "`always`, or `never`.",
    )
    explore: float = Field(
        0.01, ge=0, le=0.5, description="The share of pages that are taken at a venture."
    )
    hub_raise: float = Field(
        0.5, ge=0, le=5, description="Added once to unvisited links of the best hubs."
    )
    host_share: float = Field(
        0.25,
        gt=0,
        le=1,
        description="A host that had more than this share of the pages comes after others, while "
        "more than 20 hosts are known.",
    )
    barren_pages: int = Field(
        50, ge=5, description="A host comes after others once so many pages in a row were barren."
    )
    links_in_memory: int = Field(
        65_536, ge=1_024, description="Queued URLs whose promise is kept up to date."
    )
    pages_in_memory: int = Field(65_536, ge=1_024, description="Pages whose links are learnt from.")
    checkpoint_pages: int = Field(
        200, ge=1, description="What was learnt is written after so many pages."
    )
