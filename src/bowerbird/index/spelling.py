"""British and American spellings of a word, and which of them an index has.

Rules say what a word could look like on the other side of the ocean; most of what they say is no
word at all, so only what the index has counts. A list has what no rule says.
"""

import re
from collections.abc import Callable, Iterator

_ENDINGS = "s|ed|ing|ers?|y|ful|fully|less|ites?|ists?|able|ably|al|ally|hoods?"
_STEMS_RE = (
    "calib|cent|fib|goit|lit|lust|meag|met|mit|nit|och|sab|salpet|scept|sepulch|somb|spect|"
    "theat|tit"
)
# Pattern → what stands there on the other side. Both directions; what precedes must be long enough
# that no other word is met: colour but not hour, travelled but not filled, catalogue but not rogue.
_RULES = [
    (rf"(\w{{3,}})our((?:{_ENDINGS})?)", r"\1or\2"),
    (rf"(\w{{3,}})or((?:{_ENDINGS})?)", r"\1our\2"),
    (r"(\w{3,})is(e|es|ed|ing|er|ers|ation|ations|ational|able)", r"\1iz\2"),
    (r"(\w{3,})iz(e|es|ed|ing|er|ers|ation|ations|ational|able)", r"\1is\2"),
    (r"(\w{3,})ys(e|es|ed|ing|er|ers)", r"\1yz\2"),
    (r"(\w{3,})yz(e|es|ed|ing|er|ers)", r"\1ys\2"),
    (rf"(\w*)({_STEMS_RE})re([sd]?)", r"\1\2er\3"),
    (rf"(\w*)({_STEMS_RE})er(s?)", r"\1\2re\3"),
    (rf"(\w*)({_STEMS_RE})red", r"\1\2ered"),
    (rf"(\w*)({_STEMS_RE})ered", r"\1\2red"),
    (rf"(\w*)({_STEMS_RE})ring", r"\1\2ering"),
    (rf"(\w*)({_STEMS_RE})ering", r"\1\2ring"),
    (r"(\w*[aeiouy]\w*[^\Waeiou][aeo])ll(ed|ing|er|ers|or|ors)", r"\1l\2"),
    (r"(\w*[aeiouy]\w*[^\Waeiou][aeo])l(ed|ing|er|ers|or|ors)", r"\1ll\2"),
    (r"(\w{3,})ogue([sd]?)", r"\1og\2"),
    (r"(\w{3,})og([sd]?)", r"\1ogue\2"),
]
# Beginnings of words, British and American.
_STEMS = """
    aesthe esthe, anaem anem, anaesth anesth, archaeo archeo, caesi cesi, coeliac celiac,
    diarrhoea diarrhea, encyclopaed encycloped, faec fec, foet fet, gynaec gynec, haem hem,
    homoeo homeo, leukaem leukem, manoeuvr maneuver, mediaeval medieval, oedem edem, oesoph esoph,
    oestr estr, orthopaed orthoped, paed ped, palaeo paleo, septicaem septicem, toxaem toxem,
    sceptic skeptic, sulph sulf, mould mold, smoulder smolder, plough plow, grey gray, cheque check,
    moustach mustach, skilful skillful, wilful willful, fulfil fulfill, enrol enroll,
    instalment installment, jeweller jeweler, jewellery jewelry, marvellous marvelous,
    woollen woolen, counsellor counselor, councillor councilor, pencill pencil, stencill stencil,
    ageing aging, artefact artifact, cosy cozy, doughnut donut, draught draft, kerb curb
"""
# Whole words, British and American.
_WORDS = """
    acknowledgement acknowledgment, aeroplane airplane, aluminium aluminum, analogue analog,
    arbour arbor, armour armor, ardour ardor, axe ax, behove behoove, carburettor carburetor,
    defence defense, defences defenses, disc disk, discs disks, furore furor, gaol jail,
    judgement judgment, judgements judgments, licence license, licences licenses,
    manoeuvre maneuver, manoeuvres maneuvers, maths math, mum mom,
    odour odor, odours odors, offence offense, offences offenses, practise practice,
    pretence pretense, programme program,
    programmes programs, pyjamas pajamas, speciality specialty, storeys stories, tumour tumor,
    tyre tire, tyres tires, whisky whiskey, yoghurt yogurt
"""


def other_spellings(word: str, known: Callable[[str], bool]) -> list[str]:
    """The other spellings of a folded word that `known` says yes to, in order of the alphabet."""
    return sorted(it for it in set(_possible(word)) if it != word and known(it))


def _possible(word: str) -> Iterator[str]:
    for pattern, other in _COMPILED:
        if pattern.fullmatch(word):
            yield pattern.sub(other, word)
    yield from _PAIRS.get(word, ())
    for length in range(3, len(word) + 1):
        for other in _BEGINNINGS.get(word[:length], ()):
            yield other + word[length:]


def _pairs(text: str) -> dict[str, list[str]]:
    pairs: dict[str, list[str]] = {}
    for pair in text.split(","):
        british, american = pair.split()
        pairs.setdefault(british, []).append(american)
        pairs.setdefault(american, []).append(british)
    return pairs


_COMPILED = [(re.compile(pattern), other) for pattern, other in _RULES]
_BEGINNINGS, _PAIRS = _pairs(_STEMS), _pairs(_WORDS)
