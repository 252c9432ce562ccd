/* A tree as SVG whose nodes can be chosen: words side by side, each bracket above the middle of what it holds. */
import { wordsOf } from "./brackets.js";

const SVG = "http://www.w3.org/2000/svg";
const LEVEL = 48;
const LINE = 20;
const MARGIN = 16;
const GAP = 18;
const HALF_BOX = 11;
const pen = document.createElement("canvas").getContext("2d");

function widthOf(text, style) {
  pen.font = `15px ${style.fontFamily}`;
  return pen.measureText(text).width;
}

/* Every node with its path, place and depth, parents before their children. */
function laidOut(tree, style) {
  let right = MARGIN;
  const found = [];
  const place = (node, path) => {
    const entry = { node, path, y: MARGIN + LINE + path.length * LEVEL };
    found.push(entry);
    if (node.children) {
      const below = node.children.map((child, at) => place(child, [...path, at]));
      entry.x = (below[0].x + below.at(-1).x) / 2;
      entry.below = below;
    } else {
      const room = Math.max(widthOf(node.word, style), widthOf(node.label, style));
      entry.x = right + room / 2;
      right += room + GAP;
    }
    entry.halfWidth = widthOf(node.label, style) / 2 + 6;
    return entry;
  };
  place(tree, []);
  return { found, width: right - GAP + MARGIN };
}

function element(name, attributes, ...inside) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.append(...inside);
  return made;
}

function branch(from, to) {
  return element("line", { class: "branch", x1: from.x, y1: from.y + 6, x2: to.x, y2: to.y - 16 });
}

function drawnNode({ node, path, x, y, halfWidth }, lang) {
  const box = { x: x - halfWidth, y: y - LINE + 5 - 2, width: 2 * halfWidth, height: 2 * HALF_BOX, rx: 5 };
  const inside = [
    element("rect", { class: "node-box", ...box }),
    element("text", { class: "label", x, y, "text-anchor": "middle" }, node.label),
  ];
  if (!node.children) {
    inside.push(element("text", { class: "words l1", x, y: y + LINE, "text-anchor": "middle", lang }, node.word));
  }
  return element("g", {
    class: "node",
    role: "treeitem",
    tabindex: -1,
    "data-path": path.join("."),
    "aria-level": path.length + 1,
    "aria-label": `${node.label}: ${wordsOf(node).join(" ")}`,
  }, ...inside);
}

export function drawTree(tree, { lang, style }) {
  const { found, width } = laidOut(tree, style);
  const height = Math.max(...found.map(({ y }) => y)) + LINE + MARGIN;
  const size = { viewBox: `0 0 ${width} ${height}`, width: Math.ceil(width), height };
  const branches = found.flatMap((entry) => (entry.below ?? []).map((child) => branch(entry, child)));
  const nodes = found.map((entry) => drawnNode(entry, lang));
  return element("svg", { class: "tree", role: "tree", "aria-label": "The tree", ...size }, ...branches, ...nodes);
}
