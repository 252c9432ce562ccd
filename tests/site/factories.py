"""Short ways to have a pair, a study, a judge's place or a rating in a test."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from django.utils import timezone

from evaluation.models import (
    FIRST_CHECK,
    Collection,
    Criterion,
    CriterionKind,
    Item,
    ItemKind,
    Pair,
    Participation,
    ParticipationState,
    Place,
    PlaceState,
    Rating,
    Study,
    StudyState,
    User,
)
from evaluation.services import generation, reporting, studies
from evaluation.services.pairs import storing
from evaluation.services.studies import allocation, sampling
from evaluation.services.studies.couples.making import couple_of, make_couples
from tests.site.forms import SignedIn

USAGE = {
    "en": {
        "name": "Likelihood of usage",
        "question": "How likely are you to hear or use this sentence?",
        "labels": {"0": "do not expect to hear or use ever", "5": "extremely likely to be heard/used"},
    }
}
FLUENCY = {
    "en": {
        "name": "Fluency",
        "question": "How clear and fluent is it?",
        "labels": {"0": "does not make sense or sound right", "5": "absolutely clear and fluent"},
    }
}
SATURDAY = {
    "external_id": "paper-1",
    "l1_lang": "en",
    "l1_tree": "(S (NP (NNP Saturday)) (VP (VBZ is) (VBG boring) (PP (IN from) (NP (DT that) (NN perspective)))))",
    "l1_text": "Saturday is boring from that perspective",
    "l2_lang": "hi",
    "l2_tokens": ["Shanivar", "neeras", "hai", "uss", "nazariye", "se"],
    "l2_text": "Shanivar neeras hai uss nazariye se",
    "alignment": "0-0 1-2 2-1 3-5 4-3 5-4",
}
COMPARISON = reporting.Comparison("usage", "EC0", "ML0", "higher")
READY_TO_OPEN = {"state": "draft", "consent": {"en": "Yes"}, "instructions": {"en": "Rate"}}
CHOOSERS = 6
SHOWN = datetime(2026, 11, 1, 9, 30, tzinfo=UTC)
GIVEN = datetime(2026, 11, 1, tzinfo=UTC)
MIXED = [["Saturday", "en"], ["is", "en"], ["boring", "en"], ["uss", "hi"], ["nazariye", "hi"], ["se", "hi"]]


def make_pair(owner, *, collection: str = "Paper", **fields) -> Pair:
    found, _ = Collection.objects.get_or_create(name=collection, defaults={"owner": owner})
    return Pair.objects.create(collection=found, loaded_by=owner, digest="0" * 64, **SATURDAY | fields)


def make_study(owner, *, items: int = 3, state: str = StudyState.OPEN, slug: str = "saturday", **fields) -> Study:
    """A study with the paper's two criteria and ``items`` sentences of one pair, alternately drawn for EC0 and ML0."""
    study = Study.objects.create(
        owner=owner,
        slug=slug,
        name=slug.title(),
        state=state,
        **{"languages": ["en", "hi"], "interface_languages": ["en", "hi"]} | fields,
    )
    Criterion.objects.create(study=study, position=0, key="usage", texts=USAGE, cut=3)
    Criterion.objects.create(study=study, position=1, key="fluency", texts=FLUENCY, cut=3)
    if items:
        pair = Pair.objects.filter(external_id="paper-1").first() or make_pair(owner)
        study.pairs.add(pair)
        Item.objects.bulk_create(unsaved_item(study, number, pair=pair) for number in range(items))
    return study


def make_item(study: Study, number: int, *, pair: Pair | None = None, **fields) -> Item:
    item = unsaved_item(study, number, pair=pair, **fields)
    item.save()
    return item


def unsaved_item(study: Study, number: int, *, pair: Pair | None = None, **fields) -> Item:
    model = "EC0" if number % 2 == 0 else "ML0"
    defaults = {
        "text": f"Saturday is boring uss nazariye se {number}",
        "tokens": [*MIXED, [str(number), None]],
        "condition": model,
        "memberships": [model],
        "probability": 0.5,
        "kind": ItemKind.STUDY,
    }
    return Item(study=study, number=number, pair=pair, **defaults | fields)


