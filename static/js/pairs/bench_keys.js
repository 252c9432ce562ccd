/* The keys of the workbench, and the list of them. Single letters can be switched off: a voice may type them. */

const SWITCH = "workbench-single-keys";
const dialog = document.getElementById("keys");
const single = document.getElementById("single-keys");

function isWriting(target) {
  return Boolean(target.closest("textarea, select, input:not([type=checkbox])"));
}

export function showKeys() {
  if (!dialog.open) dialog.showModal();
}

/* `letters` and `withControl`: what to do, by key. */
export function listenForKeys({ letters, withControl }) {
  single.checked = localStorage.getItem(SWITCH) !== "off";
  single.addEventListener("change", () => localStorage.setItem(SWITCH, single.checked ? "on" : "off"));
  document.getElementById("show-keys").addEventListener("click", showKeys);
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || dialog.open || event.altKey) return;
    const isControl = event.ctrlKey || event.metaKey;
    if (isControl ? isWriting(event.target) && event.key !== "Enter" : isWriting(event.target) || !single.checked) return;
    const shift = isControl && event.shiftKey ? "Shift " : "";
    const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const act = (isControl ? withControl : letters)[shift + name];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
