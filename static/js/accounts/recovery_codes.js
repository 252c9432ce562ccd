/* Copy the recovery codes with one click. Without a clipboard the button stays hidden; they can be selected by hand. */

const button = document.querySelector("button.copy");
if (navigator.clipboard) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.querySelector("#codes").textContent);
    button.textContent = button.dataset.copied;
  });
}
