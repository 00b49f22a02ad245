"""Hosts in many languages and character sets, and one whose name is not ASCII."""

from bowerbird.testing.little_web.building import Extra, Href, Site
from bowerbird.testing.little_web.tongues import SENTENCES

SOLAR_TITLES = {
    "de": "Sonnenstrom vom Dach",
    "fr": "L'énergie du soleil",
    "ja": "太陽光発電",
    "ar": "الطاقة الشمسية",
}
OTHERS = (
    ("/de/fahrrad", "Das Fahrrad in der Stadt", "de", "bicycles"),
    ("/fr/velo", "Le vélo au printemps", "fr", "bicycles"),
    ("/es/tapir", "El tapir, jardinero del bosque", "es", "tapirs"),
    ("/es/bicicleta", "La bicicleta de cada día", "es", "bicycles"),
    ("/ru/tapir", "Тапир и его хобот", "ru", "tapirs"),
)
# (target, title, language, subject, charset, how it is declared, what it is called there)
CHARSETS = (
    ("/utf-8", "Grüße in UTF-8", "de", "solar-energy", "utf-8", "meta", "utf-8"),
    ("/latin", "Größe und Wärme", "de", "solar-energy", "windows-1252", "meta", "latin1"),
    ("/western", "Vélo d'été", "fr", "bicycles", "windows-1252", "header", "iso-8859-1"),
    ("/cyrillic", "Горный тапир", "ru", "tapirs", "windows-1251", "meta", "windows-1251"),
    ("/japanese", "太陽電池", "ja", "solar-energy", "shift_jis", "header", "Shift_JIS"),
    ("/marked", "Año de tapires", "es", "tapirs", "utf-16le", "bom", ""),
    ("/silent", "Señales del tapir", "es", "tapirs", "utf-8", "none", ""),
)


def babel_hosts() -> list[Site]:
    """Languages, character sets, and bücher.test."""
    return [_languages(), _charsets(), _books()]


def _text(language: str, subject: str, shift: int = 0) -> tuple[str, ...]:
    sentences = SENTENCES[language][subject]
    turned = sentences[shift:] + sentences[:shift]
    glue = "" if language == "ja" else " "
    return glue.join(turned), glue.join(turned[::2])


def _languages() -> Site:
    site = Site("languages.test", "Polyglot")
    tongues = [("en", "/en/solar"), *((code, f"/{code}/solar") for code in SOLAR_TITLES)]
    head = "".join(
        f'<link rel="alternate" hreflang="{code}" href="{site.url(target)}">\n'
        for code, target in tongues
    )
    hidden = tuple(Href(site.url(target), "", kind="alternate") for _, target in tongues)
    english = Extra(head=head, hidden=hidden)
    listed = [site.article("/en/solar", "Power from the sun", "solar-energy", (), english)]
    for code, title in SOLAR_TITLES.items():
        extra = Extra(head=head, hidden=hidden, language=code, text=_text(code, "solar-energy"))
        listed.append(site.article(f"/{code}/solar", title, "solar-energy", (), extra))
    for target, title, code, subject in OTHERS:
        extra = Extra(language=code, text=_text(code, subject))
        listed.append(site.article(target, title, subject, (), extra))
    site.article("/", "One site, many languages", "campus", listed)
    return site


def _charsets() -> Site:
    site = Site("charsets.test", "Charsets")
    listed = []
    for shift, (target, title, code, subject, charset, declared, label) in enumerate(CHARSETS):
        extra = Extra(
            language=code,
            charset=charset,
            declared=declared,
            label=label,
            text=_text(code, subject, 1 + shift % 3),
        )
        site.article(target, title, subject, (), extra)
        listed.append(Href(target, f"A page in {charset}"))
    site.article("/", "Pages in many character sets", "campus", listed)
    return site


def _books() -> Site:
    site = Site("xn--bcher-kva.test", "Bücher")
    text = ("Ein Laden voller Bücher über Tiere und Reisen.", "Geöffnet ist werktags bis sechs.")
    german = Extra(language="de", text=text, topics=())
    novels = site.article("/romane", "Romane", "campus")
    tapir = site.article("/tierb%C3%BCcher", "Books about tapirs", "tapirs")
    site.article("/", "Bücher", "campus", [Href("/romane", novels.anchor), tapir], german)
    return site
