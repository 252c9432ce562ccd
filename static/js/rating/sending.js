/* Send what is unsent, one answer after the other, from whichever page of a judge comes next. When the connection is
   gone, say so and try again; when everything is sent, go where the site's replies lead. */
import { forget, keep, newKey, unsentAnswers } from "./unsent_answers.js";

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30000;

const notice = document.getElementById("connection");
let page = { address: "", onReply() {}, onSettled() {} };
let queue = Promise.resolve();
let failures = 0;
let destination = "";

/* Begin with what earlier pages could not send. A page that sends answers of its own gives its `address`; it is told
   the reply to each, `onReply(answer, isStored, reply)`, and when all are sent and the judge stays, `onSettled()`. */
export function startSending(options = {}) {
  page = { ...page, ...options };
  window.addEventListener("online", sendUnsent);
  sendUnsent();
}

/* An answer to this page's sentence: kept until the site has it. */
export function send(body) {
  keep(newKey(), { url: page.address, body });
  sendUnsent();
}

/* Where to go once everything is sent; "" to stay. */
export function goAfterwards(address) {
  destination = address;
}

/* Now, or as soon as what is being sent is done. */
export function sendUnsent() {
  queue = queue.then(async () => {
    if (!unsentAnswers().length) return;
    try {
      const outcome = await sendAll();
      failures = 0;
      if (outcome === "too old") location.reload();
      else settle(outcome);
    } catch {
      say("lost");
      setTimeout(sendUnsent, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures));
      failures += 1;
    }
  });
}

/* How it went: "sent", "signed out" or "too old" (this page). Throws if the connection is gone. */
async function sendAll() {
  for (const [key, answer] of unsentAnswers()) {
    const response = await post(answer);
    if (response.status >= 500) throw new Error("try again");
    if (response.status === 401) return "signed out";
    if (response.status === 404) {
      // Given by somebody else who uses this browser: it waits for them. If it is this page's, loading it says so.
      if (answer.url === page.address) goAfterwards(page.address);
      continue;
    }
    const isJson = (response.headers.get("Content-Type") || "").startsWith("application/json");
    if (!isJson && !answer.again) {
      // The page is too old to send anything (its token was replaced): load it anew and try once more.
      keep(key, { ...answer, again: true });
      return "too old";
    }
    const reply = isJson ? await response.json() : null;
    forget(key);
    handleReply(answer, response.ok, reply);
  }
  return "sent";
}

function post(answer) {
  const data = new URLSearchParams(answer.body);
  // The token of this page: the one an answer was kept with may have been replaced since.
  data.set("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
  return fetch(answer.url, {
    method: "POST", body: data, redirect: "error", credentials: "same-origin",
    headers: { "Accept": "application/json" },
  });
}

function handleReply(answer, isStored, reply) {
  if (answer.url === page.address) page.onReply(answer, isStored, reply);
  // The study was closed in the meantime, and this is the page that says so.
  else if (reply && reply.next && reply.next.startsWith(`${location.pathname}?`)) goAfterwards(reply.next);
}

function settle(outcome) {
  if (outcome === "signed out") say("signedOut");
  else if (notice && !notice.hidden) say("back");
  if (destination) location.assign(destination);
  else page.onSettled();
}

/* Tell the judge: "lost", "back" or "signedOut" about the connection, or a whole sentence. */
export function say(message) {
  if (!notice) return;
  notice.hidden = false;
  notice.textContent = notice.dataset[message] || message;
}
