// Between the page that is pointed at, in its frame, and the table beside it. The frame belongs to
// nobody: it may only say which number is meant, and is only told numbers.

const frame = document.getElementById("frame");
const pointing = document.getElementById("pointing");
const picking = () => document.getElementById("picking");
const tell = (message) => frame.contentWindow?.postMessage(message, "*");

function outline() {
  tell({ outlined: JSON.parse(picking().dataset.outlined) });
}

// ---- steps -------------------------------------------------------------------------------------

let waiting = Promise.resolve(); // one step after the other, however fast somebody clicks

function step(path, values) {
  const { here, sample, column } = picking().dataset;
  waiting = waiting.then(() =>
    htmx.ajax("POST", `${here}/${path}`, {
      target: "#picking",
      swap: "outerMorph",
      headers: { "HX-Target": "section#picking" },
      values: { sample, column, ...values },
    }).catch(() => {}),
  );
}

function pick(at, not) {
  const said = new FormData(pointing);
  const what = not ? "not" : said.get("do");
  step("point", { at, do: what, read: said.get("read") });
  if (what !== "pick" && what !== "not") pointing.reset(); // an action is pointed at once
}

const heard = {
  ready: outline,
  pick: (at) => pick(at, false),
  not: (at) => pick(at, true),
  over: (at) => lightCells(at),
  undo: () => step("choose", { do: "undo" }),
  leave: () => pointing.querySelector("input")?.focus(),
};

addEventListener("message", ({ source, data }) => {
  if (source !== frame?.contentWindow || typeof data !== "object" || data === null) return;
  const { do: what, at } = data;
  if (Object.hasOwn(heard, what) && Number.isInteger(at) && at >= 0) heard[what](at);
});

// ---- a cell and its element light each other up -------------------------------------------------

function lightCells(number) {
  for (const each of document.querySelectorAll(".picked .lit")) each.classList.remove("lit");
  const cell = document.querySelector(`.picked [data-places~="${number}"]`);
  if (!cell) return;
  cell.classList.add("lit");
  cell.scrollIntoView({ block: "nearest", inline: "nearest" });
}

function lightElement(target, scroll) {
  const cell = target instanceof Element && target.closest("[data-places]");
  if (!cell) return;
  tell({ lit: cell.dataset.places.split(" ").filter(Boolean).map(Number), scroll });
}

document.addEventListener("mouseover", (event) => lightElement(event.target, false));
document.addEventListener("focusin", (event) => lightElement(event.target, true));
document.addEventListener("click", (event) => {
  lightElement(event.target, true);
  const button = event.target.closest?.("[data-line]");
  if (!button) return;
  const lines = document.getElementById(button.dataset.into);
  lines.value = `${lines.value.trimEnd()}\n${button.dataset.line}`.trimStart();
  lines.focus();
});

// ---- after a step ------------------------------------------------------------------------------

const opened = () => [...document.querySelectorAll("#picking details[open]")].map((each) => each.id);
let before = [];

function arrived() {
  const section = picking();
  if (!section?.dataset.frame || !frame) return;
  for (const id of before) document.getElementById(id)?.setAttribute("open", "");
  for (const each of section.querySelectorAll(".action-strip")) each.hidden = false;
  const wanted = new URL(section.dataset.frame, location).href;
  if (frame.src === wanted) outline();
  else frame.src = wanted; // it says when it is ready
}

document.addEventListener("htmx:before:swap", () => (before = opened().filter(Boolean)));
document.addEventListener("htmx:after:swap", arrived);
arrived();

document.addEventListener("keydown", (event) => {
  const isTyping = ["INPUT", "TEXTAREA", "SELECT"].includes(event.target.tagName) && event.target.type !== "radio";
  if (event.key.toLowerCase() !== "z" || isTyping || event.ctrlKey || event.metaKey || !frame) return;
  step("choose", { do: "undo" });
});

// ---- a template whose pages are not open any more opens them by itself ---------------------------

const [{ type } = {}] = performance.getEntriesByType("navigation");
if (type !== "back_forward") document.querySelector("form[data-open]")?.requestSubmit();
