/* Brackets as text, "(S (NP (NN tea)))", and as nodes: { label, children } or, for a word, { label, word }. */

const PIECE = /[()]|[^\s()]+/g;
const OUTSIDE = "Everything must stand in one outer bracket, such as (S …).";

class BracketError extends Error {}

/* The tree; an Error with words for people if there is none. */
export function readBrackets(text) {
  const open = [];
  let root = null;
  for (const [piece] of text.matchAll(PIECE)) {
    if (root) throw new BracketError(OUTSIDE);
    if (piece === "(") open.push({ label: "", children: [], word: null });
    else if (!open.length) throw new BracketError(OUTSIDE);
    else if (piece === ")") root = close(open);
    else take(open.at(-1), piece);
  }
  if (!root) throw new BracketError(open.length ? "A bracket is not closed." : "Write the tree in brackets.");
  return root;
}

function take(node, piece) {
  if (!node.label && !node.children.length) node.label = piece;
  else if (node.word !== null || node.children.length) throw new BracketError(`“${piece}” needs a bracket with its tag.`);
  else node.word = piece;
}

function close(open) {
  const { label, children, word } = open.pop();
  if (word === null && !children.length) throw new BracketError(`The bracket (${label}) has no word in it.`);
  const node = word === null ? { label, children } : { label, word };
  if (!open.length) return node;
  const parent = open.at(-1);
  if (parent.word !== null) throw new BracketError(`“${parent.word}” needs a bracket with its tag.`);
  parent.children.push(node);
  return null;
}

export function writeBrackets(node) {
  const inner = node.children ? node.children.map(writeBrackets).join(" ") : node.word;
  return `(${node.label} ${inner})`;
}

export function wordsOf(node) {
  return node.children ? node.children.flatMap(wordsOf) : [node.word];
}
