/* The scales of a sentence, and the keys that answer the current one: numbers choose points, arrows one of two sentences;
   Enter goes on, Backspace goes back, ? shows the list of keys. */

// A number may have two figures or a minus, so we wait a moment where more could come.
const WAIT_FOR_MORE_MS = 800;
// Of any script: there are keyboards with Devanagari or Arabic figures.
const FIGURE = /^\p{Nd}$/u;
// Whether one lies on this side of the other.
const ARROWS = {
  ArrowLeft: (one, other) => one.left < other.left,
  ArrowRight: (one, other) => one.left > other.left,
  ArrowUp: (one, other) => one.top < other.top,
  ArrowDown: (one, other) => one.top > other.top,
};

let scales = [];
let current = null;
// The figures of a number so far, and the scale they are for.
let typed = "";
let typedFor = null;
let hasFigureChosen = false;
let timer = 0;

export function makeCurrent(scale) {
  if (current) current.classList.remove("current");
  current = scale;
  if (scale) scale.classList.add("current");
}

/* Make the first open scale the current one, else the first. `onChange(scale, isWhole)` is called when a point is chosen;
   `isWhole`: a second figure made one number of it and the point chosen just before. */
export function startScales(onChange) {
  scales = [...document.querySelectorAll("#rating .scale")];
  for (const scale of scales) {
    scale.addEventListener("change", (event) => onChange(scale, Boolean(event.detail?.isWhole)));
    scale.addEventListener("focusin", () => makeCurrent(scale));
  }
  makeCurrent(scales.find(isOpen) || scales[0] || null);
}

/* Choose a point without a click; whether it was not chosen yet. */
function choose(point, isWhole = false) {
  if (point.checked) return false;
  point.checked = true;
  point.dispatchEvent(new CustomEvent("change", { bubbles: true, detail: { isWhole } }));
  return true;
}

/* To the next open scale. When all are answered: to the one that follows, or from the last one to the button that goes
   on; it stays the current one then, so that another number corrects it. */
function moveOn(from) {
  const following = scales.slice(scales.indexOf(from) + 1);
  const next = following.concat(scales).find(isOpen) || following[0];
  makeCurrent(next || from);
  (next ? next.querySelector("input:checked") || next.querySelector("input") : document.getElementById("next")).focus();
}

function isOpen(scale) {
  return !scale.querySelector("input:checked");
}

/* -- Keys ---------------------------------------------------------------------------------------------------------- */

export function listenForKeys({ onEnter }) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { key, target } = event;
    if (target.matches("textarea, input[type=text], select")) return;
    if (FIGURE.test(key) || (key === "-" && document.querySelector(".scale input[value^='-']"))) {
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
    } else if (key in ARROWS && !event.shiftKey && chooseSide(key, target)) {
      event.preventDefault();
    }
  });
}

/* "4" for "4", "४" and "٤": the figures of a script follow each other from its zero. */
export function latinFigure(key) {
  const code = key.codePointAt(0);
  let zero = code;
  while (FIGURE.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return String((code - zero) % 10);
}

function typeNumber(key) {
  clearTimeout(timer);
  if (typedFor !== current) typed = "";
  // A figure that cannot belong to the number before it begins the next answer.
  if (typed && !pointsBeginningWith(typed + key).length) finishNumber();
  // "1", chosen a moment ago, becomes "10".
  const isWhole = typed !== "" && hasFigureChosen;
  typed += key;
  typedFor = current;
  const possible = pointsBeginningWith(typed);
  const exact = possible.find((point) => point.value === typed);
  hasFigureChosen = Boolean(exact) && choose(exact, isWhole);
  if (!possible.length) typed = "";
  else if (exact && possible.length === 1) finishNumber();
  else timer = setTimeout(finishNumber, WAIT_FOR_MORE_MS);
}

function pointsBeginningWith(text) {
  return current ? [...current.querySelectorAll("input")].filter((point) => point.value.startsWith(text)) : [];
}

/* What was typed is a whole number: if it is a point, on to the next scale, unless the judge has gone elsewhere. */
function finishNumber() {
  const isPoint = pointsBeginningWith(typed).some((point) => point.value === typed);
  typed = "";
  if (isPoint && typedFor === current) moveOn(typedFor);
}

function toggleKeys() {
  const keys = document.getElementById("keys");
  keys.open = !keys.open;
  if (keys.open) keys.scrollIntoView({ block: "nearest" });
}

/* Choose the sentence on this side of the screen. Whether there is one: sentences above each other have no left and
   right, and the page scrolls as usual. */
function chooseSide(key, target) {
  const couple = document.getElementById("couple");
  const field = target.closest("details, fieldset");
  if (!couple || (field && field !== couple)) return false;
  const sides = [...couple.querySelectorAll(".side")].slice(0, 2);
  const places = sides.map((side) => side.getBoundingClientRect());
  const side = sides.find((_, number) => ARROWS[key](places[number], places[1 - number]));
  if (!side) return false;
  const point = side.querySelector("input");
  choose(point);
  makeCurrent(couple);
  point.focus();
  return true;
}