def make_choice_study(
    owner, *, pairs: int = 2, sentences: int = 4, sureness: bool = False, alike: bool = False, **fields
) -> Study:
    """A study whose judges choose: each pair has sentences drawn for EC0 and ML0, each in two couples."""
    couples = {"design": "random", "per_sentence": 2}
    study = make_study(owner, **{"items": 0, "slug": "choosing", "asks": "choices", "couples": couples} | fields)
    for number in range(pairs):
        name = f"p{number + 1}"
        pair = Pair.objects.filter(external_id=name).first() or make_pair(owner, external_id=name)
        study.pairs.add(pair)
        for place in range(sentences):
            make_item(study, number * sentences + place + 1, pair=pair)
    choice = {"en": {"name": "Preference", "question": "Which would you rather say?"}}
    low = 0 if alike else 1
    Criterion.objects.create(
        study=study, position=2, key="preference", kind=CriterionKind.CHOICE, texts=choice, low=low, high=2
    )
    if sureness:
        texts = {"en": {"name": "Sureness", "question": "How sure are you?", "labels": {"1": "guess", "4": "sure"}}}
        kind = CriterionKind.SURENESS
        Criterion.objects.create(study=study, position=3, key="sureness", kind=kind, texts=texts, low=1, high=4)
    assert not make_couples(study)
    return study


def make_check_couple(study: Study, kind: ItemKind, *, number: int = FIRST_CHECK, **fields) -> Item:
    """A couple for practice or to check attention with, of which the first sentence is the good one."""
    members = [
        make_item(study, number + 10 + place, kind=ItemKind.MEMBER, text=text, condition="", probability=None)
        for place, text in enumerate(("Please choose this one", "Please not this one"))
    ]
    couple = couple_of(*members, number=number, kind=kind, **fields)
    couple.save()
    return couple


def make_participation(study: Study, user, *, state: str = ParticipationState.RATING, **fields) -> Participation:
    number = study.participations.count() + 1
    defaults = {"pseudonym": f"J{number:02}", "consent_version": 1, "has_read_instructions": True, "seed": number}
    return Participation.objects.create(study=study, user=user, state=state, **defaults | fields)


def make_place(participation: Participation, item: Item, **fields) -> Place:
    order = participation.places.count()
    return Place.objects.create(participation=participation, item=item, **{"order": order} | fields)


def make_rating(place: Place, criterion: Criterion, value: int, **fields) -> Rating:
    at = fields.get("given_at") or GIVEN
    Place.objects.filter(pk=place.pk, state=PlaceState.LIVE).update(state=PlaceState.DONE, answered_at=at)
    rating = unsaved_rating(place, criterion, value, **fields)
    rating.save()
    return rating


def unsaved_rating(place: Place, criterion: Criterion, value: int, *, given_at: datetime = GIVEN, **fields) -> Rating:
    defaults = {"first_value": value, "first_given_at": given_at, "given_at": given_at}
    return Rating(
        place=place,
        criterion=criterion,
        study_id=place.participation.study_id,
        item_id=place.item_id,
        participation_id=place.participation_id,
        value=value,
        **defaults | fields,
    )


def first_answer(study: Study) -> Place:
    """The first of J01's places whose ratings count, where a practice came before."""
    return study.participations.get(pseudonym="J01").places.get(order=1)


def make_answers(participation: Participation, answers: Iterable[tuple[Item, Sequence[int]]], **fields) -> list[Place]:
    """A judge's next places, each with a value for every criterion: ``[(item, (4, 5)), …]``; written all at once."""
    answers, criteria = list(answers), list(participation.study.criteria.all())
    first = participation.places.count()
    done = {"state": PlaceState.DONE, "answered_at": GIVEN} | fields
    places = Place.objects.bulk_create(
        Place(participation=participation, item=item, order=first + number, **done)
        for number, (item, _values) in enumerate(answers)
    )
    Rating.objects.bulk_create(
        unsaved_rating(place, criterion, value)
        for place, (_item, values) in zip(places, answers, strict=True)
        for criterion, value in zip(criteria, values, strict=True)
    )
    return places


