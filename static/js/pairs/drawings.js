/* Drawings of trees and alignments: as wide as their place if the words stay legible, else scrolled; buttons make them
   smaller and larger. Sizes are attributes of the SVG, which a strict Content-Security-Policy allows. */

// Words are drawn 15 pixels high: at this scale they are still more than 11.
const LEGIBLE = 0.75;
const STEP = 1.25;
const LEAST = 0.1;
const MOST = 4;
// By label, so that a drawing that is exchanged for a corrected one keeps its size; without an entry it fits itself.
const chosenScales = new Map();

function keyOf(drawing) {
  return drawing.getAttribute("aria-label");
}

function naturalSize(svg) {
  const { width, height } = svg.viewBox.baseVal;
  return { width, height };
}

function wholeScale(drawing, svg) {
  const style = getComputedStyle(drawing);
  const room = drawing.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return room / naturalSize(svg).width;
}

function fittingScale(drawing, svg) {
  return Math.min(1, Math.max(LEGIBLE, wholeScale(drawing, svg)));
}

function scaleOf(drawing, svg) {
  return chosenScales.get(keyOf(drawing)) ?? fittingScale(drawing, svg);
}

function resize(drawing) {
  const svg = drawing.querySelector("svg");
  // Nothing has a width inside closed details.
  if (!svg || !drawing.clientWidth) return;
  const scale = scaleOf(drawing, svg);
  const { width, height } = naturalSize(svg);
  svg.setAttribute("width", String(Math.floor(width * scale)));
  svg.setAttribute("height", String(Math.ceil(height * scale)));
  const hint = drawing.parentElement.querySelector("[data-overflow]");
  if (hint) hint.hidden = drawing.scrollWidth <= drawing.clientWidth;
}

const whenResized = new ResizeObserver((entries) => {
  for (const entry of entries) resize(entry.target);
});

function prepare() {
  for (const drawing of document.querySelectorAll(".drawing-frame > .drawing")) {
    drawing.parentElement.querySelector(".drawing-tools").hidden = false;
    whenResized.observe(drawing);
    resize(drawing);
  }
}

function zoom(button) {
  const drawing = button.closest(".drawing-frame").querySelector(".drawing");
  const svg = drawing.querySelector("svg");
  const factor = { smaller: 1 / STEP, larger: STEP }[button.dataset.zoom];
  const wanted = factor ? scaleOf(drawing, svg) * factor : Math.min(1, wholeScale(drawing, svg));
  chosenScales.set(keyOf(drawing), Math.min(MOST, Math.max(LEAST, wanted)));
  resize(drawing);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-zoom]");
  if (button) zoom(button);
});
document.body.addEventListener("htmx:afterSettle", prepare);
prepare();
