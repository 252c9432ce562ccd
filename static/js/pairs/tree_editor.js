/* The tree of the first sentence: chosen and changed in the drawing, or written in brackets; both stay in step. */
import { change, state, whenShown } from "./bench_state.js";
import { readBrackets, wordsOf, writeBrackets } from "./brackets.js";
import { drawTree } from "./tree_drawing.js";
import * as edits from "./tree_edits.js";

const part = document.getElementById("tree-part");
const drawing = document.getElementById("tree-drawing");
const brackets = document.getElementById("tree");
const problem = document.getElementById("tree-problem");
const labelField = document.getElementById("node-label");
const said = document.getElementById("tree-said");
const buttons = [...part.querySelectorAll("[data-edit]")];
const KEYS = { l: "relabel", w: "wrap", x: "unwrap", m: "merge", p: "split" };
const ALT_KEYS = { ArrowUp: "up", ArrowLeft: "left", ArrowRight: "right" };
const TRACE = "-NONE-";
const NEW_LABEL = "XP";

let tree = null;
let words = "";
// The chosen node, and how many siblings from it on.
let path = [];
let count = 1;

const nodeFor = (at) => drawing.querySelector(`[data-path="${at.join(".")}"]`);
const isAtHome = (at) => Boolean(nodeFor(at));
const spoken = (node) => wordsOf(withoutTraces(node)).join(" ");

function withoutTraces(node) {
  return node.children ? { ...node, children: node.children.filter((each) => each.label !== TRACE).map(withoutTraces) } : node;
}

export const hasProblem = () => !problem.hidden;

function showProblem(sentence) {
  problem.textContent = sentence;
  problem.hidden = !sentence;
}

// -- What is shown ---------------------------------------------------------------------------------------------------

function show() {
  const hadFocus = drawing.contains(document.activeElement);
  try {
    tree = readBrackets(state().tree);
    showProblem("");
  } catch (error) {
    showProblem(error.message);
    return;
  }
  const lang = document.querySelector(".bench-words.l1").lang;
  drawing.replaceChildren(drawTree(tree, { lang, style: getComputedStyle(drawing) }));
  while (!isAtHome(path)) path = path.slice(0, -1);
  choose(path, { focus: hadFocus });
}

function choose(at, { focus = true, siblings = 1 } = {}) {
  path = at;
  count = siblings;
  const last = at.at(-1) ?? 0;
  for (const node of drawing.querySelectorAll(".node")) {
    const own = node.dataset.path ? node.dataset.path.split(".").map(Number) : [];
    const isSibling = own.length === at.length && own.slice(0, -1).join() === at.slice(0, -1).join();
    const isChosen = isSibling && (!at.length || (own.at(-1) >= last && own.at(-1) < last + count));
    node.classList.toggle("chosen", isChosen);
    node.setAttribute("aria-selected", String(isChosen));
    node.setAttribute("tabindex", own.join() === at.join() ? "0" : "-1");
  }
  labelField.value = edits.nodeAt(tree, at).label;
  labelField.disabled = false;
  for (const button of buttons) button.disabled = false;
  if (focus) nodeFor(at).focus({ preventScroll: false });
}

// -- Changing --------------------------------------------------------------------------------------------------------

function edit(name) {
  const label = name === "wrap" ? NEW_LABEL : labelField.value.trim();
  try {
    const done = edits[name](tree, path, { label, count });
    path = done.path;
    count = 1;
    said.textContent = "";
    change({ tree: writeBrackets(done.tree) });
    if (name === "wrap") askForLabel();
  } catch (error) {
    said.textContent = error.message;
  }
}

function askForLabel() {
  labelField.focus();
  labelField.select();
}

function typed() {
  try {
    const read = readBrackets(brackets.value);
    if (spoken(read) !== words) throw new Error(`The brackets must hold these words in this order: ${words}`);
    change({ tree: brackets.value }, { typed: true });
    showProblem("");
  } catch (error) {
    showProblem(error.message);
  }
}

// -- Going through the tree ------------------------------------------------------------------------------------------

function beside(step) {
  const moved = [...path.slice(0, -1), (path.at(-1) ?? 0) + step];
  if (path.length && isAtHome(moved) && moved.at(-1) >= 0) return moved;
  const level = [...drawing.querySelectorAll(`.node[aria-level="${path.length + 1}"]`)];
  const next = level[level.indexOf(nodeFor(path)) + step];
  return next ? pathOf(next) : path;
}

function pathOf(node) {
  return node.dataset.path ? node.dataset.path.split(".").map(Number) : [];
}

function go(key, isExtending) {
  const siblings = path.length ? edits.nodeAt(tree, path.slice(0, -1)).children.length : 1;
  if (isExtending && key === "ArrowRight") {
    choose(path, { siblings: Math.min(count + 1, siblings - (path.at(-1) ?? 0)) });
  } else if (isExtending && key === "ArrowLeft") choose(path, { siblings: Math.max(1, count - 1) });
  else if (key === "ArrowUp") choose(path.slice(0, -1));
  else if (key === "ArrowDown") choose(isAtHome([...path, 0]) ? [...path, 0] : path);
  else choose(beside(key === "ArrowRight" ? 1 : -1));
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey) return;
  const name = event.altKey ? ALT_KEYS[event.key] : KEYS[event.key.toLowerCase()];
  if (name === "relabel") askForLabel();
  else if (name) edit(name);
  else if (!event.altKey && event.key.startsWith("Arrow")) go(event.key, event.shiftKey);
  else return;
  event.preventDefault();
}

function clicked(event) {
  const node = event.target.closest(".node");
  if (!node) return;
  const at = pathOf(node);
  const isBeside = at.length === path.length && at.slice(0, -1).join() === path.slice(0, -1).join();
  if (event.shiftKey && isBeside && at.at(-1) >= path.at(-1)) choose(path, { siblings: at.at(-1) - path.at(-1) + 1 });
  else choose(at);
}

export function toggleTree() {
  if (part.open && part.contains(document.activeElement)) part.open = false;
  else goToTree();
}

export function goToTree() {
  part.open = true;
  nodeFor(path)?.focus();
  part.scrollIntoView({ block: "nearest" });
}

export function startTree() {
  words = spoken(readBrackets(state().tree));
  whenShown(show);
  drawing.addEventListener("click", clicked);
  drawing.addEventListener("keydown", pressed);
  brackets.addEventListener("input", typed);
  for (const button of buttons) button.addEventListener("click", () => edit(button.dataset.edit));
  labelField.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    edit("relabel");
    nodeFor(path)?.focus();
  });
}
