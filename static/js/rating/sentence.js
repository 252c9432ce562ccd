/* The page of a sentence: an answer is kept in the browser as it is given and sent soon after, and none is lost when the
   connection is. The next sentence is here before it is asked for. Without this script it is a plain form.

   This file puts the page together; its parts lie beside it. */
import { addressAfter, fetchPageAfter, pageAfter, show } from "./ahead.js";
import {
  beginAnswer, chosenReason, clearProblems, clearReason, form, formBody, isCommentUnsent, isComplete, listenToComment,
  noteChoice, restoreForm, showMarks, showProblem, startForm,
} from "./form.js";
import { listenForKeys, startScales } from "./scales.js";
import {
  goAfterwards, isAnyUnsent, isCollecting, sendCollected, sendNow, sendSoon, sendUnsent, startSending, unsentAnswers,
} from "./sending.js";
import { startTiming, timeSentence } from "./timing.js";

// So soon after the sentence changed, a second click at the same place or a second Enter belongs to the one before.
const DOUBLE_CLICK_MS = 500;
const SAME_PLACE_PX = 20;

let address = "";
let changedAt = -Infinity;
let lastClick = { clientX: -Infinity, clientY: -Infinity };
/* The sentences that this page has shown before. */
const passed = new Set();

function pointChosen(scale, isWhole) {
  clearProblems(scale);
  clearReason();
  beginAnswer();
  noteChoice(scale, isWhole);
  sendSoon(address, formBody("save"));
}

function sendComment() {
  if (!isCommentUnsent()) return;
  clearProblems();
  beginAnswer();
  sendSoon(address, formBody("save"));
}

/* The page is hidden, left or closed: there may be no later. */
function leave() {
  sendComment();
  sendCollected();
}

function submit(pressed) {
  if (form.dataset.busy === "yes") {
    sendUnsent();
    return;
  }
  if (pressed === "next" && !isBegun() && hasJustChanged()) return;
  clearProblems();
  // Choosing a point takes the reason away, so a reason that is there was chosen last.
  const action = pressed === "next" && chosenReason() ? "cannot" : pressed;
  const isAnswer = !action.startsWith("mark-");
  if (isAnswer) form.dataset.busy = "yes";
  // The site says what is missing and stores nothing then, so what is chosen already goes by itself.
  if (isCollecting() && !isComplete()) sendCollected();
  beginAnswer();
  sendNow(address, formBody(action));
  if (isAnswer) goOnIfPossible();
}

/* If the next sentence is here and nothing keeps the judge on this one. */
function goOnIfPossible() {
  const next = pageAfter(address);
  if (next && form.dataset.busy === "yes" && isComplete()) showSentence(next);
}

function showSentence(page) {
  passed.add(address);
  history.pushState(null, "", page.address);
  show(page);
  startSentence();
  changedAt = performance.now();
}

function handleReply(answer, isStored, reply) {
  const sent = new URLSearchParams(answer.body);
  const action = sent.get("do");
  if (answer.url !== address) {
    handleReplyToEarlier(answer, isStored, reply);
    // The sentence after this one may have come with it.
    goOnIfPossible();
  } else if (!reply) goAfterwards(address);
  else if (!isStored) {
    goAfterwards("");
    showProblem(reply);
  } else {
    form.dataset.stored = action;
    if (action.startsWith("mark-")) showMarks(action, sent.getAll("word"));
    else if (reply.next !== address) leaveFor(reply.next);
  }
}

/* To a sentence that this page showed before. If the site leads elsewhere than to the one shown since, follow it; once
   an answer has been begun here, only if there is nothing more to rate. A point leads nowhere. */
function handleReplyToEarlier(answer, isStored, reply) {
  if (!passed.has(answer.url)) return;
  if (!reply || !isStored) goAfterwards(answer.url);
  else if (![answer.url, addressAfter(answer.url)].includes(reply.next) && (!isBegun() || reply.next.includes("?"))) {
    goAfterwards(reply.next);
  }
}

function hasJustChanged() {
  return performance.now() - changedAt < DOUBLE_CLICK_MS;
}

/* What lies under the mouse now may be a point of the next sentence. */
function dropSecondClick(event) {
  // Made by a key or a script.
  if (!event.detail) return;
  const distance = Math.hypot(event.clientX - lastClick.clientX, event.clientY - lastClick.clientY);
  if (hasJustChanged() && distance < SAME_PLACE_PX) {
    event.preventDefault();
    event.stopPropagation();
  } else lastClick = event;
}

function isBegun() {
  return Boolean(form.querySelector(".scale input:checked") || chosenReason()) || isCommentUnsent();
}

/* What follows is here by now, or has to be loaded. */
function leaveFor(next) {
  const page = pageAfter(address);
  if (page && page.address === next && !isAnyUnsent(address)) {
    showSentence(page);
    fetchPageAfter(address, form.dataset.next);
  } else goAfterwards(next);
}

/* Other pages show what is stored: whoever goes there waits until the site has everything. */
function leaveOnceSent(next) {
  leave();
  goAfterwards(next);
  if (isAnyUnsent()) sendUnsent();
  else location.assign(next);
}

function followLink(event) {
  const link = event.target.closest("a[href]");
  const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
  if (!link || isElsewhere || event.defaultPrevented || !isAnyUnsent()) return;
  event.preventDefault();
  leaveOnceSent(link.href);
}

function restoreUnsent() {
  const kept = unsentAnswers().map(([, answer]) => answer).filter((answer) => answer.url === address).pop();
  if (kept) restoreForm(kept.body);
}

/* For every sentence; what is done once is below. */
function startSentence() {
  startForm();
  address = form.getAttribute("action");
  timeSentence(address);
  restoreUnsent();
  startScales(pointChosen);
  listenToComment(sendComment);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(event.submitter ? event.submitter.value : "next");
  });
}

startTiming(leave);
startSentence();
listenForKeys({ onEnter: () => submit("next") });
document.addEventListener("click", dropSecondClick, true);
document.addEventListener("click", followLink);
// Back and forward among the sentences of this page show what is stored, as on any page.
window.addEventListener("popstate", () => leaveOnceSent(location.href));
startSending({
  onReply: handleReply,
  onSettled: () => { if (!isAnyUnsent(address)) form.dataset.busy = ""; },
});
fetchPageAfter(address, form.dataset.next);
document.documentElement.dataset.ready = "yes";
