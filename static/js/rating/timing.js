/* The time spent on a sentence: while its page can be seen, also across reloads of the page in the same tab.
   Where the browser's storage is forbidden, a reload begins anew. */

let key = "";
let before = 0;
let since = null;

/* Begin to measure for the sentence at this address. */
export function timeSentence(address) {
  key = `cswitch-time:${address}`;
  before = storedTimeMs();
  since = null;
  if (document.visibilityState === "visible") resume();
}

/* `onLeave` is called before each pause, when the page is hidden, left or closed. */
export function startTiming(onLeave) {
  const leave = () => {
    onLeave();
    pause();
  };
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") leave();
    else resume();
  });
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", resume);
}

export function timeSpentMs() {
  return Math.round(before + (since === null ? 0 : performance.now() - since));
}

function resume() {
  if (since === null) since = performance.now();
}

function pause() {
  before = timeSpentMs();
  since = null;
  try {
    sessionStorage.setItem(key, String(before));
  } catch { /* forbidden */ }
}

function storedTimeMs() {
  try {
    return Number(sessionStorage.getItem(key)) || 0;
  } catch {
    return 0;
  }
}
