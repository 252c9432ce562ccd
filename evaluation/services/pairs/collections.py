"""Collections of pairs. Every researcher may look into all of them; who made one, and admins, may change it."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _

from evaluation.models import Collection, Item, Pair, Study, User
from evaluation.services import audit
from evaluation.services.errors import Refused

LONGEST_NAME = 120


def with_counts() -> QuerySet[Collection]:
    """Every collection with ``pair_count``, the number of its pairs in their newest version."""
    counted = Count("pairs", filter=Q(pairs__is_current=True))
    return Collection.objects.select_related("owner").annotate(pair_count=counted).order_by("name")


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
    names = list(studies.values_list("name", flat=True)[:3])
    if names:
        raise Refused(_("Pairs of this collection are in a study: %s.") % ", ".join(names), field="collection")
    audit.record(actor, "collection.deleted", collection)
    Pair.objects.filter(collection=collection).delete()
    collection.delete()


def _clean(name: str) -> str:
    cleaned = " ".join(name.replace("\x00", "").split())
    if not cleaned:
        raise Refused(_("Give the collection a name."), field="collection")
    if len(cleaned) > LONGEST_NAME:
        raise Refused(_("Use at most %d characters for the name.") % LONGEST_NAME, field="collection")
    return cleaned


def _taken() -> Refused:
    return Refused(_("There is a collection of this name already."), field="collection")
