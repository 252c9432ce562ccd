/* The page of the sentence that comes next. It is fetched while the judge reads this one, or comes with the site's
   reply to an answer, and is shown without loading: nobody waits for the connection between two sentences. */

/* By the address of the sentence before it: { address, content, at }. */
const pages = new Map();
// Of this sentence and the one before, whose answer may still be on its way.
const PAGES_KEPT = 3;
// What is replaced when another sentence is shown.
const PARTS = ["header.judge-header", "main"];

/* The page that follows the sentence at `address`, or undefined. */
export function pageAfter(address) {
  return pages.get(address);
}

/* Where the page that follows leads to, as the site is told with an answer; "" if it has to send that page. */
export function addressAfter(address) {
  return pages.has(address) ? pages.get(address).address : "";
}

/* Take a page that the site has sent. It follows the sentence `address`. */
export function keepPage(address, html) {
  const content = new DOMParser().parseFromString(html, "text/html");
  const form = content.getElementById("rating");
  if (!form || form.getAttribute("action") === address) return;
  pages.set(address, { address: form.getAttribute("action"), content, at: performance.now() });
  if (pages.size > PAGES_KEPT) pages.delete(pages.keys().next().value);
}

/* Fetch the page at `next`; where that fails, it is asked for with the next answer. */
export async function fetchPageAfter(address, next) {
  if (!next || pages.has(address)) return;
  try {
    const response = await fetch(next, { credentials: "same-origin", redirect: "error", priority: "low" });
    if (response.ok) keepPage(address, await response.text());
  } catch { /* no connection, or no sentence */ }
}

/* Put the sentence of this page in the place of the one before. */
export function show({ content, at }) {
  for (const part of PARTS) {
    document.querySelector(part).replaceWith(document.importNode(content.querySelector(part), true));
  }
  document.title = content.title;
  // It was not shown when the site wrote it, but now.
  const { shown } = document.getElementById("rating").elements;
  shown.value = Math.round(Number(shown.value) + performance.now() - at);
  window.scrollTo(0, 0);
  // Where somebody who cannot see it goes on reading.
  document.querySelector("main").focus();
}
