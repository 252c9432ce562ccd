/* The scales of a sentence: choosing a point, and which scale is the current one, that the number keys answer. */

let scales = [];
let current = null;

export function currentScale() {
  return current;
}

export function makeCurrent(scale) {
  if (current) current.classList.remove("current");
  current = scale;
  if (scale) scale.classList.add("current");
}

/* Make the first open scale the current one, else the first; `onChange(scale)` is called when a point is chosen. */
export function startScales(onChange) {
  scales = [...document.querySelectorAll("#rating .scale")];
  for (const scale of scales) {
    scale.addEventListener("change", () => onChange(scale));
    scale.addEventListener("focusin", () => makeCurrent(scale));
  }
  makeCurrent(scales.find(isOpen) || scales[0] || null);
}

/* Choose a point without a click. */
export function choose(point) {
  if (point.checked) return;
  point.checked = true;
  point.dispatchEvent(new Event("change", { bubbles: true }));
}

/* To the next open scale. When all are answered: to the one that follows, or from the last one to the button that goes
   on; it stays the current one then, so that another number corrects it. */
export function moveOn(from) {
  const following = scales.slice(scales.indexOf(from) + 1);
  const next = following.concat(scales).find(isOpen) || following[0];
  makeCurrent(next || from);
  (next ? next.querySelector("input:checked") || next.querySelector("input") : document.getElementById("next")).focus();
}

function isOpen(scale) {
  return !scale.querySelector("input:checked");
}
