/* The page of a sentence: an answer is kept in the browser as it is given and sent soon after, by keyboard if you like,
   and none is lost when the connection is. The next sentence is here before it is asked for. Without this script the
   same form works as a plain form.

   This file puts the page together; each part of it has a file of its own beside this one. */
import { addressAfter, fetchPageAfter, pageAfter, show } from "./ahead.js";
import { listenForArrows } from "./couple.js";
import {
  beginAnswer, chosenReason, clearProblems, clearReason, form, formBody, isCommentUnsent, isComplete, listenToComment,
  noteChoice, restoreForm, showProblem, startForm,
} from "./form.js";
import { listenForKeys } from "./keyboard.js";
import { showMarks } from "./marks.js";
import { startScales } from "./scales.js";
import {
  goAfterwards, isAnyUnsent, isCollecting, sendCollected, sendNow, sendSoon, sendUnsent, startSending,
} from "./sending.js";
import { startTiming, timeSentence } from "./timing.js";
import { unsentAnswers } from "./unsent_answers.js";

// So soon after the sentence changed, a second click at the same place or a second Enter belongs to the one before.
const DOUBLE_CLICK_MS = 500;
const SAME_PLACE_PX = 20;

let address = "";
let changedAt = -Infinity;
let lastClick = { clientX: -Infinity, clientY: -Infinity };
/* The sentences that this page has shown before. */
const passed = new Set();

function pointChosen(scale) {
  clearProblems(scale);
  clearReason();
  beginAnswer();
  noteChoice(scale);
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
  // The server says what is missing, in the judge's language.
  if (!action.startsWith("mark-")) form.dataset.busy = "yes";
  // What the site refuses is not stored, so what is chosen already goes by itself.
  if (isCollecting() && !isComplete()) sendCollected();
  beginAnswer();
  sendNow(address, formBody(action));
  if (!action.startsWith("mark-")) goOnIfPossible();
}

/* Show the next sentence, if it is here and nothing keeps the judge on this one. */
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
  if (answer.url !== address) handleReplyToEarlier(answer, isStored, reply);
  else if (!reply) goAfterwards(address);
  else if (!isStored) {
    goAfterwards("");
    showProblem(reply);
  } else {
    form.dataset.stored = action;
    if (action.startsWith("mark-")) showMarks(form, action, sent.getAll("word"));
    else if (reply.next !== address) leaveFor(reply.next);
  }
}

/* An answer to a sentence that this page showed before. If the site leads elsewhere than to the one shown since, follow
   it, unless an answer has been begun here: then only if there is nothing more to rate. */
function handleReplyToEarlier(answer, isStored, reply) {
  if (!passed.has(answer.url)) return;
  if (!reply || !isStored) goAfterwards(answer.url);
  else if (reply.next !== addressAfter(answer.url) && (!isBegun() || reply.next.includes("?"))) {
    goAfterwards(reply.next);
  }
}

function hasJustChanged() {
  return performance.now() - changedAt < DOUBLE_CLICK_MS;
}

/* What lies under the mouse now may be a point of the next sentence. */
function dropSecondClick(event) {
  const distance = Math.hypot(event.clientX - lastClick.clientX, event.clientY - lastClick.clientY);
  if (hasJustChanged() && distance < SAME_PLACE_PX) {
    event.preventDefault();
    event.stopPropagation();
  } else lastClick = event;
}

function isBegun() {
  return Boolean(form.querySelector(".scale input:checked") || chosenReason()) || isCommentUnsent();
}

/* The site has the answer. What follows is here by now, or has to be loaded. */
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

/* What has to be done for every sentence; what is done once is below. */
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
listenForArrows();
listenForKeys({ onEnter: () => submit("next") });
document.addEventListener("click", dropSecondClick, true);
document.addEventListener("click", followLink);
// Back and forward among the sentences of this page: what is stored is shown, as on any page.
window.addEventListener("popstate", () => leaveOnceSent(location.href));
startSending({
  onReply: handleReply,
  onPage: goOnIfPossible,
  onSettled: () => { if (!isAnyUnsent(address)) form.dataset.busy = ""; },
});
fetchPageAfter(address, form.dataset.next);
document.documentElement.dataset.ready = "yes";
