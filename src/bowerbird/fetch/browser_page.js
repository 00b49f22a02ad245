// What Bowerbird asks of a page, in a world of its own: the page's scripts cannot reach it.
//
// `copy` writes down the page as it is shown: open shadow trees in place, without <noscript>.
// `begin` and `join` do so over several states ("next", scrolling): what a later state adds or
// exchanges is put beside what was there, so that each thing of each state is there once.
globalThis.bowerbird ??= (() => {
  const SILENT = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "LINK", "META", "TEMPLATE", "HEAD"]);
  const TELLING = ["href", "src", "srcset", "datetime", "content", "value", "alt", "data-src"];
  const paper = document.implementation.createHTMLDocument("");
  let root = null; // the record of <html>
  let hashes = new Map(); // of this look

  // ---- the page as it is shown

  function shown(node) {
    if (node.shadowRoot) return [...node.shadowRoot.childNodes];
    if (node.tagName === "SLOT" && node.assignedNodes) {
      const given = node.assignedNodes({ flatten: true });
      if (given.length) return given;
    }
    return [...node.childNodes];
  }

  const elements = (node) =>
    shown(node).filter((each) => each.nodeType === 1 && !SILENT.has(each.tagName));

  function plain(node) {
    const made = paper.importNode(node, node.tagName === "TEMPLATE");
    if (node.tagName === "TEMPLATE") return made;
    for (const each of shown(node)) {
      if (each.nodeType === 1 ? each.tagName !== "NOSCRIPT" : each.nodeType < 9) {
        made.append(each.nodeType === 1 ? plain(each) : paper.importNode(each, true));
      }
    }
    return made;
  }

  const written = (element, most) => {
    const html = "<!DOCTYPE html>\n" + element.outerHTML;
    return html.length > most ? { length: html.length } : { html, length: html.length };
  };

  // ---- what tells one state from another

  function hashOf(text, seed = 0) {
    let a = 0xdeadbeef ^ seed, b = 0x41c6ce57 ^ seed;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      a = Math.imul(a ^ code, 2654435761);
      b = Math.imul(b ^ code, 1597334677);
    }
    return 4294967296 * (2097151 & (b ^ (b >>> 16))) + ((a ^ (a >>> 16)) >>> 0);
  }

  const words = (element) =>
    shown(element).filter((each) => each.nodeType === 3).map((each) => each.data.trim())
      .filter(Boolean).join("\n");

  const facts = (element) =>
    TELLING.map((name) => element.getAttribute(name)).filter((value) => value !== null).join("\n");

  function hash(element) {
    let known = hashes.get(element);
    if (known === undefined) {
      const inside = elements(element).map(hash).join(",");
      known = hashOf(`${element.tagName}\n${words(element)}\n${facts(element)}\n${inside}`);
      hashes.set(element, known);
    }
    return known;
  }

  const sign = (element) => `${element.tagName}#${element.id}.${element.className}`;
  const shape = (element) =>
    element.tagName + elements(element).map((each) => each.tagName).join(",");

  const record = (element, made) => {
    const inside = elements(element);
    const copies = [...made.children].filter((each) => !SILENT.has(each.tagName));
    return {
      element, made, hash: hash(element), words: words(element), facts: facts(element),
      sign: sign(element), shape: shape(element),
      inside: inside.map((each, place) => record(each, copies[place])),
    };
  };

  // ---- joining

  function count(list, by) {
    const counts = new Map();
    for (const each of list) counts.set(by(each), (counts.get(by(each)) ?? 0) + 1);
    return counts;
  }

  // Do most of them look like items of one list?
  const alike = (records) =>
    records.length > 2 &&
    Math.max(...count(records, (each) => each.shape).values()) > 0.6 * records.length;

  function pairByHash(fresh, gone, pairs) {
    for (const old of [...gone]) {
      const place = fresh.findIndex((each) => hash(each) === old.hash);
      if (place >= 0) {
        pairs.push([fresh.splice(place, 1)[0], old]);
        gone.splice(gone.indexOf(old), 1);
      }
    }
  }

  // Which element of this state is which of the last? By identity; else, where the page was drawn
  // anew, by content if all of it came back, by overlap (a list that moves), by place and name.
  function match(now, before) {
    const known = new Map(before.map((each) => [each.element, each]));
    const pairs = [];
    const fresh = [];
    for (const element of now) {
      const old = known.get(element);
      if (old) { pairs.push([element, old]); known.delete(element); } else fresh.push(element);
    }
    const gone = before.filter((each) => known.get(each.element) === each);
    if (!fresh.length || !gone.length) return { pairs, fresh };
    const wanted = count(gone, (each) => each.hash);
    const there = count(fresh, hash);
    if ([...wanted].every(([key, times]) => (there.get(key) ?? 0) >= times)) {
      pairByHash(fresh, gone, pairs);
      return { pairs, fresh };
    }
    for (let run = Math.min(gone.length, fresh.length) - 1; run > 1; run--) {
      const end = gone.slice(-run);
      if (end.every((each, place) => each.hash === hash(fresh[place]))) {
        end.forEach((each) => pairs.push([fresh.shift(), each]));
        return { pairs, fresh };
      }
    }
    if (!alike(gone)) {
      pairByHash(fresh, gone, pairs);
      const names = count(gone, (each) => each.sign);
      const called = count(fresh, sign);
      for (const old of gone) {
        const place = fresh.findIndex((each) => sign(each) === old.sign);
        if (place >= 0 && names.get(old.sign) === 1 && called.get(old.sign) === 1) {
          pairs.push([fresh.splice(place, 1)[0], old]);
        }
      }
    }
    return { pairs, fresh };
  }

  // An image that was waiting for its turn is no other image now.
  const arrived = (element, old) =>
    element === old.element && element.tagName === "IMG" &&
    /^(data:|$)/.test(old.made.getAttribute("src") ?? "");

  function refresh(element, old) {
    for (const name of TELLING) {
      if (element.hasAttribute(name)) old.made.setAttribute(name, element.getAttribute(name));
    }
    old.facts = facts(element);
  }

  function addUnit({ element, old }) {
    const made = plain(element);
    (old.made.parentNode ?? root.made).append(made);
    Object.assign(old, record(element, made));
  }

  const DONE = "done";

  // Nothing new: null. Put down where it belongs: DONE. Else the smallest thing that was exchanged
  // and still waits: what is exchanged together is one thing, and is put down as one.
  function compare(element, old) {
    if (hash(element) === old.hash) { rebind(element, old); return null; }
    if (arrived(element, old)) refresh(element, old);
    const { pairs, fresh } = match(elements(element), old.inside);
    const results = pairs.map(([each, its]) => compare(each, its)).filter(Boolean);
    const waiting = results.filter((each) => each !== DONE);
    const itself = words(element) !== old.words || facts(element) !== old.facts;
    const settled = fresh.length || results.length > waiting.length;
    const kept = new Map(pairs);
    const inside = elements(element).map((each) => {
      if (kept.has(each)) return kept.get(each);
      const made = plain(each);
      old.made.append(made);
      return record(each, made);
    });
    Object.assign(old, { element, inside, hash: hash(element) });
    if (!settled && waiting.length + itself > 1) { addUnit({ element, old }); return DONE; }
    if (!settled && waiting.length === 1) return waiting[0];
    waiting.forEach(addUnit);
    if (itself && !settled && !waiting.length) return { element, old };
    old.words = words(element);
    old.facts = facts(element);
    return settled || waiting.length ? DONE : null;
  }

  function rebind(element, old) {
    old.element = element;
    elements(element).forEach((each, place) => old.inside[place] && rebind(each, old.inside[place]));
  }

  function join() {
    hashes = new Map();
    const waiting = compare(document.body, root.body);
    if (waiting && waiting !== DONE) addUnit(waiting);
  }

  function begin() {
    hashes = new Map();
    const made = plain(document.documentElement);
    const copied = [...made.children].find((each) => each.tagName === "BODY");
    root = { made, body: record(document.body, copied) };
  }

  // ---- moving about

  function scroll() {
    const inner = [...document.querySelectorAll("*")].filter((each) =>
      each.clientHeight > 100 && each.scrollHeight > each.clientHeight + 50 &&
      /auto|scroll/.test(getComputedStyle(each).overflowY));
    for (const each of inner) each.scrollTop = each.scrollHeight;
    const page = document.scrollingElement ?? document.documentElement;
    page.scrollTop = page.scrollHeight;
  }

  // A step up first: some lists ask for more only when their end comes into view again.
  function nudge() {
    const page = document.scrollingElement ?? document.documentElement;
    page.scrollTop = Math.max(0, page.scrollTop - innerHeight);
  }

  const ACCEPT = new RegExp(
    "^\\W*(accept|agree|allow|consent|got it|i understand|ok(ay)?\\b|yes\\b|akzeptier|" +
    "alle[sn]? (cookies )?(akzeptier|zulassen|erlauben|annehmen)|zustimm|einverstanden|" +
    "ich stimme|verstanden|tout accepter|accepter|j.accepte|autoriser|aceptar|acepto|permitir|" +
    "aceitar|aceito|accett|accetto|acconsent|akkoord|accepteer|alles accepteren|toestaan|" +
    "acceptera|godkänn|godta|accepter alle|tillad|hyväksy|zaakceptuj|akceptuj|zgadzam|" +
    "souhlas|přijmout|elfogad|accept toate|принять|согласен|同意|接受|동의|すべて許可)", "i");
  const ABOUT = /cookie|consent|gdpr|datenschutz|privacy|privatsph|confidentialit|privacidad|rgpd/i;
  const KNOWN = [
    "#onetrust-accept-btn-handler", "#CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll",
    "#didomi-notice-agree-button", "#truste-consent-button", ".fc-cta-consent",
    "[data-testid=uc-accept-all-button]", ".cc-allow", ".cc-accept", ".cc-dismiss",
    ".qc-cmp2-summary-buttons button[mode=primary]", "#L2AGLb", ".cmplz-accept",
    ".cookie-notice-container [data-cookie-set=accept]", "#cookie_action_close_header",
    "[data-cky-tag=accept-button]", ".osano-cm-accept-all", "#hs-eu-confirmation-button",
  ];

  const visible = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility !== "hidden";
  };

  function everywhere(selector, from = document) {
    const found = [...from.querySelectorAll(selector)];
    for (const each of from.querySelectorAll("*")) {
      if (each.shadowRoot) found.push(...everywhere(selector, each.shadowRoot));
    }
    return found;
  }

  function isAbout(element) {
    for (let up = element; up && up !== document.body; up = up.parentElement ?? up.getRootNode().host) {
      const said = `${up.id} ${up.className} ${up.getAttribute?.("aria-label") ?? ""}`;
      if (ABOUT.test(said) || (up.textContent.length < 5000 && ABOUT.test(up.textContent))) return true;
    }
    return false;
  }

  function consent() {
    const named = KNOWN.flatMap((selector) => everywhere(selector)).find(visible);
    const buttons = everywhere("button, [role=button], a, input[type=button], input[type=submit]");
    const said = (each) => (each.value || each.textContent || "").trim();
    const worded = buttons.filter((each) =>
      said(each).length < 60 && ACCEPT.test(said(each)) && visible(each) && isAbout(each));
    const all = worded.find((each) => /all|tout|tod|alle/i.test(said(each)));
    const chosen = named ?? all ?? worded[0];
    if (!chosen) return "";
    chosen.click();
    return said(chosen).slice(0, 60) || "a known button";
  }

  return {
    begin, join, scroll, nudge, consent,
    joins: () => root !== null,
    sheets: () => [...document.styleSheets].filter((each) => !each.disabled)
      .map((each) => [each.href ?? "", each.media.mediaText]),
    state: () => { hashes = new Map(); return document.body ? String(hash(document.body)) : ""; },
    copy: (most) => written(root ? root.made : plain(document.documentElement), most),
  };
})();
