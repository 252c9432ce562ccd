/* Show in the sentence and in the list of words which words have just been marked, or are marked no more. */

/* `action` is "mark-" with a reason or "none", `words` the numbers of the words it was sent with. */
export function showMarks(form, action, words) {
  const isTaken = action === "mark-none";
  const reason = isTaken ? "" : form.querySelector(`button[value="${action}"]`).textContent;
  const spans = document.querySelectorAll("#sentence span:not([dir])");
  for (const number of words) {
    const box = form.querySelector(`[name=word][value="${number}"]`);
    box.checked = false;
    box.parentElement.classList.toggle("marked", !isTaken);
    box.parentElement.querySelector("small").textContent = reason;
    spans[Number(number)].classList.toggle("marked", !isTaken);
  }
}
