/* Two sentences beside each other: an arrow chooses the one on its side, wherever it stands on this screen and in this
   direction of writing. Figures choose too, as on any scale. */
import { choose, makeCurrent } from "./scales.js";

const ARROWS = {
  ArrowLeft: (one, other) => one.left < other.left,
  ArrowRight: (one, other) => one.left > other.left,
  ArrowUp: (one, other) => one.top < other.top,
  ArrowDown: (one, other) => one.top > other.top,
};

export function listenForArrows() {
  document.addEventListener("keydown", handleArrow);
}

function handleArrow(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !(event.key in ARROWS)) return;
  const couple = document.getElementById("couple");
  if (!couple) return;
  const elsewhere = event.target.closest("textarea, select, details, fieldset");
  if (elsewhere && elsewhere !== couple) return;
  const side = sideTowards(couple, event.key);
  // Sentences that stand above each other have no left and right: then the page scrolls as usual.
  if (!side) return;
  event.preventDefault();
  const point = side.querySelector("input");
  choose(point);
  makeCurrent(couple);
  point.focus();
}

function sideTowards(couple, key) {
  const [one, other] = couple.querySelectorAll(".side");
  const [here, there] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
  if (ARROWS[key](here, there)) return one;
  return ARROWS[key](there, here) ? other : null;
}
