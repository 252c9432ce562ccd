/* The links as curves between the words. The words lie in two rows, or, where they do not fit, in two columns. */
import { levelOf, whyUnused } from "./bench_links.js";

const SVG = "http://www.w3.org/2000/svg";
const bench = document.getElementById("bench");
const curves = document.getElementById("curves");
const sentences = [...bench.querySelectorAll(".bench-words")];
const WORDS = { sure: "sure", fair: "likely", unsure: "unsure", own: "by hand" };

export const isInColumns = () => bench.classList.contains("columns");

export function wordAt({ side, index }) {
  return bench.querySelector(`.bench-word[data-side="${side}"][data-index="${index}"]`);
}

/* Two rows if both fit, else two columns. */
export function arrange() {
  bench.classList.remove("columns");
  const fits = sentences.every((sentence) => sentence.scrollWidth <= sentence.clientWidth + 1);
  bench.classList.toggle("columns", !fits);
}

export function drawCurves(links) {
  const room = bench.getBoundingClientRect();
  curves.setAttribute("width", String(bench.clientWidth));
  curves.setAttribute("height", String(bench.clientHeight));
  const ends = [...links].map((link) => link.split("-"))
    .map(([first, second]) => [`${first}-${second}`, wordAt({ side: "l1", index: first }), wordAt({ side: "l2", index: second })])
    .filter(([, first, second]) => first && second);
  curves.replaceChildren(...ends.flatMap(([link, first, second]) => drawn(link, points(first, second, room))));
}

function points(first, second, room) {
  const one = first.getBoundingClientRect();
  const two = second.getBoundingClientRect();
  if (isInColumns()) {
    const start = [one.right - room.left, one.top + one.height / 2 - room.top];
    const end = [two.left - room.left, two.top + two.height / 2 - room.top];
    const middle = (start[0] + end[0]) / 2;
    return { start, end, from: [middle, start[1]], to: [middle, end[1]] };
  }
  const start = [one.left + one.width / 2 - room.left, one.bottom - room.top];
  const end = [two.left + two.width / 2 - room.left, two.top - room.top];
  const middle = (start[1] + end[1]) / 2;
  return { start, end, from: [start[0], middle], to: [end[0], middle] };
}

function drawn(link, { start, end, from, to }) {
  const level = levelOf(link);
  const isUnused = Boolean(whyUnused(link));
  const path = `M ${start} C ${from} ${to} ${end}`;
  const curve = element("path", { d: path, class: `curve ${isUnused ? "unused" : level}`, "data-link": link });
  // Broader, so that a pointer finds it.
  const handle = element("path", { d: path, class: "curve-handle", "data-unlink": link });
  const title = document.createElementNS(SVG, "title");
  title.textContent = `${isUnused ? "not used" : WORDS[level]}: click to take the link away`;
  handle.append(title);
  if (isUnused) return [curve, handle, mark("×", start, end)];
  return level === "unsure" ? [curve, handle, mark("?", start, end)] : [curve, handle];
}

/* Not by colour alone. */
function mark(sign, start, end) {
  const text = element("text", { x: (start[0] + end[0]) / 2, y: (start[1] + end[1]) / 2 + 5, class: "curve-mark" });
  text.textContent = sign;
  return text;
}

function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
