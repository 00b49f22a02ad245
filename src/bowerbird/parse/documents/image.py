"""Images: size, format, and what cameras and programs wrote into them. Pixels are not decoded.

Where a picture was taken is left out: it says more about a person than about the picture.
"""

import io
import warnings
from collections.abc import Mapping

from PIL import ExifTags, Image, UnidentifiedImageError

from bowerbird.parse.documents.content import Content, Source, broken
from bowerbird.parse.documents.markup import note_xmp
from bowerbird.parse.documents.ocr import words_in

LARGEST_READ = 40_000_000  # pixels that OCR may be asked to read

Image.MAX_IMAGE_PIXELS = None  # nothing is decoded here, so a huge image costs nothing

_TAGS = {
    ExifTags.Base.ImageDescription: "exif:description", ExifTags.Base.Make: "exif:make",
    ExifTags.Base.Model: "exif:model", ExifTags.Base.Software: "exif:software",
    ExifTags.Base.DateTime: "exif:modified", ExifTags.Base.Artist: "exif:artist",
    ExifTags.Base.Copyright: "exif:copyright", ExifTags.Base.Orientation: "exif:orientation",
}  # fmt: skip
_CAMERA_TAGS = {
    ExifTags.Base.DateTimeOriginal: "exif:taken", ExifTags.Base.LensModel: "exif:lens",
    ExifTags.Base.ISOSpeedRatings: "exif:iso", ExifTags.Base.ExposureTime: "exif:exposure",
    ExifTags.Base.FNumber: "exif:aperture", ExifTags.Base.FocalLength: "exif:focal-length",
}  # fmt: skip
_WRITTEN = {
    "Title": "dc:title", "Author": "dc:creator", "Description": "dc:description",
    "Copyright": "dc:rights", "Comment": "image:comment", "comment": "image:comment",
    "Software": "image:software",
}  # fmt: skip
_XMP = ("xmp", "XML:com.adobe.xmp")


def read_image(source: Source) -> Content:
    """Facts; and, if that is switched on, the words that stand in the picture."""
    content = Content(source.options)
    try:
        with warnings.catch_warnings(), Image.open(io.BytesIO(source.body)) as image:
            warnings.simplefilter("ignore")
            width, height = image.size
            content.note("image:format", image.format)
            content.note("image:width", width)
            content.note("image:height", height)
            _note_exif(image, content)
            _note_written(image.info, content)
    except UnidentifiedImageError as error:
        raise broken("no image of a format that is known here") from error
    except MemoryError:
        raise
    except Exception as error:  # every format has a plug-in of its own, with its own exceptions
        raise broken(error) from error
    metadata = content.metadata
    content.title = metadata.get("dc:title", "")
    for key in ("dc:description", "exif:description", "image:comment"):
        content.description = content.description or metadata.get(key, "")
    content.say(content.description)
    if width * height <= LARGEST_READ:
        for line in words_in(source.body, source).split("\n"):
            content.say(line)
    return content


def _note_exif(image: Image.Image, content: Content) -> None:
    exif = image.getexif()
    for tags, names in ((exif, _TAGS), (exif.get_ifd(ExifTags.IFD.Exif), _CAMERA_TAGS)):
        for tag, key in names.items():
            if (value := tags.get(tag)) not in (None, ""):
                content.note(key, _readable(value))


def _note_written(info: Mapping[str | tuple[int, int], object], content: Content) -> None:
    for name, key in _WRITTEN.items():
        if value := info.get(name):
            content.note(key, _readable(value))
    for name in _XMP:
        packet = info.get(name)
        if isinstance(packet, str):
            packet = packet.encode()
        if isinstance(packet, bytes):
            note_xmp(packet.strip(b"\0 "), content)


def _readable(value: object) -> str:
    if isinstance(value, bytes):
        value = value.decode("utf-8", "replace")
    return str(value).replace("\0", " ")
