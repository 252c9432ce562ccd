/* Changes of a tree. Each takes a tree and the path of a node (the number of the child at each level) and gives
   { tree, path }: a new tree and where the node is now. What cannot be done throws an Error that says why. */

export function nodeAt(tree, path) {
  return path.reduce((node, place) => node.children[place], tree);
}

/* The tree with other children at a path. */
function withChildren(tree, path, children) {
  if (!path.length) return { label: tree.label, children };
  const [place, ...rest] = path;
  return { ...tree, children: tree.children.map((each, at) => (at === place ? withChildren(each, rest, children) : each)) };
}

/* Where a node stands: its parent's path, its place there, its siblings. */
function surroundings(tree, path) {
  if (!path.length) throw new Error("The outermost bracket stays where it is.");
  const above = path.slice(0, -1);
  return { above, place: path.at(-1), siblings: nodeAt(tree, above).children };
}

/* Put these nodes where some of the siblings were. */
function spliced(tree, above, siblings, from, count, ...nodes) {
  return withChildren(tree, above, [...siblings.slice(0, from), ...nodes, ...siblings.slice(from + count)]);
}

export function relabel(tree, path, { label }) {
  if (!/^[^\s()]+$/.test(label)) throw new Error("A label has no spaces and no brackets.");
  const changed = { ...nodeAt(tree, path), label };
  if (!path.length) return { tree: changed, path };
  const { above, place, siblings } = surroundings(tree, path);
  return { tree: spliced(tree, above, siblings, place, 1, changed), path };
}

/* A new bracket around a node, or around so many siblings from it on. */
export function wrap(tree, path, { label, count = 1 }) {
  if (!path.length) return { tree: { label, children: [tree] }, path };
  const { above, place, siblings } = surroundings(tree, path);
  const bracket = { label, children: siblings.slice(place, place + count) };
  return { tree: spliced(tree, above, siblings, place, count, bracket), path };
}

/* Take a bracket away; what it held moves up. */
export function unwrap(tree, path) {
  const node = nodeAt(tree, path);
  if (!node.children) throw new Error("A word keeps its tag. Relabel it instead.");
  if (!path.length) {
    if (node.children.length > 1 || !node.children[0].children) {
      throw new Error("The outermost bracket can go only if it holds a single bracket.");
    }
    return { tree: node.children[0], path };
  }
  const { above, place, siblings } = surroundings(tree, path);
  return { tree: spliced(tree, above, siblings, place, 1, ...node.children), path };
}

/* Out of its bracket, to the side where it stands. */
export function up(tree, path) {
  const { above, place, siblings } = surroundings(tree, path);
  if (siblings.length === 1) return { tree: unwrap(tree, above).tree, path: above };
  const isFirst = place === 0;
  if (!isFirst && place !== siblings.length - 1) {
    throw new Error("Only the first or the last of a bracket can move up. Split the bracket first.");
  }
  const outer = surroundings(tree, above);
  const parent = { ...nodeAt(tree, above), children: siblings.filter((_, at) => at !== place) };
  const node = siblings[place];
  const pair = isFirst ? [node, parent] : [parent, node];
  const moved = spliced(tree, outer.above, outer.siblings, outer.place, 1, ...pair);
  return { tree: moved, path: [...outer.above, outer.place + (isFirst ? 0 : 1)] };
}

/* Into the bracket on its left, as the last of it. */
export function left(tree, path) {
  const { above, place, siblings } = surroundings(tree, path);
  const host = siblings[place - 1];
  if (!host?.children) throw new Error("There is no bracket on its left. Wrap the neighbour first.");
  const filled = { ...host, children: [...host.children, siblings[place]] };
  const moved = spliced(tree, above, siblings, place - 1, 2, filled);
  return { tree: moved, path: [...above, place - 1, host.children.length] };
}

/* Into the bracket on its right, as the first of it. */
export function right(tree, path) {
  const { above, place, siblings } = surroundings(tree, path);
  const host = siblings[place + 1];
  if (!host?.children) throw new Error("There is no bracket on its right. Wrap the neighbour first.");
  const filled = { ...host, children: [siblings[place], ...host.children] };
  return { tree: spliced(tree, above, siblings, place, 2, filled), path: [...above, place, 0] };
}

/* One bracket of two that stand side by side, with the label of the first. */
export function merge(tree, path) {
  const { above, place, siblings } = surroundings(tree, path);
  const [first, second] = siblings.slice(place, place + 2);
  if (!first.children || !second?.children) throw new Error("Merging needs a bracket and another one on its right.");
  const merged = { ...first, children: [...first.children, ...second.children] };
  return { tree: spliced(tree, above, siblings, place, 2, merged), path };
}

/* Two brackets of the one that holds the node: what stands before it, and the rest. */
export function split(tree, path) {
  const { above, place, siblings } = surroundings(tree, path);
  if (!place) throw new Error("Nothing stands before it in its bracket.");
  if (!above.length) throw new Error("The outermost bracket cannot be split. Wrap a part of it instead.");
  const outer = surroundings(tree, above);
  const parent = nodeAt(tree, above);
  const halves = [siblings.slice(0, place), siblings.slice(place)].map((children) => ({ ...parent, children }));
  const done = spliced(tree, outer.above, outer.siblings, outer.place, 1, ...halves);
  return { tree: done, path: [...outer.above, outer.place + 1, 0] };
}
