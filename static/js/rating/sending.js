/* Send what is unsent, one answer after the other, from whichever page of a judge comes next. When the connection is
   gone, say so and try again; when everything is sent, go where the site's replies lead. */
import { addressAfter, keepPage } from "./ahead.js";

const PREFIX = "cswitch-unsent:";
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30000;
// How long a point waits for the next one, or for Next, to be sent together.
const COLLECT_MS = 2000;
// Browsers allow 64 KB.
const LONGEST_KEPT_ALIVE = 20000;

/* What has not reached the site yet, by key: { url, body }, with `until` while its page may still add to it, and `again`
   once it has been sent from a page that was too old. Also in the browser's storage, where the judge's next page finds
   it, unless that is forbidden; under keys of their own, so that two tabs cannot overwrite each other's. */
const answers = new Map();
let page = { onReply: handleReply, onSettled() {} };
let queue = Promise.resolve();
let failures = 0;
let destination = "";
// The key of the answer that may still be added to.
let collecting = "";
let timer = 0;

/* Begin with what earlier pages could not send. The page of a sentence is told the reply to each answer,
   `onReply(answer, isStored, reply)`, and when all are sent and the judge stays, `onSettled()`. */
export function startSending(options = {}) {
  page = { ...page, ...options };
  window.addEventListener("online", sendUnsent);
  sendUnsent();
}

export function isCollecting() {
  return Boolean(collecting);
}

/* Whether there is anything to send; with an `address`, to that one. */
export function isAnyUnsent(address = "") {
  return unsentAnswers().some(([, answer]) => !address || answer.url === address);
}

/* Keep the answer as it is now; it is sent soon, unless another takes its place. */
export function sendSoon(address, body) {
  collecting ||= newKey();
  keep(collecting, { url: address, body, until: Date.now() + 2 * COLLECT_MS });
  timer ||= setTimeout(sendUnsent, COLLECT_MS);
}

/* Keep the answer and send it. */
export function sendNow(address, body) {
  keep(collecting || newKey(), { url: address, body });
  collecting = "";
  sendUnsent();
}

/* Nothing more is added. */
export function sendCollected() {
  const answer = collecting && unsentAnswers().find(([key]) => key === collecting);
  if (answer) sendNow(answer[1].url, answer[1].body);
}

/* Where to go once everything is sent; "" to stay. */
export function goAfterwards(address) {
  destination = address;
}

/* Now, or as soon as what is being sent is done. */
export function sendUnsent() {
  clearTimeout(timer);
  timer = 0;
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
    if (key === collecting) {
      collecting = "";
      delete answer.until;
      keep(key, answer);
    } else if (answer.until > Date.now()) {
      // Another tab may still add to it.
      setTimeout(sendUnsent, answer.until - Date.now());
      continue;
    }
    const ahead = addressAfter(answer.url);
    const response = await post(answer, ahead);
    if (response.status >= 500) throw new Error("try again");
    if (response.status === 401) return "signed out";
    if (response.status === 404) {
      // Somebody else's who uses this browser: it waits for them. If it is this page's, loading it says so.
      if (answer.url === thisAddress()) goAfterwards(answer.url);
      continue;
    }
    const isJson = (response.headers.get("Content-Type") || "").startsWith("application/json");
    if (!isJson && !answer.again) {
      // The page's token was replaced: load it anew and try once more.
      keep(key, { ...answer, again: true });
      return "too old";
    }
    const reply = isJson ? await response.json() : null;
    forget(key, answer);
    if (reply?.page) keepPage(ahead || answer.url, reply.page);
    page.onReply(answer, response.ok, reply);
  }
  return "sent";
}

function post(answer, ahead) {
  const data = new URLSearchParams(answer.body);
  // The one that an answer was kept with may have been replaced since.
  data.set("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
  // The site sends the sentence after that one.
  if (thisAddress()) data.set("ahead", ahead);
  return fetch(answer.url, {
    method: "POST", body: data, redirect: "error", credentials: "same-origin",
    // Also when the page is being left.
    keepalive: answer.body.length < LONGEST_KEPT_ALIVE,
    headers: { "Accept": "application/json" },
  });
}

/* Of the sentence on this page, if there is one. */
function thisAddress() {
  return document.getElementById("rating")?.getAttribute("action") || "";
}

/* On pages around the sentences. */
function handleReply(_answer, _isStored, reply) {
  // The study was closed in the meantime, and this is the page that says so.
  if (reply?.next?.startsWith(`${location.pathname}?`)) goAfterwards(reply.next);
}

function settle(outcome) {
  const notice = document.getElementById("connection");
  if (outcome === "signed out") say("signedOut");
  else if (notice && !notice.hidden) say("back");
  if (destination) location.assign(destination);
  else page.onSettled();
}

/* Tell the judge: "lost", "back" or "signedOut" about the connection, or a whole sentence. */
export function say(message) {
  const notice = document.getElementById("connection");
  if (!notice) return;
  notice.hidden = false;
  notice.textContent = notice.dataset[message] || message;
}

/* -- What is unsent ------------------------------------------------------------------------------------------------ */

/* Keys sort by the time at which they were made. */
function newKey() {
  const number = String(answers.size).padStart(4, "0");
  return `${PREFIX}${Date.now()}-${number}-${Math.random()}`;
}

function keep(key, answer) {
  answers.set(key, answer);
  try {
    localStorage.setItem(key, JSON.stringify(answer));
  } catch { /* forbidden or full */ }
}

/* It has been sent as it is here; if its page has added to it since, it is still to be sent. */
function forget(key, answer) {
  answers.delete(key);
  try {
    if (localStorage.getItem(key) === JSON.stringify(answer)) localStorage.removeItem(key);
  } catch { /* forbidden */ }
}

/* [key, answer] of each, the oldest first, also of other tabs and earlier pages. */
export function unsentAnswers() {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX) && !answers.has(key)) answers.set(key, JSON.parse(localStorage.getItem(key)));
    }
  } catch { /* forbidden */ }
  return [...answers.keys()].sort().map((key) => [key, answers.get(key)]);
}
