/* Copy a judge's link with one click; without a clipboard the button stays hidden and the field can be selected. */
"use strict";

for (const field of document.querySelectorAll("input.link-address")) {
  field.addEventListener("focus", () => field.select());
}
if (navigator.clipboard) {
  for (const button of document.querySelectorAll("button.copy")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.previousElementSibling.value);
      button.textContent = button.dataset.copied;
    });
  }
}
