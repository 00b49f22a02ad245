// In the frame with a crawled page: which element is meant. It is told numbers and tells numbers;
// the page around it is another origin, and nothing here acts or loads.
(() => {
  const NUMBER = "data-bowerbird";
  const elements = new Map();
  const around = window.parent;
  let cursor = null;
  let isFirst = true; // time that something is outlined: people are shown where

  const numberOf = (element) => Number(element.getAttribute(NUMBER));
  const tell = (what, element) => around.postMessage({ do: what, at: element ? numberOf(element) : 0 }, "*");
  const meant = (target) => (target instanceof Element ? target.closest(`[${NUMBER}]`) : null);

  function clear(name) {
    for (const each of document.querySelectorAll(`[${name}]`)) each.removeAttribute(name);
  }

  function point(element, { scroll = false, say = true } = {}) {
    if (!element) return;
    clear("data-bowerbird-cursor");
    cursor = element;
    cursor.setAttribute("data-bowerbird-cursor", "");
    if (scroll) cursor.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (say) tell("over", cursor);
  }

  const shown = (element) => element && (element.offsetParent !== null || element.getClientRects().length > 0);
  const numbered = (list) => [...list].filter((each) => each.hasAttribute(NUMBER) && shown(each));

  function beside(step) {
    const all = numbered(cursor.parentElement?.children ?? []);
    return all[all.indexOf(cursor) + step];
  }

  // An element that holds nothing but another says no more than that one: it is passed over.
  function inside(element) {
    let child = numbered(element.children)[0];
    while (child && numbered(child.children).length === 1 && !ownText(child)) child = numbered(child.children)[0];
    return child;
  }

  const ownText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());

  const moves = {
    ArrowUp: () => cursor.parentElement?.closest(`[${NUMBER}]`),
    ArrowDown: () => inside(cursor),
    ArrowLeft: () => beside(-1),
    ArrowRight: () => beside(1),
  };

  function onKey(event) {
    if (event.ctrlKey || event.metaKey) return;
    const key = event.key;
    if (key in moves) {
      event.preventDefault();
      point(cursor ? moves[key]() : firstOutlined(), { scroll: true });
    } else if (key === "Enter" && cursor) {
      event.preventDefault();
      tell(event.altKey ? "not" : "pick", cursor);
    } else if (key === "Delete" && cursor) {
      const gone = cursor;
      point(cursor.parentElement?.closest(`[${NUMBER}]`));
      gone.setAttribute("data-bowerbird-hidden", "");
    } else if (key === "z" || key === "Z") tell("undo");
    else if (key === "Escape") tell("leave");
  }

  const firstOutlined = () =>
    document.querySelector("[data-bowerbird-column]") ?? document.body?.querySelector(`[${NUMBER}]`);

  function onClick(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
    const element = meant(event.target);
    if (!element || event.detail === 0) return; // what Enter does on a link is done above
    point(element, { say: false });
    tell(event.altKey ? "not" : "pick", element);
  }

  const asNumbers = (list) => (Array.isArray(list) ? list.filter(Number.isInteger) : []);

  function outline({ records, columns }) {
    clear("data-bowerbird-record");
    clear("data-bowerbird-column");
    for (const parts of Array.isArray(records) ? records : []) {
      for (const each of asNumbers(parts)) elements.get(each)?.setAttribute("data-bowerbird-record", "");
    }
    (Array.isArray(columns) ? columns : []).forEach((places, column) => {
      for (const each of asNumbers(places)) {
        elements.get(each)?.setAttribute("data-bowerbird-column", String(column % 8));
      }
    });
    const first = document.querySelector("[data-bowerbird-record], [data-bowerbird-column]");
    if (isFirst && first) first.scrollIntoView({ block: "center" });
    isFirst = isFirst && !first;
  }

  function light(numbers, scroll) {
    clear("data-bowerbird-lit");
    const found = asNumbers(numbers).map((each) => elements.get(each)).filter(Boolean);
    for (const each of found) each.setAttribute("data-bowerbird-lit", "");
    if (scroll) found[0]?.scrollIntoView({ block: "center" });
  }

  addEventListener("message", ({ source, data }) => {
    if (source !== around || typeof data !== "object" || data === null) return;
    if (data.outlined) outline(data.outlined);
    if (data.lit) light(data.lit, data.scroll === true);
  });

  addEventListener("DOMContentLoaded", () => {
    for (const each of document.querySelectorAll(`[${NUMBER}]`)) elements.set(numberOf(each), each);
    addEventListener("click", onClick, true);
    addEventListener("auxclick", onClick, true);
    addEventListener("submit", (event) => event.preventDefault(), true);
    addEventListener("keydown", onKey, true);
    addEventListener("mouseover", (event) => point(meant(event.target)), true);
    addEventListener("mouseleave", () => clear("data-bowerbird-cursor"));
    tell("ready");
  });
})();
