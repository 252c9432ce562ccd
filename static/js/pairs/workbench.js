/* The workbench: one proposed pair a screen, to be corrected and accepted. Links and tree are the form's two text
   fields; what is done here writes them, and the site says what they come to (htmx). */
import { listenForKeys, showKeys } from "./bench_keys.js";
import { canRedo, canUndo, change, form, isChanged, redo, showState, undo, whenShown } from "./bench_state.js";
import { goToDoubt, sayInstead, startWords, toggleSeveral } from "./bench_words.js";
import { goToTree, hasProblem, startTree, toggleTree } from "./tree_editor.js";

const field = document.getElementById("alignment");
const accept = document.getElementById("accept");
const buttons = { undo: document.getElementById("undo"), redo: document.getElementById("redo") };
let isSent = false;

function showHistory() {
  buttons.undo.disabled = !canUndo();
  buttons.redo.disabled = !canRedo();
}

function submitted(event) {
  if (hasProblem() || isSent) {
    event.preventDefault();
    if (hasProblem()) goToTree();
    return;
  }
  isSent = true;
}

function warnOfLoss(event) {
  if (isChanged() && !isSent) event.preventDefault();
}

/* Come back with the browser's own button, and the page can be sent again. */
function shownAgain() {
  isSent = false;
}

/* Until the site has counted anew, the preview says that it is of before. */
const preview = document.getElementById("preview");
const setBusy = (isBusy) => preview.setAttribute("aria-busy", String(isBusy));
for (const name of ["htmx:afterSwap", "htmx:responseError", "htmx:sendError"]) {
  preview.addEventListener(name, () => setBusy(false));
}

function undoAndSay() {
  if (!canUndo()) return;
  undo();
  sayInstead("Undone.");
}

function redoAndSay() {
  if (!canRedo()) return;
  redo();
  sayInstead("Done again.");
}

const acceptPair = () => form.requestSubmit(accept);
const follow = (id) => () => document.getElementById(id)?.click();

startWords();
startTree();
whenShown(showHistory);
whenShown(() => setBusy(true));
buttons.undo.addEventListener("click", undoAndSay);
buttons.redo.addEventListener("click", redoAndSay);
field.addEventListener("change", () => change({ alignment: field.value }));
field.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  change({ alignment: field.value });
});
form.addEventListener("submit", submitted);
window.addEventListener("beforeunload", warnOfLoss);
window.addEventListener("pageshow", shownAgain);
listenForKeys({
  letters: {
    a: acceptPair,
    u: undoAndSay,
    r: redoAndSay,
    g: toggleSeveral,
    s: follow("skip"),
    b: follow("back"),
    n: goToDoubt,
    t: toggleTree,
    "?": showKeys,
  },
  withControl: { Enter: acceptPair, z: undoAndSay, y: redoAndSay, "Shift z": redoAndSay },
});
showState();
document.querySelector(".bench-word").focus({ preventScroll: true });
form.dataset.ready = "";
