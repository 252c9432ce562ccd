/* The page that takes a file of pairs: show what was chosen, light up while a file is dragged over it, and stop a text
   that is longer than the site accepts. */

const form = document.getElementById("load");
const zone = form.querySelector(".dropzone");
const file = form.querySelector("input[type=file]");
const text = form.querySelector("textarea");
const warning = document.getElementById("too-much");

function showChosenFile() {
  const chosen = file.files[0];
  zone.querySelector(".chosen").textContent = chosen ? `${chosen.name} (${Math.ceil(chosen.size / 1024)} kB)` : "";
  zone.classList.toggle("has-file", Boolean(chosen));
}

function stopTooMuchText(event) {
  const isTooMuch = new Blob([text.value]).size > Number(form.dataset.mostBytes);
  warning.hidden = !isTooMuch;
  if (isTooMuch) event.preventDefault();
}

file.addEventListener("change", showChosenFile);
for (const kind of ["dragenter", "dragover"]) zone.addEventListener(kind, () => zone.classList.add("over"));
for (const kind of ["dragleave", "drop"]) zone.addEventListener(kind, () => zone.classList.remove("over"));
form.addEventListener("submit", stopTooMuchText);
showChosenFile();
form.dataset.ready = "";
