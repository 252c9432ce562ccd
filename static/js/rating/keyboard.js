/* The keys of the rating page: numbers choose points, Enter goes on, Backspace goes back, ? shows the list of keys. */
import { choose, currentScale, moveOn } from "./scales.js";

// A number may have two figures or a minus, so we wait a moment where more could come.
const WAIT_FOR_MORE_MS = 800;
// Of any script: there are keyboards with Devanagari or Arabic figures.
const FIGURE = /^\p{Nd}$/u;
let typed = "";
let typedFor = null;
let timer = 0;

export function listenForKeys({ onEnter }) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { key, target } = event;
    if (target.matches("textarea, input[type=text], select")) return;
    if (FIGURE.test(key) || (key === "-" && hasNegativePoints())) {
      event.preventDefault();
      // A key held down is one answer, not the same one for every scale.
      if (!event.repeat) typeNumber(key === "-" ? key : latinFigure(key));
    } else if (key === "Enter" && !target.closest("a, button, summary")) {
      event.preventDefault();
      // Nor does a key held down pass one sentence after the other.
      if (!event.repeat) onEnter();
    } else if (key === "Backspace") {
      event.preventDefault();
      document.getElementById("back").click();
    } else if (key === "?") {
      toggleKeys();
    }
  });
}

function hasNegativePoints() {
  return Boolean(document.querySelector("#rating .scale input[value^='-']"));
}

/* "4" for "4", "४" and "٤": the figures of a script follow each other from its zero. */
function latinFigure(key) {
  const code = key.codePointAt(0);
  let zero = code;
  while (FIGURE.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

function typeNumber(key) {
  clearTimeout(timer);
  if (typedFor !== currentScale()) typed = "";
  // A figure that cannot belong to the number before it begins the next answer.
  if (typed && !pointsBeginningWith(typed + key).length) finishNumber();
  typed += key;
  typedFor = currentScale();
  const possible = pointsBeginningWith(typed);
  const exact = possible.find((point) => point.value === typed);
  if (exact) choose(exact);
  if (!possible.length) typed = "";
  else if (exact && possible.length === 1) finishNumber();
  else timer = setTimeout(finishNumber, WAIT_FOR_MORE_MS);
}

function pointsBeginningWith(text) {
  const scale = currentScale();
  return scale ? [...scale.querySelectorAll("input")].filter((point) => point.value.startsWith(text)) : [];
}

/* What was typed is a whole number: if it is a point, on to the next scale, unless the judge has gone elsewhere. */
function finishNumber() {
  const isPoint = pointsBeginningWith(typed).some((point) => point.value === typed);
  typed = "";
  if (isPoint && typedFor === currentScale()) moveOn(typedFor);
}

function toggleKeys() {
  const keys = document.getElementById("keys");
  keys.open = !keys.open;
  if (keys.open) keys.scrollIntoView({ block: "nearest" });
}
