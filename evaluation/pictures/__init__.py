"""Pictures of results as SVG text: no script, no inline style, printable, and readable without colour.

Every picture has a title and a description for screen readers and comes in two widths, since a picture that shrinks
with the screen takes its words with it. Colours come from classes (`static/css/pictures.css`), which follow the page
into dark mode; the downloadable version carries its own style sheet and a white ground.
"""

from evaluation.pictures.agreement import AgreementRow, agreement_picture
from evaluation.pictures.bars import BarRow, bars_picture
from evaluation.pictures.canvas import NARROW, WIDE, Label, standalone
from evaluation.pictures.curves import power_picture
from evaluation.pictures.forest import ForestRow, forest_picture
from evaluation.pictures.heat import heat_picture
from evaluation.pictures.means import MeanRow, means_picture
from evaluation.pictures.places import places_picture
from evaluation.pictures.progress import progress_picture

__all__ = [
    "NARROW",
    "WIDE",
    "AgreementRow",
    "BarRow",
    "ForestRow",
    "Label",
    "MeanRow",
    "agreement_picture",
    "bars_picture",
    "forest_picture",
    "heat_picture",
    "means_picture",
    "places_picture",
    "power_picture",
    "progress_picture",
    "standalone",
]
