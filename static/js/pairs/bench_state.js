/* What stands on the workbench: the links and the tree, as text in the form's two fields, with what they were before. */

export const form = document.getElementById("workbench");
const fields = { alignment: document.getElementById("alignment"), tree: document.getElementById("tree") };
const listeners = [];
let past = [];
let future = [];
let current = { alignment: fields.alignment.value, tree: fields.tree.value };
const saved = current;
let isTyping = false;

export const state = () => current;
export const canUndo = () => past.length > 0;
export const canRedo = () => future.length > 0;
export const isChanged = () => current.alignment !== saved.alignment || current.tree !== saved.tree;

/* Call a function now and whenever links or tree have changed. */
export function whenShown(listener) {
  listeners.push(listener);
}

export function showState() {
  for (const [name, field] of Object.entries(fields)) if (field.value !== current[name]) field.value = current[name];
  for (const listener of listeners) listener(current);
  htmx.trigger(form, "changed");
}

/* Change links or tree; what is typed letter by letter is one change. */
export function change(next, { typed = false } = {}) {
  const wanted = { ...current, ...next };
  if (wanted.alignment === current.alignment && wanted.tree === current.tree) return;
  if (!(typed && isTyping)) past.push(current);
  isTyping = typed;
  future = [];
  current = wanted;
  showState();
}

export function undo() {
  if (!canUndo()) return;
  isTyping = false;
  future.push(current);
  current = past.pop();
  showState();
}

export function redo() {
  if (!canRedo()) return;
  isTyping = false;
  past.push(current);
  current = future.pop();
  showState();
}
