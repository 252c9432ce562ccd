"""The pages judges see. The one on which a sentence is rated is ``sentence.py``, with ``rating/sentence.html``."""
