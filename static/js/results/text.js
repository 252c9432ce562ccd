/* Copy a paragraph with one click. Without a clipboard the button stays hidden; the text can be selected by hand. */

if (navigator.clipboard) {
  for (const button of document.querySelectorAll(".paper-text button.copy")) {
    button.hidden = false;
    button.addEventListener("click", () => copyText(button));
  }
}

async function copyText(button) {
  await navigator.clipboard.writeText(button.closest(".paper-text").querySelector("textarea").value);
  button.textContent = button.dataset.copied;
}
