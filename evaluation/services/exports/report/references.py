"""The works whose methods a paragraph can name, for BibTeX; only what was found said elsewhere in the same way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from evaluation.services.exports.formats.latex_text import latex_text
from evaluation.services.generation import CORE_VERSION


@dataclass(frozen=True)
class Reference:
    """`short` is how a text cites it. Values are plain text; `title` keeps its capitals."""

    key: str
    kind: str
    short: str
    author: str
    title: str
    year: int
    more: dict[str, str] = field(default_factory=dict)

    def entry(self) -> str:
        """As BibTeX."""
        fields = {"author": self.author, "title": self.title, "year": str(self.year)} | self.more
        lines = [f"  {name} = {{{_value(name, value)}}}" for name, value in fields.items()]
        return f"@{self.kind}{{{self.key},\n" + ",\n".join(lines) + "\n}\n"


def _value(name: str, value: str) -> str:
    if name == "pages":
        return value.replace("–", "--")
    if name in ("doi", "url"):
        return value
    # A corporate author is one name.
    if name == "title" or (name == "author" and value.startswith("The ")):
        return f"{{{latex_text(value)}}}"
    return latex_text(value)


def bibtex(keys: Iterable[str]) -> str:
    return "\n".join(REFERENCES[key].entry() for key in keys)


def _article(
    key: str, short: str, author: str, title: str, journal: str, volume: str, pages: str = "", **more: str
) -> Reference:
    """`volume` with its number: 6(2)."""
    whole, _bracket, number = volume.rstrip(")").partition("(")
    where = {"journal": journal, "volume": whole, "number": number} | ({"pages": pages} if pages else {})
    return Reference(key, "article", short, author, title, int(key[-4:]), where | more)


_ALL = (
    Reference(
        "cswitch",
        "misc",
        f"CSwitch {CORE_VERSION}",
        "The CSwitch authors",
        "CSwitch: generating and judging code-switched sentences",
        2026,
        {"note": f"Version {CORE_VERSION}"},
    ),
    Reference(
        "bhat2016",
        "misc",
        "Bhat et al. 2016",
        "Bhat, Gayatri and Choudhury, Monojit and Bali, Kalika",
        "Grammatical Constraints on Intra-sentential Code-Switching: From Theories to Working Models",
        2016,
        {"eprint": "1612.04538", "archivePrefix": "arXiv", "primaryClass": "cs.CL", "note": "arXiv:1612.04538"},
    ),
    Reference(
        "krippendorff2011",
        "techreport",
        "Krippendorff 2011",
        "Krippendorff, Klaus",
        "Computing Krippendorff's Alpha-Reliability",
        2011,
        {"institution": "University of Pennsylvania"},
    ),
    Reference(
        "cochran1977",
        "book",
        "Cochran 1977",
        "Cochran, William G.",
        "Sampling Techniques",
        1977,
        {"publisher": "Wiley", "address": "New York", "edition": "Third"},
    ),
    Reference(
        "christensen2019",
        "misc",
        "Christensen 2019",
        "Christensen, Rune Haubo Bojesen",
        "ordinal: Regression Models for Ordinal Data",
        2019,
        {"note": "R package version 2019.12-10", "url": "https://CRAN.R-project.org/package=ordinal"},
    ),
    _article(
        "mcgraw1996",
        "McGraw and Wong 1996",
        "McGraw, Kenneth O. and Wong, S. P.",
        "Forming Inferences About Some Intraclass Correlation Coefficients",
        "Psychological Methods",
        "1(1)",
        "30–46",
        doi="10.1037/1082-989X.1.1.30",
    ),
    _article(
        "cohen1968",
        "Cohen 1968",
        "Cohen, Jacob",
        "Weighted Kappa: Nominal Scale Agreement with Provision for Scaled Disagreement or Partial Credit",
        "Psychological Bulletin",
        "70(4)",
        "213–220",
        doi="10.1037/h0026256",
    ),
    _article(
        "cameron2011",
        "Cameron et al. 2011",
        "Cameron, A. Colin and Gelbach, Jonah B. and Miller, Douglas L.",
        "Robust Inference With Multiway Clustering",
        "Journal of Business & Economic Statistics",
        "29(2)",
        "238–249",
        doi="10.1198/jbes.2010.07136",
    ),
    _article(
        "wilson1927",
        "Wilson 1927",
        "Wilson, Edwin B.",
        "Probable Inference, the Law of Succession, and Statistical Inference",
        "Journal of the American Statistical Association",
        "22(158)",
        "209–212",
        doi="10.1080/01621459.1927.10502953",
    ),
    _article(
        "dean2015",
        "Dean and Pagano 2015",
        "Dean, Natalie and Pagano, Marcello",
        "Evaluating Confidence Interval Methods for Binomial Proportions in Clustered Surveys",
        "Journal of Survey Statistics and Methodology",
        "3(4)",
        "484–503",
        doi="10.1093/jssam/smv024",
    ),
    _article(
        "fieller1954",
        "Fieller 1954",
        "Fieller, E. C.",
        "Some Problems in Interval Estimation",
        "Journal of the Royal Statistical Society, Series B",
        "16(2)",
        "175–185",
        doi="10.1111/j.2517-6161.1954.tb00159.x",
    ),
    _article(
        "miettinen1985",
        "Miettinen and Nurminen 1985",
        "Miettinen, Olli and Nurminen, Markku",
        "Comparative Analysis of Two Rates",
        "Statistics in Medicine",
        "4(2)",
        "213–226",
        doi="10.1002/sim.4780040211",
    ),
    _article(
        "schuirmann1987",
        "Schuirmann 1987",
        "Schuirmann, Donald J.",
        "A Comparison of the Two One-Sided Tests Procedure and the Power Approach for Assessing the Equivalence of "
        "Average Bioavailability",
        "Journal of Pharmacokinetics and Biopharmaceutics",
        "15(6)",
        "657–680",
        doi="10.1007/BF01068419",
    ),
    _article(
        "holm1979",
        "Holm 1979",
        "Holm, Sture",
        "A Simple Sequentially Rejective Multiple Test Procedure",
        "Scandinavian Journal of Statistics",
        "6(2)",
        "65–70",
        url="https://www.jstor.org/stable/4615733",
    ),
    _article(
        "phipson2010",
        "Phipson and Smyth 2010",
        "Phipson, Belinda and Smyth, Gordon K.",
        "Permutation P-values Should Never Be Zero: Calculating Exact P-values When Permutations Are Randomly Drawn",
        "Statistical Applications in Genetics and Molecular Biology",
        "9(1)",
        note="Article 39",
        doi="10.2202/1544-6115.1585",
    ),
    _article(
        "hautus1995",
        "Hautus 1995",
        "Hautus, Michael J.",
        "Corrections for Extreme Proportions and Their Biasing Effects on Estimated Values of d′",
        "Behavior Research Methods, Instruments, & Computers",
        "27(1)",
        "46–51",
        doi="10.3758/BF03203619",
    ),
)
REFERENCES = {one.key: one for one in _ALL}
