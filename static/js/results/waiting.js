/* A part of a page that comes after the page says so if it does not come, and can be asked for again. */

for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failure, (event) => show(event.detail.elt, { hasFailed: true }));
}

document.addEventListener("click", (event) => {
  const part = event.target.closest(".results-waiting button.again")?.closest(".results-waiting");
  if (part) {
    show(part, { hasFailed: false });
    htmx.trigger(part, "again");
  }
});

function show(part, { hasFailed }) {
  if (!part.matches(".results-waiting")) {
    return;
  }
  part.setAttribute("aria-busy", String(!hasFailed));
  part.querySelector(".waiting").hidden = hasFailed;
  part.querySelector(".failed").hidden = !hasFailed;
}
