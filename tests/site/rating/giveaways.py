"""What a judge must not read, planted where a page might show it."""

import re

# What is drawn by chance (tokens, keys, ids) may spell anything, now and then a model's name.
BY_CHANCE = re.compile(
    r'(?<=csrfmiddlewaretoken" value=")\w+|(?<=csrftoken=)\w+|(?<=sessionid=)\w+|\b[0-9a-f]{32}\b|'
    r"(?<=/rate/)[a-z2-9]{13}|(?<=/rate/s/)[a-z2-9]{13}|(?<=/j/)[\w:-]+"
)
GIVEAWAYS = re.compile(
    r"planted|0\.123456|\bEC\d|\bML\d|attention|is_repeat|repeat|check(?!box|ed\b)|condition|membership|expected|"
    r"probability|model|matrix|equivalence|(?<!Cache-)control",
    re.IGNORECASE,
)
# Conditions, sources and signatures are planted with words that cannot occur by chance.
PLANTED = {
    "condition": "EC0PLANTED",
    "source": "SOURCEPLANTED",
    "signature": "SIGNATUREPLANTED",
    "memberships": ["EC0PLANTED", "ML2PLANTED"],
    "measures": {"MEASUREPLANTED": 1},
    "sentence_key": "KEYPLANTED",
    "probability": 0.123456,
}
