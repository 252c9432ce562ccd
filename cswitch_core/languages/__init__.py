"""What a plain sentence tells of its language, by its script and its short words: enough to see two columns swapped.

It is no language identifier: it doubts only what it has good reason to doubt, and guesses only to fill in a form.

>>> guessed_language(["Where is the oil?"]), guessed_language(["Tel kahan hai?", "Yeh tel hai"])
('en', 'hi')
>>> doubt("Where is the oil?", "es"), doubt("¿Dónde está el aceite?", "es")
('it looks like en', '')
"""

from cswitch_core.languages.guessing import are_swapped, doubt, guessed_language
from cswitch_core.languages.profiles import language_in, language_named
from cswitch_core.languages.scripts import script_counts

__all__ = ["are_swapped", "doubt", "guessed_language", "language_in", "language_named", "script_counts"]
