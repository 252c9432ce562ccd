/* Choosing words and linking them, with a pointer or with the keyboard. */
import { arrange, drawCurves, isInColumns, wordAt } from "./bench_curves.js";
import { levelOf, linkBetween, linksAsText, linksOf, readLinks, readUnused, whyUnused } from "./bench_links.js";
import { change, state, whenShown } from "./bench_state.js";

const bench = document.getElementById("bench");
const said = document.getElementById("said");
const several = document.getElementById("several");
const words = [...bench.querySelectorAll(".bench-word")];
let chosen = [];
// Whether the chosen words have been linked since they were chosen: then a click on one begins anew.
let isUsed = false;
let links = new Set();
// The links made last, until the site has said what they come to.
let made = [];

const nameOf = (word) => ({ side: word.dataset.side, index: word.dataset.index });
const isMark = (word) => "mark" in word.dataset;
const text = (group) => group.map((word) => word.textContent).join(" + ");
const isSeveral = () => several.getAttribute("aria-pressed") === "true";

function say(sentence) {
  said.textContent = sentence;
}

// -- What is shown ---------------------------------------------------------------------------------------------------

function partnersOf(word) {
  return linksOf(links, nameOf(word)).map(({ partner }) => wordAt(partner)).filter(Boolean);
}

function label(word) {
  const own = linksOf(links, nameOf(word));
  if (!own.length) return isMark(word) ? word.textContent : `${word.textContent}, no link`;
  const named = own.map(({ link, partner }) => {
    const isUnsure = levelOf(link) === "unsure";
    const doubt = whyUnused(link) ? " (not used)" : isUnsure ? " (unsure)" : "";
    return `${wordAt(partner)?.textContent ?? "?"}${doubt}`;
  });
  return `${word.textContent}, linked to ${named.join(", ")}`;
}

function showWords() {
  for (const word of words) {
    word.classList.toggle("chosen", chosen.includes(word));
    word.setAttribute("aria-pressed", String(chosen.includes(word)));
    word.setAttribute("aria-label", label(word));
    word.classList.toggle("unlinked", !isMark(word) && !linksOf(links, nameOf(word)).length);
  }
}

/* Light up a word's links and their other ends while one points at it or has gone to it. */
function showPartners(word) {
  const own = new Set(word ? linksOf(links, nameOf(word)).map(({ link }) => link) : []);
  const partners = word ? partnersOf(word) : [];
  for (const each of words) each.classList.toggle("partner", partners.includes(each));
  for (const curve of bench.querySelectorAll("[data-link]")) {
    curve.classList.toggle("lit", own.has(curve.dataset.link));
  }
}

function draw() {
  drawCurves(links);
  showPartners(document.activeElement?.closest?.(".bench-word"));
}

// -- Choosing and linking --------------------------------------------------------------------------------------------

function letGo() {
  chosen = [];
  showWords();
  say("");
}

/* What is chosen after a click on a word of the same sentence. */
function chosenWith(word, adding) {
  const isChosen = chosen.includes(word);
  if (adding) return isChosen ? chosen.filter((each) => each !== word) : [...chosen, word];
  return isChosen && chosen.length === 1 && !isUsed ? [] : [word];
}

function choose(word, { adding = isSeveral() } = {}) {
  if (chosen.length && chosen[0].dataset.side !== word.dataset.side) {
    linkOrUnlink(word);
    return;
  }
  chosen = chosenWith(word, adding);
  isUsed = false;
  showWords();
  say(chosen.length ? `Chosen: ${text(chosen)}. Now choose its counterpart.` : `No longer chosen: ${word.textContent}`);
}

function linkOrUnlink(word) {
  const wanted = chosen.map((each) => linkBetween(nameOf(each), nameOf(word)));
  const areLinked = wanted.every((link) => links.has(link));
  const next = new Set(links);
  for (const link of wanted) if (areLinked) next.delete(link); else next.add(link);
  const names = `${text(chosen)} – ${word.textContent}`;
  isUsed = true;
  change({ alignment: linksAsText(next) });
  made = areLinked ? [] : wanted;
  say(areLinked ? `No longer linked: ${names}` : `Linked: ${names}`);
}

/* The site has said what the links come to: mark those that are not used, and say it of the one just made. */
function previewed(event) {
  if (event.detail.target.id !== "preview") return;
  readUnused(event.detail.target);
  showWords();
  draw();
  const unused = made.filter(whyUnused);
  if (unused.length) say(`${said.textContent}. This link is not used: ${whyUnused(unused[0])}`);
  made = [];
}

