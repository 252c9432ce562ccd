/* Answers that have not reached the site yet. They are kept in the browser's storage, where the judge's next page finds
   them even if this one is closed, each under a key of its own, so that two tabs cannot overwrite each other's. Where
   the browser forbids its storage, they are kept as long as the page is open.

   An answer is { url, body }, with `until` while its own page may still add to it, and `again: true` once it has been
   sent from a page that was too old. */

const PREFIX = "cswitch-unsent:";
const answers = new Map();

/* A new key; keys sort by the time at which they were made. */
export function newKey() {
  const number = String(answers.size).padStart(4, "0");
  return `${PREFIX}${Date.now()}-${number}-${Math.random().toString(36).slice(2)}`;
}

export function keep(key, answer) {
  answers.set(key, answer);
  try {
    localStorage.setItem(key, JSON.stringify(answer));
  } catch { /* forbidden, or full */ }
}

/* The answer has been sent as it is here; if its page has added to it since, it is still to be sent. */
export function forget(key, answer) {
  answers.delete(key);
  try {
    if (localStorage.getItem(key) === JSON.stringify(answer)) localStorage.removeItem(key);
  } catch { /* forbidden */ }
}

/* [key, answer] of each, the oldest first, with those of other tabs and earlier pages. */
export function unsentAnswers() {
  try {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(PREFIX) && !answers.has(key)) answers.set(key, JSON.parse(localStorage.getItem(key)));
    }
  } catch { /* forbidden */ }
  return [...answers.keys()].sort().map((key) => [key, answers.get(key)]);
}