def person(name: str, role: str) -> User:
    """Somebody with an account, who can ask the site by themselves: ``person("gopal", "judge").get("/")``."""
    is_admin = role == "admin"
    made = User.objects.create_user(
        username=name,
        email=f"{name}@example.org",
        password=f"{name} has a password",
        role=role,
        name=name.title(),
        is_staff=is_admin,
        is_superuser=is_admin,
    )
    visitor = SignedIn(made)
    made.get, made.post = visitor.get, visitor.post
    return made


def ready_to_rate(study: Study, user) -> Participation:
    participation = make_participation(study, user)
    allocation.ensure_places(participation)
    return participation


def newly_invited(study: Study, user) -> Participation:
    return make_participation(
        study, user, state="invited", consent_version=None, has_read_instructions=False, language=""
    )


def add_practice(study: Study, number: int = 90, **fields):
    told = {"feedback": {"en": "Most people find this *natural*.", "hi": "ज़्यादातर लोगों को यह *सहज* लगता है।"}}
    return make_item(study, number, kind="practice", text=f"Practice makes perfect {number}", **told | fields)


def add_attention(study: Study, number: int = 95):
    words = [["Please", "en"], ["choose", "en"], ["zero", "en"], [str(number), None]]
    text = " ".join(word for word, _language in words)
    expected = {"usage": [0, 0], "fluency": [0, 0]}
    return make_item(study, number, kind="attention", text=text, tokens=words, expected=expected, condition="")


def store_pair(owner, collection, pair_json: dict):
    """Store one pair, given as the object of one line of a file."""
    pair = storing.unsaved(generation.pair_from_json(pair_json))
    storing.store(collection=collection, pairs=[pair], actor=owner)
    return collection.pairs.get(external_id=pair_json["id"])


def rate_all(study, *names: str) -> None:
    """These judges rate every sentence."""
    for name in names:
        judge = make_participation(study, User.objects.create_user(name))
        make_answers(judge, [(item, [(n + len(name)) % 6] * 2) for n, item in enumerate(study.items.rated())])


def make_matched_study(owner, *, pairs: int = 6, matches: int = 2, **fields) -> Study:
    """A drawn draft: of each pair so many matches for nesting, and twice as many for functional words."""
    study = make_study(owner, items=0, **{"drawn_at": timezone.now()} | READY_TO_OPEN | fields)
    number = 0
    for place in range(pairs):
        pair = make_pair(owner, external_id=f"m{place}")
        study.pairs.add(pair)
        for constraint in ["nesting"] * matches + ["functional_words"] * (2 * matches):
            number += 1
            for role in ("violator", "partner"):
                match = {"number": number, "role": role, "theory": "ML2", "constraint": constraint}
                words = f"ML2: {constraint} {'broken' if role == 'violator' else 'kept'}"
                text = f"{constraint} {number} {role}"
                where = 2 * number + (role == "partner")
                make_item(study, where, pair=pair, match=match, condition=words, probability=None, text=text)
    return study


def choose(study, wanted, *, judges: int = CHOOSERS) -> None:
    """Judges answer every couple; ``wanted(place, number of the judge)`` says 1, 2 or 0."""
    criterion = study.criteria.get(kind="choice")
    for number in range(judges):
        judge = make_participation(study, person(f"judge{number}", "judge"))
        allocation.ensure_places(judge)
        for place in judge.places.select_related("item__first", "item__second").order_by("order"):
            if place.item.is_couple:
                make_rating(place, criterion, wanted(place, number))


def mostly_ec0(place, number: int) -> int:
    """EC0 over ML0, except the last judge, who has it the other way round; else the first of the couple."""
    first, second = (member.condition for member in place.item.members)
    if first == second:
        return 1
    return (1 if first == "EC0" else 2) if number < CHOOSERS - 1 else (2 if first == "EC0" else 1)


def sometimes_ml0(place, number: int) -> int:
    """As above, but now and then somebody thinks otherwise."""
    chosen = mostly_ec0(place, 0)
    return 3 - chosen if (place.item.number * 7 + number * 3) % 5 == 0 else chosen


def redraw(study, *choices, seed: int = 7, monolingual: bool = False):
    """Set the study's choices and draw; the items in order."""
    studies.set_choices(
        study=study,
        actor=study.owner,
        revision=study.revision,
        choices=choices,
        seed=seed,
        monolingual=monolingual,
    )
    sampling.draw(study=study, actor=study.owner, revision=study.revision)
    return list(study.items.rated().select_related("pair"))
