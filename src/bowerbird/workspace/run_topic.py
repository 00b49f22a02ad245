"""The topic of a run, frozen when it starts: a resume and a replay judge by the same one."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from bowerbird.model.document import Document
from bowerbird.model.errors import CorruptError
from bowerbird.model.topic import Topic
from bowerbird.seeds.evidence import evidence
from bowerbird.web.url import parse
from bowerbird.workspace.choices import identity
from bowerbird.workspace.files import write_whole
from bowerbird.workspace.places import run_folder
from bowerbird.workspace.plan import Plan
from bowerbird.workspace.topics import topic_of

FILE = "topic.json"


def compiled_topic(folder: Path, plan: Plan) -> Topic:
    """What a crawl of this plan would be about now: its query, as the project's concept map has it,
    and what people's bookmarks say."""

    def examples(names: Sequence[str]) -> Mapping[str, Document]:
        from bowerbird.workspace.example_pages import read_examples  # loads everything that fetches

        return read_examples(names, plan, folder)

    topic = topic_of(folder, plan.topic, examples)
    if not topic.terms:
        return topic
    from bowerbird.workspace.seeding import ProjectSeeds  # loads everything that fetches

    said = {
        parse(seed.url, None, identity(plan)).identity: fits
        for seed in ProjectSeeds(folder, plan).seeds()
        if (fits := evidence(seed, topic))
    }
    return msgspec.structs.replace(topic, bookmarked=said) if said else topic


def freeze_topic(topic: Topic, folder: Path, number: int) -> None:
    """Keep it beside the run's plan; a crawl without a topic has nothing to keep."""
    if topic != Topic():
        write_whole(run_folder(folder, number) / FILE, msgspec.json.encode(topic))


def topic_of_run(folder: Path, number: int, plan: Plan) -> Topic:
    """What that run was started with, whatever became of the project's concept map since."""
    path = run_folder(folder, number) / FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=Topic)
    except FileNotFoundError:
        topic = compiled_topic(folder, plan)
    except msgspec.MsgspecError as error:
        raise CorruptError(
            f"{path} holds no topic any more ({error}): remove it, and the topic of the run's plan "
            "is compiled anew"
        ) from error
    freeze_topic(topic, folder, number)
    return topic
