/* The page of the next sentence. It is fetched while the judge reads this one, or comes with the reply to an answer, and
   is shown without loading: nobody waits for the connection between two sentences. */

/* { address, content, at } by the address of the sentence before. */
const pages = new Map();
// An answer to the sentence before may still be on its way.
const PAGES_KEPT = 3;

/* The page after the sentence at `address`, or undefined. */
export function pageAfter(address) {
  return pages.get(address);
}

/* The address of that page, or "". */
export function addressAfter(address) {
  return pages.get(address)?.address || "";
}

export function keepPage(address, html) {
  const content = new DOMParser().parseFromString(html, "text/html");
  const form = content.getElementById("rating");
  if (!form || form.getAttribute("action") === address) return;
  pages.set(address, { address: form.getAttribute("action"), content, at: performance.now() });
  if (pages.size > PAGES_KEPT) pages.delete(pages.keys().next().value);
}

/* Fetch the page at `next`; if that fails, it comes with the next answer. */
export async function fetchPageAfter(address, next) {
  if (!next || pages.has(address)) return;
  try {
    const response = await fetch(next, { credentials: "same-origin", redirect: "error", priority: "low" });
    if (response.ok) keepPage(address, await response.text());
  } catch { /* no connection or no sentence */ }
}

/* Put this page in the place of the one before. */
export function show({ content, at }) {
  for (const part of ["header", "main"]) {
    document.querySelector(part).replaceWith(document.importNode(content.querySelector(part), true));
  }
  document.title = content.title;
  // Not when the site wrote it, but now.
  const { shown } = document.getElementById("rating").elements;
  shown.value = Math.round(Number(shown.value) + performance.now() - at);
  window.scrollTo(0, 0);
  // Where a screen reader goes on.
  document.querySelector("main").focus();
}
