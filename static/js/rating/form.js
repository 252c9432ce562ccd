/* The form of a sentence: what is sent of it, what was in it when its page was closed, and what is wrong with it. */
import { makeCurrent } from "./scales.js";
import { say } from "./sending.js";
import { timeSpentMs } from "./timing.js";

export const form = document.getElementById("rating");
const comment = document.getElementById("comment");
let sentComment = comment ? comment.value : "";

/* What is sent: everything that is filled in, and what is done with it ("save", "next", "cannot" or "mark-…"). */
export function formBody(action) {
  form.elements.duration.value = timeSpentMs();
  form.elements.screen.value = screenSize();
  if (comment) sentComment = comment.value;
  const data = new URLSearchParams(new FormData(form));
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

function screenSize() {
  return window.innerWidth < 600 ? "small" : window.innerWidth < 1100 ? "medium" : "large";
}
