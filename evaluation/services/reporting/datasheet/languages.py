"""The form's list of languages: those of ISO 639-1 by their English names, counted from 2."""

from __future__ import annotations

from collections.abc import Iterable

from evaluation.services.support.language_names import base_of, language_name

# In the order of the form, which is that of the names in English.
IN_ORDER = """
ab aa af ak sq am ar an hy as av ae ay az bm ba eu be bn bi bs br bg my ca ch ce ny zh cu cv kw co cr hr cs da dv nl dz
en eo et ee fo fj fi fr fy ff gd gl lg ka de el kl gn gu ht ha he hz hi ho hu is io ig id ia ie iu ik ga it ja jv kn kr
ks kk km ki rw ky kv kg ko kj ku lo la lv li ln lt lu lb mk mg ms ml mt gv mi mr mh mn na nv nd nr ng ne no nb nn ii oc
oj or om os pi ps fa pl pt pa qu ro rm rn ru se sm sg sa sc sr sn sd si sk sl so st es su sw ss sv tl ty tg ta tt te th
bo ti to ts tn tr tk tw ug uk ur uz ve vi vo wa cy wo xh yi yo za zu
"""
FIRST, OTHER = 2, 185
PLACES = {code: place for place, code in enumerate(IN_ORDER.split(), start=FIRST)}


def language_options(codes: Iterable[str]) -> tuple[dict[int, str], str]:
    """The options of these languages, and the names of those that the form does not list.

    >>> language_options(["en", "hi-Latn"])
    ({42: 'English', 65: 'Hindi'}, '')
    """
    options: dict[int, str] = {}
    others = []
    for code in codes:
        name = language_name(code, "en")
        if base_of(code) in PLACES:
            options[PLACES[base_of(code)]] = name if "-" not in code else language_name(base_of(code), "en")
        else:
            others.append(name)
            options[OTHER] = "another language"
    return options, ", ".join(others)
