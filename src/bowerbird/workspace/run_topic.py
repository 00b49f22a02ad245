"""The topic of a run, frozen when it starts: a resume and a replay judge by the same one."""

from pathlib import Path

import msgspec

from bowerbird.model.errors import CorruptError
from bowerbird.model.topic import Topic
from bowerbird.workspace.files import write_whole
from bowerbird.workspace.places import run_folder
from bowerbird.workspace.plan import TopicOptions
from bowerbird.workspace.topics import topic_of

FILE = "topic.json"


def freeze_topic(topic: Topic, folder: Path, number: int) -> None:
    """Keep it beside the run's plan; a crawl without a topic has nothing to keep."""
    if topic != Topic():
        write_whole(run_folder(folder, number) / FILE, msgspec.json.encode(topic))


def topic_of_run(folder: Path, number: int, options: TopicOptions) -> Topic:
    """What that run was started with, whatever became of the project's concept map since."""
    path = run_folder(folder, number) / FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=Topic)
    except FileNotFoundError:
        topic = topic_of(folder, options)
    except msgspec.MsgspecError as error:
        raise CorruptError(
            f"{path} holds no topic any more ({error}): remove it, and the topic of the run's plan "
            "is compiled anew"
        ) from error
    freeze_topic(topic, folder, number)
    return topic
