/* The form of a sentence: what is sent of it, what was in it when its page was closed, and what is wrong with it. */
import { makeCurrent } from "./scales.js";
import { isCollecting, say } from "./sending.js";
import { timeSpentMs } from "./timing.js";

export let form = null;
let comment = null;
let sentComment = "";
let startedAt = 0;
/* [name, "point:ms"] of every point chosen since the answer before was sent; those that were replaced are kept too. */
let choices = [];

/* Find the form that is on the page now. */
export function startForm() {
  form = document.getElementById("rating");
  comment = document.getElementById("comment");
  sentComment = comment ? comment.value : "";
  startedAt = performance.now();
  choices = [];
}

/* Before anything is added to the answer: what has been sent is not sent again. */
export function beginAnswer() {
  if (!isCollecting()) choices = [];
}

/* `isWhole`: the choice before was the first figure of this one, and nothing that the judge has changed. */
export function noteChoice(scale, isWhole) {
  const { name, value } = scale.querySelector("input:checked");
  if (isWhole) choices.pop();
  choices.push([name.replace("score-", "given-"), `${value}:${Math.round(performance.now() - startedAt)}`]);
}

/* What is sent: everything that is filled in, and what is done with it ("save", "next", "cannot" or "mark-…"). */
export function formBody(action) {
  form.elements.duration.value = timeSpentMs();
  form.elements.screen.value = screenSize();
  if (comment) sentComment = comment.value;
  const data = new URLSearchParams(new FormData(form));
  for (const [name, choice] of choices) data.append(name, choice);
  data.set("do", action);
  return data.toString();
}

/* Fill in what was answered before the page was closed and has not been sent yet. */
export function restoreForm(body) {
  const said = new URLSearchParams(body);
  for (const input of form.querySelectorAll(".scale input, [name=reason]")) {
    if (said.has(input.name)) input.checked = said.get(input.name) === input.value;
  }
  if (comment && said.get("comment")) {
    comment.value = said.get("comment");
    comment.closest("details").open = true;
    sentComment = comment.value;
  }
}

/* Whether the site will have nothing to object to: every scale answered or a reason given, no word left ticked. */
export function isComplete() {
  const isAnswered = [...form.querySelectorAll(".scale")].every((scale) => scale.querySelector("input:checked"));
  const isTicked = Boolean(form.querySelector("[name=word]:checked"));
  return (isAnswered || Boolean(chosenReason())) && !isTicked && (!comment || comment.value.length <= 2000);
}

export function isCommentUnsent() {
  return Boolean(comment) && comment.value !== sentComment;
}

/* `onChange()` is called when the judge leaves the comment after writing in it. */
export function listenToComment(onChange) {
  if (comment) comment.addEventListener("change", onChange);
}

export function chosenReason() {
  return form.querySelector("[name=reason]:checked");
}

export function clearReason() {
  for (const reason of form.querySelectorAll("[name=reason]")) reason.checked = false;
}

/* What the site found wrong, in the judge's language, beside the field it is about. */
export function showProblem({ message, field }) {
  const place = document.getElementById(`problem-${field}`);
  if (!place) {
    say(message);
    return;
  }
  place.textContent = message;
  const details = place.closest("details");
  if (details) details.open = true;
  const scale = place.closest(".scale");
  if (scale) makeCurrent(scale);
  place.scrollIntoView({ block: "center" });
}

export function clearProblems(element = form) {
  for (const place of element.querySelectorAll(".errors")) place.textContent = "";
}

/* Show in the sentence and in the list of words which words have just been marked, or are marked no more: `action` is
   "mark-" with a reason or "none". */
export function showMarks(action, words) {
  const isMarked = action !== "mark-none";
  const reason = isMarked ? form.querySelector(`button[value="${action}"]`).textContent : "";
  const spans = document.querySelectorAll("#sentence span:not([dir])");
  for (const number of words) {
    const box = form.querySelector(`[name=word][value="${number}"]`);
    box.checked = false;
    box.parentElement.querySelector("small").textContent = reason;
    for (const word of [box.parentElement, spans[number]]) word.classList.toggle("marked", isMarked);
  }
}

function screenSize() {
  return window.innerWidth < 600 ? "small" : window.innerWidth < 1100 ? "medium" : "large";
}
