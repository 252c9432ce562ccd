/* A part of a page that comes after the page says so if it does not come, and can be asked for again. */

for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, (event) => show(event.detail.elt, "failed"));
}

/* Whose session has ended is sent to the page for signing in, which must not stand where the part should. */
document.addEventListener("htmx:beforeSwap", (event) => {
  const part = event.detail.requestConfig.elt;
  const signIn = part.querySelector(".signed-out a.sign-in");
  if (signIn && new URL(event.detail.xhr.responseURL).pathname === signIn.pathname) {
    event.detail.shouldSwap = false;
    show(part, "signed-out");
  }
});

document.addEventListener("click", (event) => {
  const part = event.target.closest(".results-waiting button.again")?.closest(".results-waiting");
  if (part) {
    show(part, "waiting");
    htmx.trigger(part, "again");
  }
});

/* Of the three texts of a part, one is seen: "waiting", "failed" or "signed-out". */
function show(part, state) {
  if (!part.matches(".results-waiting")) {
    return;
  }
  part.setAttribute("aria-busy", String(state === "waiting"));
  for (const text of part.querySelector("[role=status]").children) {
    text.hidden = !text.classList.contains(state);
  }
}