function unlink(gone, words_) {
  const next = new Set([...links].filter((link) => !gone.includes(link)));
  if (next.size === links.size) return;
  change({ alignment: linksAsText(next) });
  say(`No longer linked: ${words_}`);
}

function unlinkWord(word) {
  unlink(linksOf(links, nameOf(word)).map(({ link }) => link), word.textContent);
}

function unlinkCurve(link) {
  const [first, second] = link.split("-");
  const ends = [wordAt({ side: "l1", index: first }), wordAt({ side: "l2", index: second })];
  unlink([link], ends.map((word) => word.textContent).join(" – "));
}

// -- Going from word to word -----------------------------------------------------------------------------------------

function goTo(word) {
  if (!word) return;
  for (const each of words) each.tabIndex = each === word ? 0 : -1;
  word.focus();
}

function neighbour(word, step) {
  const own = words.filter((each) => each.dataset.side === word.dataset.side);
  return own[own.indexOf(word) + step];
}

/* Its partner if it has one, else the nearest word of the other sentence that has no link either, else the nearest. */
function across(word) {
  const centre = (each) => {
    const box = each.getBoundingClientRect();
    return isInColumns() ? box.top + box.height / 2 : box.left + box.width / 2;
  };
  const others = words.filter((each) => each.dataset.side !== word.dataset.side);
  const distance = (each) => Math.abs(centre(each) - centre(word));
  const nearest = others.sort((a, b) => distance(a) - distance(b));
  const isOpen = (each) => !isMark(each) && !linksOf(links, nameOf(each)).length;
  return partnersOf(word)[0] ?? nearest.find(isOpen) ?? nearest[0];
}

function target(word, key) {
  const isAlong = isInColumns() ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight"];
  if (!isAlong.includes(key)) {
    const side = word.dataset.side;
    const isAway = ["ArrowDown", "ArrowRight"].includes(key) ? side === "l1" : side === "l2";
    return isAway ? across(word) : null;
  }
  const isBackwards = !isInColumns() && getComputedStyle(word.parentElement).direction === "rtl";
  return neighbour(word, (key === isAlong[1] ? 1 : -1) * (isBackwards ? -1 : 1));
}

/* The next word to look at: without a link, or with an unsure one. */
export function goToDoubt() {
  letGo();
  const doubtful = words.filter((word) => {
    const own = linksOf(links, nameOf(word));
    return own.length ? own.some(({ link }) => levelOf(link) === "unsure") : !isMark(word);
  });
  const here = words.indexOf(document.activeElement);
  goTo(doubtful.find((word) => words.indexOf(word) > here) ?? doubtful[0]);
  if (!doubtful.length) say("Every word is linked, and no link is unsure.");
}

/* Links or tree are as they were before, or again as they were after: what was said last no longer holds. */
export function sayInstead(sentence) {
  made = [];
  say(sentence);
}

export function toggleSeveral() {
  several.setAttribute("aria-pressed", String(!isSeveral()));
}

function pressed(event) {
  const word = event.target.closest(".bench-word");
  if (event.key === "Escape") letGo();
  if (!word || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.startsWith("Arrow")) goTo(target(word, event.key));
  else if (event.key === " ") choose(word, { adding: true });
  else if (event.key === "Delete" || event.key === "Backspace") unlinkWord(word);
  else return;
  event.preventDefault();
}

function clicked(event) {
  const word = event.target.closest(".bench-word");
  const curve = event.target.closest("[data-unlink]");
  if (word) choose(word, event.shiftKey || event.ctrlKey || event.metaKey ? { adding: true } : {});
  else if (curve) unlinkCurve(curve.dataset.unlink);
}

export function startWords() {
  whenShown(() => {
    links = readLinks(state().alignment);
    showWords();
    draw();
  });
  document.body.addEventListener("htmx:afterSwap", previewed);
  bench.addEventListener("click", clicked);
  bench.addEventListener("keydown", pressed);
  // A button is pressed when the space bar comes up again; here it has done its work going down.
  bench.addEventListener("keyup", (event) => { if (event.key === " ") event.preventDefault(); });
  bench.addEventListener("focusin", (event) => showPartners(event.target.closest(".bench-word")));
  bench.addEventListener("pointerover", (event) => showPartners(event.target.closest(".bench-word")));
  bench.addEventListener("pointerleave", () => showPartners(document.activeElement?.closest(".bench-word")));
  several.addEventListener("click", toggleSeveral);
  for (const word of words.slice(1)) word.tabIndex = -1;
  new ResizeObserver(() => { arrange(); draw(); }).observe(bench.parentElement);
  document.fonts.ready.then(() => { arrange(); draw(); });
  arrange();
}
