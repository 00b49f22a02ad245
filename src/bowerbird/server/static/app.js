// What every page does with a keyboard, a theme and a clipboard. Pages work without it.

const root = document.documentElement;

// ---- theme: as the system has it, unless chosen ------------------------------------------------

const themes = ["", "light", "dark"];

function wear(theme) {
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
}

wear(localStorage.getItem("theme") ?? "");

function nextTheme() {
  const theme = themes[(themes.indexOf(root.dataset.theme ?? "") + 1) % themes.length];
  localStorage.setItem("theme", theme);
  wear(theme);
}

// ---- keys --------------------------------------------------------------------------------------

const isTyping = (target) =>
  target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);

const help = () => document.getElementById("help");

function goTo(key) {
  const link = document.querySelector(`[data-key="${CSS.escape(key)}"]`);
  link?.click();
}

let going = 0; // when `g` was pressed

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  if (document.querySelector("dialog[open]")) return;
  if (going && event.timeStamp - going < 1500) {
    going = 0;
    goTo(event.key);
    return;
  }
  going = 0;
  if (event.key === "?") help()?.showModal();
  else if (event.key === "g") going = event.timeStamp;
  else if (event.key === "/") {
    const box = document.querySelector("[data-search]");
    if (!box) return;
    event.preventDefault();
    box.focus();
    box.select();
  }
}

document.addEventListener("keydown", onKey);

// ---- buttons that only this page needs ----------------------------------------------------------

const doings = {
  help: () => help()?.showModal(),
  theme: nextTheme,
  close: (button) => button.closest("dialog, .notice")?.[button.closest("dialog") ? "close" : "remove"](),
  copy: async (button) => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copies).textContent);
    const said = button.textContent;
    button.textContent = button.dataset.done;
    setTimeout(() => (button.textContent = said), 1500);
  },
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-do]");
  if (button) doings[button.dataset.do]?.(button);
});

// Forms whose every change is an answer at once: filters, orders.
document.addEventListener("change", (event) => {
  if (event.target.form?.hasAttribute("data-at-once")) event.target.form.requestSubmit();
});

// A question before what cannot be undone, also where htmx does not ask.
document.addEventListener("submit", (event) => {
  const question = event.target.dataset.ask;
  if (question && !confirm(question)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}, true);

// On a narrow screen the tab somebody is on may lie beside it.
for (const tab of document.querySelectorAll("nav [aria-current=page]")) {
  tab.parentElement.scrollLeft = tab.offsetLeft - (tab.parentElement.clientWidth - tab.offsetWidth) / 2;
}
