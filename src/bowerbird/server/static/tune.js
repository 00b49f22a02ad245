// Sliders beside the numbers of the settings that are tried. What they move is the form's own field,
// so the page works without them.

const form = document.getElementById("tried");

function slider(label, { min, max, step, value }, moved) {
  const range = Object.assign(document.createElement("input"), { type: "range", min, max, step });
  range.value = value;
  range.setAttribute("aria-label", label);
  range.addEventListener("input", () => moved(range.value));
  return range;
}

function besideNumber(field) {
  const label = field.closest("label").querySelector("span").textContent;
  const { value, dataset } = field;
  const [min, max] = [dataset.from ?? field.min, dataset.to ?? field.max];
  const range = slider(label, { min, max, step: field.dataset.slider, value }, (moved) => {
    field.value = moved;
  });
  field.addEventListener("input", () => (range.value = field.value));
  field.closest("label").after(range);
}

function written(text) {
  const pairs = text.split(",").map((part) => part.split("=").map((each) => each.trim()));
  return new Map(pairs.filter(([name, value]) => name && value));
}

function besideWeights(field) {
  const usual = field.dataset.usual.split(",");
  const box = document.createElement("div");
  box.className = "weights";
  field.dataset.weights.split(",").forEach((name, at) => {
    const line = document.createElement("label");
    line.className = "knob";
    const word = document.createElement("span");
    word.textContent = name;
    const value = written(field.value).get(name) ?? usual[at];
    line.append(word, slider(name, { min: 0, max: 8, step: 0.25, value }, (moved) => {
      const all = written(field.value);
      all.set(name, moved);
      field.value = [...all].map(([key, each]) => `${key}=${each}`).join(", ");
    }));
    box.append(line);
  });
  field.closest("label").after(box);
}

if (form) {
  form.querySelectorAll("[data-slider]").forEach(besideNumber);
  form.querySelectorAll("[data-weights]").forEach(besideWeights);
}

// A cell of the map turns b and k without leaving the page.
document.addEventListener("click", (event) => {
  const cell = event.target.closest("[data-b]");
  if (!cell || !form) return;
  event.preventDefault();
  for (const name of ["b", "k"]) {
    form.elements[name].value = cell.dataset[name];
    form.elements[name].dispatchEvent(new Event("input", { bubbles: true }));
  }
});
