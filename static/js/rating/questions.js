// Shows a question that is asked on a condition only while the condition holds. The server decides the same by itself.

import { latinFigure } from "./scales.js";

const form = document.getElementById("questions");
// How well and from what age a language is spoken of which only the name was asked.
const BEST = 5;
const BIRTH = 0;

/* What was answered to a question, as the server reads it: without spaces around it. */
function given(key) {
  return new FormData(form).getAll(key).map((value) => value.trim()).filter((value) => value !== "");
}

function isOneOf(values, wanted) {
  const known = [wanted].flat().map((value) => String(value).toLowerCase());
  return values.some((value) => known.includes(value.toLowerCase()));
}

/* A number in the figures of any script. */
function wholeNumber(text) {
  const latin = text.replace(/\p{Nd}/gu, latinFigure);
  return /^-?\d{1,6}$/.test(latin) ? Number(latin) : NaN;
}

function valueIn(row, part) {
  const field = row.querySelector(`[data-part=${part}]`);
  return field ? field.value.trim() : null;
}

/* The languages that a question names, each with how well and from what age. */
function languagesIn(question) {
  const rows = [...question.querySelectorAll(".language-row")].map((row) => ({
    language: row.dataset.language || valueIn(row, "language"),
    fluency: Number(valueIn(row, "fluency") ?? BEST),
    age: wholeNumber(valueIn(row, "age") ?? String(BIRTH)),
  }));
  const only = question.querySelector("select[data-only-language]");
  return only ? [{ language: only.value, fluency: BEST, age: BIRTH }] : rows;
}

/* Whether a language is named anywhere before the question that asks for it. */
function isSpoken(wanted, before) {
  const asked = [...form.querySelectorAll(".question")];
  const earlier = asked.slice(0, asked.indexOf(before)).filter((question) => !question.hidden);
  return earlier.flatMap(languagesIn).some(
    ({ language, fluency, age }) =>
      language === wanted.language && fluency >= (wanted.fluency ?? 1) && age <= (wanted.by_age ?? Infinity),
  );
}

function holds({ question, op, value }, asking) {
  if (op === "includes") return isSpoken(value, asking);
  const values = given(question);
  if (!values.length || document.getElementById(`question-${question}`)?.hidden) return false;
  if (op === "at_least") return wholeNumber(values[0]) >= value;
  if (op === "at_most") return wholeNumber(values[0]) <= value;
  const isThere = isOneOf(values, value);
  return op === "none_of" ? !isThere : isThere;
}

function update() {
  for (const question of form.querySelectorAll("[data-condition]")) {
    question.hidden = !holds(JSON.parse(question.dataset.condition), question);
  }
}

// Said in words for browsers without scripts.
for (const words of form.querySelectorAll(".condition")) words.remove();
form.addEventListener("input", update);
update();
