/* Links as text ("0-1 2-2", positions in the first and the second sentence) and as a set; how sure the proposed are. */
import { form } from "./bench_state.js";

const SURE = 0.85;
const FAIR = 0.6;
const proposed = form.dataset.proposed.split(" ");
const confidences = form.dataset.confidence.split(" ").filter(Boolean).map(Number);
const confidenceOf = new Map(confidences.map((sure, place) => [proposed[place], sure]));

export function readLinks(text) {
  return new Set(text.split(/\s+/).filter((link) => /^\d{1,4}-\d{1,4}$/.test(link)).map(plain));
}

function plain(link) {
  return link.split("-").map(Number).join("-");
}

export function linksAsText(links) {
  const pairs = [...links].map((link) => link.split("-").map(Number));
  pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return pairs.map((pair) => pair.join("-")).join(" ");
}

/* The link between two words, whichever is of the first sentence. */
export function linkBetween(one, other) {
  const [first, second] = one.side === "l1" ? [one, other] : [other, one];
  return `${first.index}-${second.index}`;
}

/* "sure", "fair" or "unsure" of a proposed link, "own" of one that a person made. */
export function levelOf(link) {
  const sure = confidenceOf.get(link);
  if (sure === undefined) return "own";
  if (sure >= SURE) return "sure";
  return sure >= FAIR ? "fair" : "unsure";
}

/* The links that the site says no sentence is made of, each with the reason. */
let reasons = new Map();

export function readUnused(preview) {
  const said = [...preview.querySelectorAll(".unused-links [data-link]")];
  reasons = new Map(said.map((each) => [each.dataset.link, each.querySelector(".reason").textContent.trim()]));
}

export const whyUnused = (link) => reasons.get(link);

/* The links of a word, each with the position of its partner. */
export function linksOf(links, { side, index }) {
  const own = side === "l1" ? 0 : 1;
  return [...links].map((link) => ({ link, ends: link.split("-") }))
    .filter(({ ends }) => ends[own] === index)
    .map(({ link, ends }) => ({ link, partner: { side: side === "l1" ? "l2" : "l1", index: ends[1 - own] } }));
}
