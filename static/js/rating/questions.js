// Shows a question that is asked on a condition only while the condition holds. The server decides the same by itself.

const form = document.getElementById("questions");

function given(key) {
  const data = new FormData(form);
  const rows = [...data.keys()].filter((name) => name.startsWith(`${key}_language_`));
  return [key, ...rows].flatMap((name) => data.getAll(name)).filter((value) => value !== "");
}

function isOneOf(values, wanted) {
  const known = [wanted].flat().map((value) => String(value).toLowerCase());
  return values.some((value) => known.includes(value.toLowerCase()));
}

function holds({ question, op, value }) {
  const values = given(question);
  if (op === "includes") return isOneOf(values, value.language);
  if (!values.length || document.getElementById(`question-${question}`)?.hidden) return false;
  if (op === "at_least") return Number(values[0]) >= value;
  if (op === "at_most") return Number(values[0]) <= value;
  return isOneOf(values, value) === (op !== "none_of");
}

function update() {
  for (const question of form.querySelectorAll("[data-condition]")) {
    const condition = JSON.parse(question.dataset.condition);
    question.hidden = !holds(condition);
  }
}

// Said in words for browsers without scripts.
for (const words of form.querySelectorAll(".condition")) words.hidden = true;
form.addEventListener("input", update);
update();
