// Correct an alignment word by word: choose a word, then words of the other sentence. The text field holds the links and asks
// the site for the new drawings; counts and sentences follow them.
"use strict";
(() => {
  const field = document.getElementById("alignment");
  const figures = document.getElementById("figures");
  if (!field || !figures) return;
  const status = document.getElementById("chosen-word");
  const words = (side, index) => figures.querySelector(`#alignment-drawing [data-side="${side}"][data-index="${index}"]`);
  let chosen = null;
  let focused = null;

  const links = () => new Set(field.value.split(/\s+/).filter((link) => /^\d+-\d+$/.test(link)));
  const written = (set) => {
    const pairs = [...set].map((link) => link.split("-").map(Number));
    pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    return pairs.map((pair) => pair.join("-")).join(" ");
  };

  const label = (word) => {
    const side = word.dataset.side;
    const partners = [...links()].map((link) => link.split("-"))
      .filter(([first, second]) => (side === "l1" ? first : second) === word.dataset.index)
      .map(([first, second]) => (side === "l1" ? words("l2", second) : words("l1", first)))
      .filter(Boolean).map((partner) => partner.textContent);
    return word.textContent + (partners.length ? ` = ${partners.join(" ")}` : "");
  };

  const show = () => {
    for (const word of figures.querySelectorAll("#alignment-drawing .word")) {
      const isChosen = Boolean(chosen) && word.dataset.side === chosen.side && word.dataset.index === chosen.index;
      word.classList.toggle("chosen", isChosen);
      word.setAttribute("aria-pressed", String(isChosen));
    }
    const word = chosen && words(chosen.side, chosen.index);
    status.textContent = word ? `${status.dataset.text} ${word.textContent}` : "";
  };

  const prepare = () => {
    const drawing = figures.querySelector("#alignment-drawing svg");
    if (!drawing) return;
    drawing.setAttribute("role", "group");
    drawing.classList.add("editable");
    for (const word of drawing.querySelectorAll(".word")) {
      word.setAttribute("tabindex", "0");
      word.setAttribute("role", "button");
      word.setAttribute("aria-label", label(word));
    }
    show();
    if (focused) words(focused.side, focused.index)?.focus({ preventScroll: true });
    field.dataset.shown = field.value;
  };

  const choose = (word) => {
    const { side, index } = word.dataset;
    focused = { side, index };
    if (!chosen || chosen.side === side) {
      chosen = chosen && chosen.index === index ? null : { side, index };
      show();
      return;
    }
    const link = side === "l1" ? `${index}-${chosen.index}` : `${chosen.index}-${index}`;
    const set = links();
    if (!set.delete(link)) set.add(link);
    field.value = written(set);
    htmx.trigger(field, "change");
  };

  figures.addEventListener("click", (event) => {
    const word = event.target.closest("#alignment-drawing .word");
    if (word) choose(word);
  });
  figures.addEventListener("keydown", (event) => {
    const word = event.target.closest("#alignment-drawing .word");
    if (event.key === "Escape") {
      chosen = null;
      show();
    } else if (word && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      choose(word);
    }
  });
  field.addEventListener("focus", () => { focused = null; });
  // Only once htmx has settled: until then it gives elements with known ids their old attributes back. It says so once for
  // each new element; the first time is enough.
  document.body.addEventListener("htmx:afterSettle", (event) => {
    if (event.detail.target !== figures || field.dataset.shown === field.value) return;
    prepare();
    htmx.trigger(document.body, "aligned");
  });
  for (const hint of document.querySelectorAll(".with-script")) hint.hidden = false;
  prepare();
  field.dataset.ready = "";
})();
