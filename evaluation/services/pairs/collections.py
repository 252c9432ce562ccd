"""Collections of pairs. Every researcher may look into all of them; who made one, and admins, may change it."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import IntegrityError, transaction
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evaluation.models import Collection, Item, Pair, Study, Upload, User
from evaluation.models.visible_names import is_visible
from evaluation.services import audit
from evaluation.services.errors import Refused

LONGEST_NAME = 120
BATCH = 500
NAMED_STUDIES = 3


def listed() -> QuerySet[Collection]:
    """Collections to look into: not those that were made for a file of which nothing has been loaded yet."""
    made_for_a_file = Upload.objects.filter(collection=OuterRef("pk"), summary__made_collection=True)
    pairs = Pair.objects.filter(collection=OuterRef("pk"))
    return Collection.objects.filter(Exists(pairs) | ~Exists(made_for_a_file))


def with_counts() -> QuerySet[Collection]:
    """The listed collections with ``pair_count``, the number of their pairs in their newest version."""
    counted = Count("pairs", filter=Q(pairs__is_current=True))
    return listed().select_related("owner").annotate(pair_count=counted).order_by("name")


def may_change(collection: Collection, user: User) -> bool:
    return user.is_admin or (user.is_researcher and collection.owner_id == user.pk)


def check_may_change(collection: Collection, user: User) -> None:
    if not may_change(collection, user):
        words = _("This collection is %(owner)s's. Load the pairs into a collection of your own to change them.")
        raise Refused(words % {"owner": collection.owner}, field="collection")


def collection_named(*, name: str, owner: User) -> tuple[Collection, bool]:
    """The collection to load into, and whether it had to be made; ``Refused`` if it is somebody else's."""
    existing = Collection.objects.select_related("owner").filter(name=_clean(name)).first()
    if existing is None:
        return create_collection(name=name, owner=owner), True
    check_may_change(existing, owner)
    return existing, False


def create_collection(*, name: str, owner: User) -> Collection:
    try:
        with transaction.atomic():
            collection = Collection.objects.create(name=_clean(name), owner=owner)
            audit.record(owner, "collection.created", collection)
            return collection
    except IntegrityError:
        raise _taken() from None


def rename_collection(*, collection: Collection, name: str, actor: User) -> None:
    check_may_change(collection, actor)
    before, collection.name = collection.name, _clean(name)
    try:
        with transaction.atomic():
            collection.save(update_fields=["name"])
            audit.record(actor, "collection.renamed", collection, before=before)
    except IntegrityError:
        collection.name = before
        raise _taken() from None


@transaction.atomic
def delete_collection(*, collection: Collection, actor: User) -> None:
    """Remove a collection with its pairs, if no study has chosen any of them."""
    check_may_change(collection, actor)
    Collection.objects.select_for_update().get(pk=collection.pk)
    studies = Study.objects.filter(
        Q(pk__in=Study.pairs.through.objects.filter(pair__collection=collection).values("study_id"))
        | Q(pk__in=Item.objects.filter(pair__collection=collection).values("study_id"))
    )
    if studies.exists():
        raise Refused(_in_use(studies, actor), field="collection")
    audit.record(actor, "collection.deleted", collection)
    Pair.objects.filter(collection=collection).delete()
    collection.delete()


def _in_use(studies: QuerySet[Study], actor: User) -> str:
    """Which studies have pairs of the collection: by name those that ``actor`` may see, the others counted."""
    seen = studies.filter(pk__in=Study.objects.visible_to(actor).values("pk")).order_by("name")
    names = list(seen.values_list("name", flat=True)[:NAMED_STUDIES])
    others = studies.count() - len(names)
    if not names:
        words = ngettext(
            "Pairs of this collection are in %(others)d study of somebody else.",
            "Pairs of this collection are in %(others)d studies of others.",
            others,
        )
    elif not others:
        words = _("Pairs of this collection are in a study: %(names)s.")
    else:
        words = ngettext(
            "Pairs of this collection are in a study: %(names)s, and %(others)d more.",
            "Pairs of this collection are in studies: %(names)s, and %(others)d more.",
            others,
        )
    return words % {"names": ", ".join(names), "others": others}


def lock_collections_of(pairs: Sequence[int]) -> None:
    """Keep the collections of these pairs as they are until the transaction ends; ``Refused`` if a pair is gone."""
    found: set[int] = set()
    count = 0
    for start in range(0, len(pairs), BATCH):
        some = Pair.objects.filter(pk__in=pairs[start : start + BATCH])
        found.update(some.order_by().values_list("collection_id", flat=True).distinct())
    list(Collection.objects.filter(pk__in=found).order_by("pk").select_for_update(no_key=True).values_list("pk"))
    for start in range(0, len(pairs), BATCH):
        count += Pair.objects.filter(pk__in=pairs[start : start + BATCH]).count()
    if count < len(pairs):
        raise Refused(_("Some of these pairs have been deleted. Choose again."), field="pairs")


def _clean(name: str) -> str:
    cleaned = " ".join(name.replace("\x00", "").split())
    if not is_visible(cleaned):
        raise Refused(_("Give the collection a name with at least one visible character."), field="collection")
    if len(cleaned) > LONGEST_NAME:
        raise Refused(_("Use at most %d characters for the name.") % LONGEST_NAME, field="collection")
    return cleaned


def _taken() -> Refused:
    return Refused(_("There is a collection of this name already."), field="collection")
