"""A site in which every text contains hostile markup, and checks that find markup that was not escaped."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any

from django.apps import apps
from django.db import models

from tests.site.factories import SATURDAY
from tests.site.safety.world import World, make_world

# Breaks out of text, of an attribute in either quotes, and of a script; the number is looked for in pages.
PAYLOAD = """<script>alert(7)</script>"><img src=x onerror=alert(7)>'><svg onload=alert(7)>"""
# As one token of a parse, which knows neither spaces nor parentheses.
TOKEN = """<script>alert`7`</script>"><img/src=x/onerror=alert`7`>"""
# Not typed by people, or restricted by what reads them (addresses, states, keys, trees).
NOT_TYPED = {
    *(
        "username",
        "email",
        "password",
        "key",
        "slug",
        "address",
        "digest",
        "path",
        "link_nonce",
        "join_key",
        "kind",
        "who",
        "scope",
    ),
    *("l1_tree", "alignment", "l1_lang", "l2_lang", "language", "interface_language", "screen", "worker", "request_id"),
    *("return_address", "participant_parameter", "pseudonym", "sentence_key", "signature", "session_key", "codename"),
    *("app_label", "model", "app", "action", "condition", "source", "form", "text"),
}


def make_hostile_world() -> World:
    world = make_world()
    for model in apps.get_app_config("evaluation").get_models():
        fields = [field for field in model._meta.concrete_fields if is_typed(field)]
        for row in model._default_manager.all():
            for field in fields:
                setattr(row, field.name, f"{row.pk}{PAYLOAD}"[: field.max_length])
            row.save()
    spoil_json(world)
    for name in ("study", "pair", "participation", "place", "item", "upload", "row", "job"):
        getattr(world, name).refresh_from_db()
    return world


def is_typed(field: Any) -> bool:
    is_text = isinstance(field, models.CharField | models.TextField)
    return is_text and not field.choices and field.name not in NOT_TYPED


def spoil_json(world: World) -> None:
    texts = {"en": PAYLOAD, "hi": PAYLOAD}
    study = world.study
    type(study).objects.filter(pk=study.pk).update(
        instructions=texts, consent=texts, thanks=texts, refusal=texts, completion_code=PAYLOAD[:100]
    )
    labels = {"name": PAYLOAD, "question": PAYLOAD, "labels": {"0": PAYLOAD, "5": PAYLOAD}}
    study.criteria.update(texts={"en": labels, "hi": labels})
    for item in study.items.all():
        item.tokens = [[PAYLOAD, "en"], [PAYLOAD, "hi"], [str(item.number), None]]
        item.text = f"{PAYLOAD} {item.number}"
        item.condition = item.source = PAYLOAD[:120]
        item.feedback = texts
        item.save()
    pair = world.pair
    type(pair).objects.filter(pk=pair.pk).update(
        l1_tree=SATURDAY["l1_tree"].replace("perspective", TOKEN),
        l2_tokens=[TOKEN, *SATURDAY["l2_tokens"][1:]],
        digest="7" * 64,
    )
    type(world.upload).objects.update(summary={"made_collection": False})
    problem = {"field": PAYLOAD, "message": PAYLOAD, "cure": PAYLOAD}
    world.upload.rows.create(line=2, external_id=PAYLOAD, problems=[problem], is_good=False)
    type(world.job).objects.filter(pk=world.job.pk).update(message=PAYLOAD, result={"message": PAYLOAD})


class Eyes(HTMLParser):
    """Everything in a page that a strict policy would have to stop."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.seen: list[str] = []
        self.forms: list[dict[str, Any]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = {name: value or "" for name, value in attrs}
        self.seen += [f"<{tag} {name}>" for name in facts if name.startswith("on") or name == "style"]
        self.seen += [
            f"<{tag} {name}={v!r}>" for name, v in facts.items() if v.strip().lower().startswith("javascript:")
        ]
        if tag == "style" or (tag == "script" and "src" not in facts and facts.get("type") != "application/json"):
            self.seen.append(f"<{tag}>")
        if tag in {"script", "link", "img", "iframe"} and facts.get("src", facts.get("href", "")).startswith(
            ("http", "//")
        ):
            self.seen.append(f"<{tag}> from elsewhere")
        if tag == "img" and facts.get("src") == "x":
            self.seen.append("the payload's picture")
        self.note_form(tag, facts)

    def note_form(self, tag: str, facts: dict[str, str]) -> None:
        if tag == "form":
            self.forms.append({"action": facts.get("action", ""), "method": facts.get("method", "get"), "fields": []})
        elif self.forms and tag in {"input", "textarea", "select", "button"} and facts.get("name"):
            self.forms[-1]["fields"].append(facts | {"tag": tag})


def look_at(page: str) -> Eyes:
    eyes = Eyes()
    eyes.feed(page)
    eyes.close()
    return eyes


POLICY = {
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
}
