"""The charset is found in the order browsers look for it, and bad bytes never stop a page."""

import pytest
from tests.unit.parse.pages import read

from bowerbird.parse.charsets import CODECS, encoding_of
from bowerbird.parse.encoding import decoded, read_text


def text_of(body: bytes, declared: str = "", host: str = "") -> tuple[str, str]:
    found = read_text(body, declared=declared, host=host)
    content = found.content
    return found.charset, content.decode() if isinstance(content, bytes) else content


def test_a_mark_beats_the_header_and_the_header_beats_the_page() -> None:
    meta = "<meta charset=koi8-r>"

    assert text_of(b"\xef\xbb\xbfa\xc3\xa9", declared="koi8-r") == ("utf-8", "aé")
    assert text_of(b"\xff\xfe" + "é".encode("utf-16-le"), declared="utf-8") == ("utf-16le", "é")
    assert text_of(b"\xfe\xff" + "é".encode("utf-16-be")) == ("utf-16be", "é")
    assert text_of(meta.encode() + b"\xe9", declared="latin1") == ("windows-1252", meta + "é")
    assert text_of(meta.encode() + b"\xc1", declared="no-such-charset")[0] == "koi8-r"


@pytest.mark.parametrize(
    ("head", "charset"),
    [
        (b"<meta charset='iso-8859-1'>", "windows-1252"),
        (
            b"<META HTTP-EQUIV='Content-Type' CONTENT='text/html; charset=windows-1251'>",
            "windows-1251",
        ),
        (b"<meta content='text/html; charset=euc-kr' http-equiv=content-type>", "euc-kr"),
        (b"<meta charset=utf-16>", "utf-8"),
        (b"<meta charset=x-user-defined>", "windows-1252"),
        (b"<?xml version='1.0' encoding='iso-8859-2'?>", "iso-8859-2"),
        (b"<!-- <meta charset=big5> --><meta charset=gbk>", "gbk"),
        (b"<meta name=x content='charset=big5'><meta charset=\"sjis\">", "shift_jis"),
        (b"<meta charset=nonsense><meta charset=koi8-u>", "koi8-u"),
        (b" " * 1_100 + b"<meta charset=big5>", "utf-8"),
        (b"<p>plain", "utf-8"),
    ],
)
def test_the_page_declares_its_charset(head: bytes, charset: str) -> None:
    assert text_of(head)[0] == charset


@pytest.mark.parametrize(
    ("label", "encoding"),
    [
        ("latin1", "windows-1252"),
        (" ASCII ", "windows-1252"),
        ("gb2312", "gbk"),
        ("SJIS", "shift_jis"),
        ("tis-620", "windows-874"),
        ("ks_c_5601-1987", "euc-kr"),
        ("hz-gb-2312", "replacement"),
        ("iso-8859-9", "windows-1254"),
        ("unicode", "utf-16le"),
        ("x-mac-ukrainian", "x-mac-cyrillic"),
        ("utf-7", ""),
        ("", ""),
    ],
)
def test_labels_mean_what_browsers_take_them_to_mean(label: str, encoding: str) -> None:
    assert encoding_of(label) == encoding


@pytest.mark.parametrize(
    ("charset", "raw", "text"),
    [
        ("windows-1252", b"\x80\x81\x9f", "€\x81Ÿ"),
        ("windows-1253", b"\xd2", "\ufffd"),
        ("windows-874", b"\xa1\x81", "ก\x81"),
        ("koi8-u", b"\xae\xbe", "ўЎ"),
        ("gbk", "€漢字".encode("gb18030"), "€漢字"),
        ("big5", "漢字".encode("big5"), "漢字"),
        ("euc-jp", "漢字かな".encode("euc_jp"), "漢字かな"),
        ("shift_jis", "①漢字".encode("cp932"), "①漢字"),
        ("euc-kr", "똠방각하".encode("cp949"), "똠방각하"),
        ("iso-2022-jp", "かな".encode("iso2022_jp"), "かな"),
        ("x-user-defined", b"a\x80\xff", "a\uf780\uf7ff"),
        ("replacement", b"<script>", "\ufffd"),
        ("iso-8859-8-i", b"\xe0", "א"),
        ("macintosh", b"\x80\xdb", "Ä€"),
    ],
)
def test_each_encoding_is_read_as_the_web_writes_it(charset: str, raw: bytes, text: str) -> None:
    content = decoded(raw, charset).content

    assert (content.decode() if isinstance(content, bytes) else content) == text


