/* Copy a judge's link with one click. Without a clipboard the button stays hidden; the link can be selected by hand. */

for (const field of document.querySelectorAll("input.link-address")) {
  field.addEventListener("focus", () => field.select());
}
if (navigator.clipboard) {
  for (const button of document.querySelectorAll("button.copy")) {
    button.hidden = false;
    button.addEventListener("click", () => copyLink(button));
  }
}

async function copyLink(button) {
  await navigator.clipboard.writeText(button.previousElementSibling.value);
  button.textContent = button.dataset.copied;
}
