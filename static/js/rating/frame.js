/* The judge's pages around the sentences: send what earlier pages could not; go on or back by key. */
import { startSending } from "./sending.js";

const BUTTONS = { Enter: "next", Backspace: "back" };

// After a practice sentence and in a break there is one way on, and sometimes one back.
document.addEventListener("keydown", (event) => {
  const button = document.getElementById(BUTTONS[event.key] || "");
  if (button && !event.target.closest("a, button, input, select, summary, textarea")) button.click();
});
startSending();
document.documentElement.dataset.ready = "yes";
