"""Demo data: three people, the paper's pairs, its Table 2 as a closed study, an open study to try rating in, and a
finished study of matched pairs with simulated judges.

Loading it again changes nothing; what was rated since stays.
"""

from evaluation.services.demo.demo_data import Demo, load, load_laboratory
from evaluation.services.demo.sign_ins import SIGN_INS

__all__ = ["SIGN_INS", "Demo", "load", "load_laboratory"]
