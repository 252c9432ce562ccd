"""A theory as somebody else might write it."""

from cswitch_core import model


class OwnGrammar:
    """A grammar of one's own, which cannot let a constraint be broken and still see it."""

    def __init__(self, inner) -> None:
        self.inner = inner

    def __getattr__(self, name: str):
        if name in ("tolerating", "broken_as_a_whole"):
            raise AttributeError(name)
        return getattr(self.inner, name)


class OwnTheory(type(model("ML2"))):
    base_name = "Own"

    def grammar(self, languages):
        return OwnGrammar(super().grammar(languages))
