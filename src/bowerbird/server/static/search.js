// The search box suggests while somebody types; hits are gone through and judged by key.

// ---- suggestions: a combobox as WAI-ARIA describes it ------------------------------------------

const box = document.querySelector("[data-suggest]");
const list = document.createElement("ul");
list.id = "suggestions";
list.className = "suggestions";
list.hidden = true;
list.setAttribute("role", "listbox");

let asked = 0; // number of the last request: an answer that comes too late is not shown
let waiting = 0;

function open(suggestions) {
  list.replaceChildren(...suggestions.map(option));
  show(suggestions.length > 0);
}

function option({ text, entity }, number) {
  const item = document.createElement("li");
  item.id = `suggestion-${number}`;
  item.setAttribute("role", "option");
  item.setAttribute("aria-selected", "false");
  item.dataset.text = text;
  item.textContent = text;
  if (entity) {
    const told = document.createElement("span");
    told.className = "quiet";
    told.textContent = ` ${entity}`;
    item.append(told);
  }
  return item;
}

function show(yes) {
  list.hidden = !yes;
  box.setAttribute("aria-expanded", String(yes));
  if (!yes) choose(null);
}

function choose(item) {
  for (const each of list.children) each.setAttribute("aria-selected", String(each === item));
  if (item) box.setAttribute("aria-activedescendant", item.id);
  else box.removeAttribute("aria-activedescendant");
}

const chosen = () => list.querySelector('[aria-selected="true"]');

function take(item) {
  box.value = item.dataset.text;
  show(false);
  box.form.requestSubmit();
}

async function ask() {
  const text = box.value;
  const mine = ++asked;
  if (text.trim().length < 2) return show(false);
  const index = box.form.elements.index?.value;
  const query = new URLSearchParams({ q: text, limit: "8", ...(index ? { index } : {}) });
  const answer = await fetch(`${box.dataset.suggest}?${query}`, { headers: { accept: "application/json" } });
  if (!answer.ok || mine !== asked || document.activeElement !== box) return;
  open((await answer.json()).suggestions);
}

function onKey(event) {
  const items = [...list.children];
  const at = items.indexOf(chosen());
  if (event.key === "Escape" && !list.hidden) {
    event.preventDefault();
    show(false);
  } else if (["ArrowDown", "ArrowUp"].includes(event.key) && items.length) {
    event.preventDefault();
    show(true);
    const step = event.key === "ArrowDown" ? 1 : -1;
    const next = at < 0 && step < 0 ? items.length - 1 : at + step;
    choose(items[next] ?? null);
  } else if (event.key === "Enter" && !list.hidden && chosen()) {
    event.preventDefault();
    take(chosen());
  }
}

if (box) {
  box.setAttribute("role", "combobox");
  box.setAttribute("aria-autocomplete", "list");
  box.setAttribute("aria-controls", list.id);
  box.setAttribute("aria-expanded", "false");
  list.setAttribute("aria-label", box.labels[0].textContent);
  box.after(list);
  box.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(ask, 60);
  });
  box.addEventListener("keydown", onKey);
  box.addEventListener("blur", () => show(false));
  box.form.addEventListener("submit", () => {
    asked += 1;
    show(false);
  });
  list.addEventListener("mousedown", (event) => {
    event.preventDefault(); // the box keeps the focus
    const item = event.target.closest('[role="option"]');
    if (item) take(item);
  });
}

// ---- hits: j and k go through them, 0 to 3 judge -----------------------------------------------

const hits = () => [...document.querySelectorAll("[data-hit]")];

async function judge(form, button) {
  const body = new FormData(form);
  body.set("grade", button.value);
  const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" });
  if (!answer.ok && answer.type !== "opaqueredirect") return form.submit();
  for (const each of form.querySelectorAll(".grade")) {
    each.setAttribute("aria-pressed", String(each === button));
  }
}

document.addEventListener("submit", (event) => {
  if (!event.target.hasAttribute("data-judge") || !event.submitter) return;
  event.preventDefault();
  judge(event.target, event.submitter);
});

document.addEventListener("keydown", (event) => {
  const typing = ["INPUT", "TEXTAREA", "SELECT"].includes(event.target.tagName);
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const all = hits();
  const here = document.activeElement?.closest("[data-hit]");
  const at = all.indexOf(here);
  if (event.key === "j") all[Math.min(at + 1, all.length - 1)]?.focus();
  else if (event.key === "k") all[Math.max(at - 1, 0)]?.focus();
  else if (here && "0123".includes(event.key)) {
    here.querySelector(`.grade[value="${event.key}"]`)?.click();
  }
});
