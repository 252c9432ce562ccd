// The page that takes a file: show what was chosen, light up while one is dragged over, stop a paste the site would refuse.
"use strict";
(() => {
  const form = document.getElementById("load");
  const zone = form.querySelector(".dropzone");
  const file = form.querySelector("input[type=file]");
  const text = form.querySelector("textarea");
  const warning = document.getElementById("too-much");

  const showChosen = () => {
    const chosen = file.files[0];
    zone.querySelector(".chosen").textContent = chosen ? `${chosen.name} (${Math.ceil(chosen.size / 1024)} kB)` : "";
    zone.classList.toggle("has-file", Boolean(chosen));
  };
  file.addEventListener("change", showChosen);
  for (const kind of ["dragenter", "dragover"]) zone.addEventListener(kind, () => zone.classList.add("over"));
  for (const kind of ["dragleave", "drop"]) zone.addEventListener(kind, () => zone.classList.remove("over"));
  form.addEventListener("submit", (event) => {
    const tooMuch = new Blob([text.value]).size > Number(form.dataset.mostBytes);
    warning.hidden = !tooMuch;
    if (tooMuch) event.preventDefault();
  });
  showChosen();
  form.dataset.ready = "";
})();