@pytest.mark.parametrize("charset", sorted(set(CODECS) - {"utf-8"}))
def test_no_bytes_stop_any_encoding(charset: str) -> None:
    decoded(bytes(range(256)) * 3 + b"\xff", charset)


def test_bad_bytes_become_replacement_characters_and_are_told() -> None:
    document = read(b"<meta charset=utf-8><p>caf\xe9 ol\xc3\xa9</p>").document

    assert document.text == "caf\ufffd olé"
    assert document.replaced_characters
    assert not read("<meta charset=utf-8><p>café</p>").document.replaced_characters


def test_valid_utf8_is_parsed_as_the_bytes_it_is() -> None:
    body = "<p>café</p>".encode()

    assert read_text(body).content is body


@pytest.mark.parametrize(
    ("text", "codec", "charset"),
    [
        ("Die Vögel hören süße Flöten", "cp1252", "windows-1252"),
        ("Птицы строят беседки из веток и украшают их синими перьями", "cp1251", "windows-1251"),
        ("Птицы строят беседки из веток и украшают их синими перьями", "koi8-r", "koi8-r"),
        ("ニワシドリは小枝であずまやを作り、青いものを飾ります。", "cp932", "shift_jis"),
        # Read as Korean this is all syllables, though none that anybody writes.
        ("庭師鳥は青いものを集めて、小屋の前に並べる鳥です。とても美しい。", "cp932", "shift_jis"),
        ("ニワシドリは小枝であずまやを作り、青いものを飾ります。", "euc_jp", "euc-jp"),
        ("ニワシドリは小枝であずまやを作り", "iso2022_jp", "iso-2022-jp"),
        ("정자새는 나뭇가지로 정자를 짓고 파란 물건으로 꾸민다", "cp949", "euc-kr"),
        ("这是一个关于鸟的故事，他们在这里生活了很多年，也没有人知道。", "gb18030", "gb18030"),
        ("這是一個關於鳥的故事，他們在這裡生活了很多年，也沒有人知道。", "big5", "big5"),
        ("Το πουλί χτίζει μια φωλιά από κλαδιά", "cp1253", "windows-1253"),
        ("هذا طائر يبني عشه من العيدان", "cp1256", "windows-1256"),
        ("นกสร้างรังจากกิ่งไม้", "cp874", "windows-874"),
        ("Птицы <b>строят</b>", "utf-8", "utf-8"),
    ],
)
def test_an_undeclared_charset_is_guessed(text: str, codec: str, charset: str) -> None:
    body = f"<html><p class=a>{text}</p>".encode(codec)

    assert text_of(body)[0] == charset
    assert text in text_of(body)[1]


def test_language_and_country_help_to_guess() -> None:
    body = "<p>Žluťoučký kůň</p>".encode("cp1250")

    assert text_of(b"<html lang=cs>" + body)[0] == "windows-1250"
    assert text_of(body, host="kone.cz")[0] == "windows-1250"
    assert text_of(body)[0] == "windows-1252"


def test_utf16_without_a_mark_is_seen() -> None:
    assert text_of("<html><p>Blue birds</p>".encode("utf-16-le"))[0] == "utf-16le"
    assert text_of("<html><p>Blue birds</p>".encode("utf-16-be"))[0] == "utf-16be"
