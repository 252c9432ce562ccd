/* The page of a pair: correct its alignment by choosing a word, then words of the other sentence. The text field holds
   the links and asks the site for the new drawings (htmx); counts and sentences follow them. */

// Not there where the pair may not be changed.
const field = document.getElementById("alignment");
const figures = document.getElementById("figures");
const chosenWord = document.getElementById("chosen-word");
const WORD = "#alignment-drawing .word";
let chosen = null;
let focused = null;

function wordAt(side, index) {
  return figures.querySelector(`#alignment-drawing [data-side="${side}"][data-index="${index}"]`);
}

// -- Links: "0-1 2-2", positions in the first and the second sentence ------------------------------------------------

function readLinks() {
  return new Set(field.value.split(/\s+/).filter((link) => /^\d+-\d+$/.test(link)));
}

function linksAsText(links) {
  const pairs = [...links].map((link) => link.split("-").map(Number));
  pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return pairs.map((pair) => pair.join("-")).join(" ");
}

function toggleLink(link) {
  const links = readLinks();
  if (!links.delete(link)) links.add(link);
  field.value = linksAsText(links);
  htmx.trigger(field, "change");
}

/* A word and those it is linked to, for screen readers. */
function label(word) {
  const { side, index } = word.dataset;
  const partners = [...readLinks()].map((link) => link.split("-"))
    .filter(([first, second]) => (side === "l1" ? first : second) === index)
    .map(([first, second]) => (side === "l1" ? wordAt("l2", second) : wordAt("l1", first)))
    .filter(Boolean).map((partner) => partner.textContent);
  return word.textContent + (partners.length ? ` = ${partners.join(" ")}` : "");
}

// -- The drawing -----------------------------------------------------------------------------------------------------

function showChosen() {
  for (const word of figures.querySelectorAll(WORD)) {
    const isChosen = Boolean(chosen) && word.dataset.side === chosen.side && word.dataset.index === chosen.index;
    word.classList.toggle("chosen", isChosen);
    word.setAttribute("aria-pressed", String(isChosen));
  }
  const word = chosen && wordAt(chosen.side, chosen.index);
  chosenWord.textContent = word ? `${chosenWord.dataset.text} ${word.textContent}` : "";
}

/* Turn the words of a new drawing into buttons. */
function prepareDrawing() {
  const drawing = figures.querySelector("#alignment-drawing svg");
  if (!drawing) return;
  drawing.setAttribute("role", "group");
  drawing.classList.add("editable");
  for (const word of drawing.querySelectorAll(".word")) {
    word.setAttribute("tabindex", "0");
    word.setAttribute("role", "button");
    word.setAttribute("aria-label", label(word));
  }
  showChosen();
  if (focused) wordAt(focused.side, focused.index)?.focus({ preventScroll: true });
  field.dataset.shown = field.value;
}

/* The first word is remembered; a word of the other sentence is linked to it, or no longer. */
function choose(word) {
  const { side, index } = word.dataset;
  focused = { side, index };
  if (chosen && chosen.side !== side) {
    toggleLink(side === "l1" ? `${index}-${chosen.index}` : `${chosen.index}-${index}`);
    return;
  }
  chosen = chosen && chosen.index === index ? null : { side, index };
  showChosen();
}

function chooseByKey(event) {
  const word = event.target.closest(WORD);
  if (event.key === "Escape") {
    chosen = null;
    showChosen();
  } else if (word && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    choose(word);
  }
}

/* Only once htmx has settled: until then it gives elements with known ids their old attributes back. It says so once
   for each new element; the first time is enough. */
function followNewDrawing(event) {
  if (event.detail.target !== figures || field.dataset.shown === field.value) return;
  prepareDrawing();
  htmx.trigger(document.body, "aligned");
}

function startEditing() {
  figures.addEventListener("click", (event) => {
    const word = event.target.closest(WORD);
    if (word) choose(word);
  });
  figures.addEventListener("keydown", chooseByKey);
  field.addEventListener("focus", () => { focused = null; });
  document.body.addEventListener("htmx:afterSettle", followNewDrawing);
  for (const hint of document.querySelectorAll(".with-script")) hint.hidden = false;
  prepareDrawing();
  field.dataset.ready = "";
}

if (field && figures) startEditing();
