"use strict";
/* The judge's pages with a script: answers are stored as they are given, by keyboard if you like, and none is lost when
   the connection is. Without this script the same forms work as plain forms. */
(() => {
  const form = document.querySelector("form#rating[method=post]");
  const here = form && form.getAttribute("action");
  const notice = document.getElementById("connection");
  const comment = document.getElementById("comment");

  // Storage may be forbidden in this browser: then we do without.
  function read(storage, key) { try { return storage.getItem(key); } catch { return null; } }
  function write(storage, key, value) { try { storage.setItem(key, value); } catch { /* see above */ } }

  // -- Sending: one after the other, from whichever page of a judge comes next; what could not be sent waits in the
  //    browser, each answer under a key of its own (so that two tabs cannot overwrite each other's) --------------------
  const UNSENT = "cswitch-unsent:";
  const letters = new Map();
  let line = Promise.resolve();
  let retry = 0;
  let destination = "";

  function remember(key, letter) { letters.set(key, letter); write(localStorage, key, JSON.stringify(letter)); }
  function forget(key) { letters.delete(key); try { localStorage.removeItem(key); } catch { /* see above */ } }
  function gather() {
    try {
      for (const key of Object.keys(localStorage)) {
        if (key.startsWith(UNSENT) && !letters.has(key)) letters.set(key, JSON.parse(localStorage.getItem(key)));
      }
    } catch { /* see above */ }
    return [...letters.keys()].sort();
  }

  async function post(letter) {
    const data = new URLSearchParams(letter.body);
    // The token of this page: the one a kept answer was written with may have been replaced since.
    data.set("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
    return fetch(letter.url, {
      method: "POST", body: data, redirect: "error", credentials: "same-origin",
      headers: { "Accept": "application/json" },
    });
  }

  /* How it went; throws if the connection is gone. */
  async function sendAll() {
    for (const key of gather()) {
      const letter = letters.get(key);
      const response = await post(letter);
      if (response.status >= 500) throw new Error("try again");
      if (response.status === 401) return "signed out";
      if (response.status === 404) {
        // Written by somebody else who uses this browser: it waits for them. If it is this page's, loading it says so.
        if (letter.url === here) destination = here;
        continue;
      }
      const json = (response.headers.get("Content-Type") || "").startsWith("application/json");
      if (!json && !letter.again) {
        // The page is too old to send anything (its token was replaced): load it anew and try once more.
        remember(key, { ...letter, again: true });
        return "stale";
      }
      const answer = json ? await response.json() : null;
      forget(key);
      if (letter.url === here) handle(letter, response.ok, answer);
      // The study was closed in the meantime, and this is the page that says so.
      else if (answer && answer.next && answer.next.startsWith(`${location.pathname}?`)) destination = answer.next;
    }
    return "sent";
  }

  function flush() {
    line = line.then(async () => {
      if (!gather().length) return;
      try {
        const outcome = await sendAll();
        retry = 0;
        if (outcome === "stale") location.reload();
        else settle(outcome);
      } catch {
        say("lost");
        retry += 1;
        setTimeout(flush, Math.min(30000, 500 * 2 ** Math.min(retry, 6)));
      }
    });
  }

  function settle(outcome) {
    if (outcome === "signed out") say("signedOut");
    else if (notice && !notice.hidden) say("back");
    if (destination) location.assign(destination);
    else if (form) form.dataset.busy = "";
  }

  function say(what) {
    if (!notice) return;
    notice.hidden = false;
    notice.textContent = notice.dataset[what] || what;
  }

  window.addEventListener("online", flush);

  if (!form) {
    // After a practice sentence, in a break and in a preview there is one way on, and sometimes one back.
    document.addEventListener("keydown", (event) => {
      const way = document.getElementById({ Enter: "next", Backspace: "back" }[event.key] || "");
      if (way && !event.target.closest("a, button, input, select, summary, textarea")) way.click();
    });
    flush();
    document.documentElement.dataset.ready = "yes";
    return;
  }
  const scales = [...form.querySelectorAll(".scale")];

  // -- The clock: time on this sentence while the page can be seen, also across reloads ------------------------------
  const clockKey = `cswitch-time:${here}`;
  let before = Number(read(sessionStorage, clockKey)) || 0;
  let since = document.visibilityState === "visible" ? performance.now() : null;

  function spent() {
    return Math.round(before + (since === null ? 0 : performance.now() - since));
  }
  function stopClock() {
    before = spent();
    since = null;
    write(sessionStorage, clockKey, String(before));
  }
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") leave();
    else if (since === null) since = performance.now();
  });
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", () => { if (since === null) since = performance.now(); });

  // -- What is sent, and what comes back -------------------------------------------------------------------------------
  let written = "";

  function screenClass() {
    return window.innerWidth < 600 ? "small" : window.innerWidth < 1100 ? "medium" : "large";
  }
  function body(deed) {
    form.elements.duration.value = spent();
    form.elements.screen.value = screenClass();
    if (comment) written = comment.value;
    const data = new URLSearchParams(new FormData(form));
    data.set("do", deed);
    return data.toString();
  }
  function send(deed) {
    const key = `${UNSENT}${Date.now()}-${String(letters.size).padStart(4, "0")}-${Math.random().toString(36).slice(2)}`;
    remember(key, { url: here, body: body(deed) });
    flush();
  }
  function sendComment() { if (comment && comment.value !== written) { quiet(); send("save"); } }
  function leave() {
    sendComment();
    stopClock();
  }

  /* Show what was answered before the page was closed and has not been sent yet. */
  function restore() {
    const kept = gather().map((key) => letters.get(key)).filter((letter) => letter.url === here).pop();
    const said = new URLSearchParams(kept ? kept.body : "");
    for (const input of form.querySelectorAll(".scale input, [name=reason]")) {
      if (said.has(input.name)) input.checked = said.get(input.name) === input.value;
    }
    if (comment && said.get("comment")) {
      comment.value = said.get("comment");
      comment.closest("details").open = true;
    }
    written = comment ? comment.value : "";
  }

  function handle(letter, ok, answer) {
    const sent = new URLSearchParams(letter.body);
    const deed = sent.get("do");
    if (ok) form.dataset.stored = deed;
    if (!answer) destination = here;
    else if (!ok) complain(answer);
    else if (answer.next !== here) destination = answer.next;
    else if (deed.startsWith("mark-")) showMarks(deed, sent);
  }

  function complain({ message, field }) {
    destination = "";
    const place = document.getElementById(`problem-${field}`);
    if (!place) { say(message); return; }
    place.textContent = message;
    const box = place.closest("details");
    if (box) box.open = true;
    const scale = place.closest(".scale");
    if (scale) makeCurrent(scale);
    place.scrollIntoView({ block: "center" });
  }
  function quiet() { for (const place of form.querySelectorAll(".errors")) place.textContent = ""; }

  // -- Scales --------------------------------------------------------------------------------------------------------
  const answered = (scale) => scale.querySelector("input:checked");
  let current = null;

  function makeCurrent(scale) {
    if (current) current.classList.remove("current");
    current = scale;
    if (scale) scale.classList.add("current");
  }
  function moveOn(from) {
    const open = scales.slice(scales.indexOf(from) + 1).concat(scales).find((scale) => !answered(scale));
    makeCurrent(open || null);
    (open ? open.querySelector("input") : document.getElementById("next")).focus();
  }
  function choose(scale, input) {
    if (!input.checked) {
      input.checked = true;
      changed(scale);
    }
  }
  function changed(scale) {
    const place = scale.querySelector(".errors");
    if (place) place.textContent = "";
    for (const reason of form.querySelectorAll("[name=reason]")) reason.checked = false;
    send("save");
  }
  for (const scale of scales) {
    scale.addEventListener("change", () => changed(scale));
    scale.addEventListener("focusin", () => makeCurrent(scale));
  }
  if (comment) comment.addEventListener("change", sendComment);

  // -- Keys: a number may have two figures or a minus, so wait a moment where more could come --------------------------
  const PATIENCE = 800;
  let typed = "";
  let timer = 0;

  function type(key) {
    const scale = current;
    if (!scale) return;
    clearTimeout(timer);
    const inputs = [...scale.querySelectorAll("input")];
    const fits = (text) => inputs.filter((input) => input.value.startsWith(text));
    typed = fits(typed + key).length ? typed + key : key;
    const possible = fits(typed);
    const exact = possible.find((input) => input.value === typed);
    if (exact) choose(scale, exact);
    if (!possible.length) { typed = ""; return; }
    const settle = () => { typed = ""; if (exact) moveOn(scale); };
    if (possible.length === 1 && exact) settle();
    else timer = setTimeout(settle, PATIENCE);
  }

  const writing = (target) => target.matches("textarea, input[type=text], select");
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { key, target } = event;
    if (writing(target)) return;
    if (/^[0-9]$/.test(key) || (key === "-" && form.querySelector(".scale input[value^='-']"))) {
      event.preventDefault();
      type(key);
    } else if (key === "Enter" && !target.closest("a, button, summary")) {
      event.preventDefault();
      submit("next");
    } else if (key === "Backspace") {
      event.preventDefault();
      document.getElementById("back").click();
    } else if (key === "?") {
      const keys = document.getElementById("keys");
      keys.open = !keys.open;
      if (keys.open) keys.scrollIntoView({ block: "nearest" });
    }
  });

  // -- Going on, marking ---------------------------------------------------------------------------------------------
  function submit(pressed) {
    if (form.dataset.busy === "yes") { flush(); return; }
    quiet();
    // Choosing a point takes the reason away, so a reason that is there was chosen last.
    const deed = pressed === "next" && form.querySelector("[name=reason]:checked") ? "cannot" : pressed;
    // The server says what is missing, in the judge's language.
    if (!deed.startsWith("mark-")) form.dataset.busy = "yes";
    send(deed);
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(event.submitter ? event.submitter.value : "next");
  });
  function showMarks(deed, sent) {
    const button = form.querySelector(`button[value="${deed}"]`);
    const taken = deed === "mark-none";
    const words = document.querySelectorAll("#sentence > span");
    for (const number of sent.getAll("word")) {
      const box = form.querySelector(`[name=word][value="${number}"]`);
      box.checked = false;
      box.parentElement.classList.toggle("marked", !taken);
      box.parentElement.querySelector("small").textContent = taken ? "" : button.textContent;
      words[Number(number)].classList.toggle("marked", !taken);
    }
  }

  restore();
  makeCurrent(scales.find((scale) => !answered(scale)) || null);
  flush();
  document.documentElement.dataset.ready = "yes";
})();
