/* Copy a paragraph with one click. Without a clipboard the button stays hidden; the text can be selected by hand. */

if (navigator.clipboard) {
  offerCopies(document);
  // Of a large study the paragraphs come after the page.
  document.addEventListener("htmx:load", (event) => offerCopies(event.target));
}

function offerCopies(part) {
  for (const button of part.querySelectorAll(".paper-text button.copy[hidden]")) {
    button.hidden = false;
    button.addEventListener("click", () => copyText(button));
  }
}

async function copyText(button) {
  await navigator.clipboard.writeText(button.closest(".paper-text").querySelector("textarea").value);
  button.textContent = button.dataset.copied;
}
