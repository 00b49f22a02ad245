import pytest

from bowerbird.extract.media import MediaItem, MediaOptions, media_in
from bowerbird.extract.tree import tree_of

BASE = "http://zoo.test/tapirs/"
ALL = {"kinds": ["image", "video", "audio"]}


def found(html: str, **options: object) -> list[MediaItem]:
    chosen = MediaOptions.model_validate({**ALL, **options})
    return media_in(tree_of(html.encode()), BASE, chosen)


def test_a_picture_comes_with_all_that_says_what_it_shows():
    [item] = found(
        "<div><p>A tapir bathes in the river, as it does on most days of its life.</p><figure>"
        "<img src='../a.jpg' alt='A tapir' width=640 height='480px'>"
        "<figcaption>The tapir <i>Anna</i></figcaption></figure></div>"
    )

    assert item == MediaItem(
        url="http://zoo.test/a.jpg",
        medium="image",
        media_type="image/jpeg",
        alt="A tapir",
        caption="The tapir Anna",
        words="A tapir bathes in the river, as it does on most days of its life. The tapir Anna",
        width=640,
        height=480,
    )


@pytest.mark.parametrize(
    ("html", "url", "medium", "media_type"),
    [
        ("<video src=a.mp4>", "a.mp4", "video", "video/mp4"),
        ("<video><source src=b.webm type='video/webm; codecs=vp9'><source src=b.mp4></video>",
         "b.webm", "video", "video/webm"),
        ("<audio src=c>", "c", "audio", ""),
        ("<a href='d.mp3'>listen</a>", "d.mp3", "audio", "audio/mpeg"),
        ("<a href='e.PNG?x=1'>see</a>", "e.PNG?x=1", "image", "image/png"),
        ("<img src='data:,' data-src=f.webp>", "f.webp", "image", "image/webp"),
        ("<img src=s.gif srcset='g1.gif 100w, g2.gif 800w'>", "s.gif", "image", "image/gif"),
    ],
)  # fmt: skip
def test_films_sounds_and_late_pictures_are_found(html, url, medium, media_type):
    [item] = found(html)

    assert (item.url, item.medium, item.media_type) == (BASE + url, medium, media_type)


def test_what_nobody_asked_for_is_left_out():
    html = (
        "<img src=a.png><video src=b.mp4></video><a href=page.html>x</a><img src='data:image/png,'>"
    )

    assert [item.medium for item in found(html, kinds=["video"])] == ["video"]
    assert found(html, kinds=[]) == []


def test_pixels_that_count_visitors_are_no_pictures():
    html = "<img src=a.png width=1 height=1><img src=b.png width=400><img src=c.png height=10>"

    assert [item.url for item in found(html)] == [BASE + "b.png"]


def test_a_file_is_told_once_with_the_mention_that_says_most():
    html = "<img src=a.png><img src=a.png alt=Tapir><img src=a.png alt=Other>"

    assert [item.alt for item in found(html)] == ["Tapir"]


def test_no_more_than_wanted_of_one_page():
    html = "".join(f"<img src={n}.png>" for n in range(10))

    assert len(found(html, max_per_page=3)) == 3
