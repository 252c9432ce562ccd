/* The page of a sentence: an answer is sent as it is given, by keyboard if you like, and none is lost when the
   connection is. Without this script the same form works as a plain form.

   This file puts the page together; each part of it has a file of its own beside this one. */
import { listenForArrows } from "./couple.js";
import {
  chosenReason, clearProblems, clearReason, form, formBody, isCommentUnsent, listenToComment, restoreForm, showProblem,
} from "./form.js";
import { listenForKeys } from "./keyboard.js";
import { showMarks } from "./marks.js";
import { startScales } from "./scales.js";
import { goAfterwards, send, sendUnsent, startSending } from "./sending.js";
import { startTiming } from "./timing.js";
import { unsentAnswers } from "./unsent_answers.js";

const address = form.getAttribute("action");

function sendForm(action) {
  send(formBody(action));
}

function pointChosen(scale) {
  clearProblems(scale);
  clearReason();
  sendForm("save");
}

function sendComment() {
  if (!isCommentUnsent()) return;
  clearProblems();
  sendForm("save");
}

function submit(pressed) {
  if (form.dataset.busy === "yes") {
    sendUnsent();
    return;
  }
  clearProblems();
  // Choosing a point takes the reason away, so a reason that is there was chosen last.
  const action = pressed === "next" && chosenReason() ? "cannot" : pressed;
  // The server says what is missing, in the judge's language.
  if (!action.startsWith("mark-")) form.dataset.busy = "yes";
  sendForm(action);
}

function handleReply(answer, isStored, reply) {
  const sent = new URLSearchParams(answer.body);
  const action = sent.get("do");
  if (isStored) form.dataset.stored = action;
  if (!reply) {
    goAfterwards(address);
  } else if (!isStored) {
    goAfterwards("");
    showProblem(reply);
  } else if (reply.next !== address) {
    goAfterwards(reply.next);
  } else if (action.startsWith("mark-")) {
    showMarks(form, action, sent.getAll("word"));
  }
}

function restoreUnsent() {
  const kept = unsentAnswers().map(([, answer]) => answer).filter((answer) => answer.url === address).pop();
  if (kept) restoreForm(kept.body);
}

startTiming(address, sendComment);
restoreUnsent();
startScales(pointChosen);
listenToComment(sendComment);
listenForArrows();
listenForKeys({ onEnter: () => submit("next") });
form.addEventListener("submit", (event) => {
  event.preventDefault();
  submit(event.submitter ? event.submitter.value : "next");
});
startSending({ address, onReply: handleReply, onSettled: () => { form.dataset.busy = ""; } });
document.documentElement.dataset.ready = "yes";
