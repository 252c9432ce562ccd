/* The keys of the rating page: numbers choose points, Enter goes on, Backspace goes back, ? shows the list of keys. */
import { choose, currentScale, moveOn } from "./scales.js";

// A number may have two figures or a minus, so we wait a moment where more could come.
const WAIT_FOR_MORE_MS = 800;
let typed = "";
let timer = 0;

export function listenForKeys({ onEnter }) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { key, target } = event;
    if (target.matches("textarea, input[type=text], select")) return;
    if (/^[0-9]$/.test(key) || (key === "-" && hasNegativePoints())) {
      event.preventDefault();
      typeNumber(key);
    } else if (key === "Enter" && !target.closest("a, button, summary")) {
      event.preventDefault();
      onEnter();
    } else if (key === "Backspace") {
      event.preventDefault();
      document.getElementById("back").click();
    } else if (key === "?") {
      toggleKeys();
    }
  });
}

function hasNegativePoints() {
  return Boolean(document.querySelector("#rating .scale input[value^='-']"));
}

function typeNumber(key) {
  const scale = currentScale();
  if (!scale) return;
  clearTimeout(timer);
  const points = [...scale.querySelectorAll("input")];
  const beginningWith = (text) => points.filter((point) => point.value.startsWith(text));
  typed = beginningWith(typed + key).length ? typed + key : key;
  const possible = beginningWith(typed);
  const exact = possible.find((point) => point.value === typed);
  if (exact) choose(exact);
  if (!possible.length) {
    typed = "";
    return;
  }
  const finish = () => {
    typed = "";
    if (exact) moveOn(scale);
  };
  if (possible.length === 1 && exact) finish();
  else timer = setTimeout(finish, WAIT_FOR_MORE_MS);
}

function toggleKeys() {
  const keys = document.getElementById("keys");
  keys.open = !keys.open;
  if (keys.open) keys.scrollIntoView({ block: "nearest" });
}
