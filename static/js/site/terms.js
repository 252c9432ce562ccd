/* Words of the glossary, explained where a page first uses them: a button that opens a note, by click, tap, keyboard or
   pointing. Without this script pages are as they were, and the glossary is at /help/glossary/. */

const SCRIPT = document.querySelector("script[data-terms]");
/* Where words are somebody's data, are to be pressed already, or are no running text. */
const LEFT_ALONE =
  "a, button, label, legend, summary, select, textarea, option, nav, h1, svg, code, pre, td, th.mono, " +
  "form .errorlist, .sentence, .term-note, .badge, .help-text, .help-hits, .try, main [lang], [data-no-terms]";
const MOST_ON_A_PAGE = 12;
const WAIT_MS = 350;
const explained = new Set();

function escaped(name) {
  return name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/* Names in lower case are found in capitals too; EC0 and AN are not found in "ec0" and "an". */
function patternsOf(terms) {
  const names = terms.flatMap((term) => term.names.map((name) => [name, term]));
  names.sort(([first], [second]) => second.length - first.length);
  return names.map(([name, term]) => {
    const flags = name === name.toLowerCase() ? "iu" : "u";
    return [new RegExp(`(?<![\\p{L}\\p{N}_-])${escaped(name)}(?![\\p{L}\\p{N}_-])`, flags), term];
  });
}

function noteFor(term, number) {
  const note = document.createElement("span");
  note.className = "term-note";
  note.id = `term-${number}`;
  note.popover = "auto";
  note.setAttribute("role", "note");
  const more = document.createElement("a");
  more.href = term.address;
  more.textContent = "Glossary";
  note.append(term.text, " ", more);
  return note;
}

/* The note stands under its word, or above where there is no room, and never beyond the screen. */
function place(note, button) {
  const word = button.getBoundingClientRect();
  const box = note.getBoundingClientRect();
  const left = Math.min(Math.max(8, word.left), innerWidth - box.width - 8);
  const below = word.bottom + 6;
  note.style.left = `${Math.max(8, left)}px`;
  note.style.top = `${below + box.height > innerHeight ? Math.max(8, word.top - box.height - 6) : below}px`;
}

function openByPointing(button, note) {
  let waiting;
  const later = (action) => {
    clearTimeout(waiting);
    waiting = setTimeout(action, WAIT_MS);
  };
  for (const element of [button, note]) {
    element.addEventListener("pointerenter", (event) => {
      if (event.pointerType === "mouse") later(() => note.matches(":popover-open") || note.showPopover());
    });
    element.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse") later(() => note.matches(":popover-open") && note.hidePopover());
    });
  }
  button.addEventListener("click", () => clearTimeout(waiting));
}

/* A button may end a line, and a bracket or a full stop would then begin the next: what touches the word stays with it. */
function keepTogether(before, button, after) {
  const opening = before.data.match(/[^\s\p{L}\p{N}]*$/u)[0].length;
  const closing = after.data.match(/^[^\s\p{L}\p{N}]*/u)[0].length;
  if (!opening && !closing) return after;
  const touching = before.splitText(before.length - opening);
  const rest = after.splitText(closing);
  const together = document.createElement("span");
  together.className = "term-together";
  button.before(together);
  together.append(touching, button, after);
  return rest;
}

/* Returns the text after the word. */
function explain(node, found, term) {
  const word = node.splitText(found.index);
  const after = word.splitText(found[0].length);
  const button = document.createElement("button");
  const note = noteFor(term, explained.size);
  button.type = "button";
  button.className = "term";
  button.textContent = word.data;
  button.setAttribute("aria-describedby", note.id);
  button.popoverTargetElement = note;
  word.replaceWith(button);
  /* Beside the text, not in it: what is copied or read aloud stays the sentence. */
  document.querySelector("main").append(note);
  note.addEventListener("toggle", (event) => event.newState === "open" && place(note, button));
  openByPointing(button, note);
  return keepTogether(node, button, after);
}

function firstUses(root, patterns) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (let node = texts.shift(); node && explained.size < MOST_ON_A_PAGE; node = texts.shift()) {
    if (!node.data.trim() || node.parentElement.closest(LEFT_ALONE)) continue;
    for (const [pattern, term] of patterns) {
      const found = explained.has(term) ? null : pattern.exec(node.data);
      if (!found) continue;
      explained.add(term);
      /* What stands before and after the word may have others. */
      texts.unshift(node, explain(node, found, term));
      break;
    }
  }
}

async function start() {
  if (!("popover" in HTMLElement.prototype)) return;
  const answer = await fetch(SCRIPT.dataset.terms);
  if (!answer.ok) return;
  const { terms } = await answer.json();
  const patterns = patternsOf(terms);
  firstUses(document.querySelector("main"), patterns);
  document.body.addEventListener("htmx:afterSettle", (event) => firstUses(event.target, patterns));
}

start();
