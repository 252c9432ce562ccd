/* The scales of a sentence: choosing a point, and which scale is the current one, that the number keys answer. */

const scales = [...document.querySelectorAll("#rating .scale")];
let current = null;

export function currentScale() {
  return current;
}

export function makeCurrent(scale) {
  if (current) current.classList.remove("current");
  current = scale;
  if (scale) scale.classList.add("current");
}

/* Make the first open scale the current one; `onChange(scale)` is called when a point of a scale is chosen. */
export function startScales(onChange) {
  for (const scale of scales) {
    scale.addEventListener("change", () => onChange(scale));
    scale.addEventListener("focusin", () => makeCurrent(scale));
  }
  makeCurrent(scales.find(isOpen) || null);
}

/* Choose a point without a click. */
export function choose(point) {
  if (point.checked) return;
  point.checked = true;
  point.dispatchEvent(new Event("change", { bubbles: true }));
}

/* To the next open scale, or to the button that goes on when all are answered. */
export function moveOn(from) {
  const open = scales.slice(scales.indexOf(from) + 1).concat(scales).find(isOpen);
  makeCurrent(open || null);
  (open ? open.querySelector("input") : document.getElementById("next")).focus();
}

function isOpen(scale) {
  return !scale.querySelector("input:checked");
}
