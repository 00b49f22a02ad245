// News of the runs. However many tabs are open, the browser holds one stream: the tab that has the
// lock reads it and hands everything on to the others. It lets go while nobody looks.

const channel = new BroadcastChannel("bowerbird-live");
const KINDS = ["progress", "state", "health"];
const QUIET = 900; // ms between two looks at the same element
let lastHeard = "";
let release = null;

function spread(news) {
  lastHeard = news.id || lastHeard;
  document.dispatchEvent(new CustomEvent("bowerbird:news", { detail: news }));
  for (const element of document.querySelectorAll("[data-live]")) {
    if (concerns(element, news)) wake(element);
  }
}

function concerns(element, { kind, data }) {
  const [topics, kinds] = [element.dataset.live.split(" "), element.dataset.liveKinds];
  if (kinds && !kinds.split(" ").includes(kind)) return false;
  return topics.some((it) => it === "*" || it === data.project || it === `${data.project}/${data.run}`);
}

// `hx-trigger="live"` asks for the element anew: at most about once a second, and not while hidden.
const woken = new WeakMap();

function wake(element) {
  const now = performance.now();
  const known = woken.get(element);
  if (known?.timer) return;
  const wait = known ? Math.max(0, known.at + QUIET - now) : 0;
  const timer = setTimeout(() => {
    woken.set(element, { at: performance.now(), timer: 0 });
    if (element.isConnected && !document.hidden) element.dispatchEvent(new CustomEvent("live"));
  }, wait);
  woken.set(element, { at: known?.at ?? 0, timer });
}

function lead() {
  return new Promise((done) => {
    const since = lastHeard ? `?since=${lastHeard}` : "";
    const source = new EventSource(`/events${since}`);
    for (const kind of KINDS) {
      source.addEventListener(kind, (event) => {
        const news = { id: event.lastEventId, kind, data: JSON.parse(event.data) };
        channel.postMessage(news);
        spread(news);
      });
    }
    release = () => {
      source.close();
      release = null;
      done();
    };
  });
}

function standForLead() {
  if (release || document.hidden) return;
  const waiting = new AbortController();
  giveUp = () => waiting.abort();
  navigator.locks
    .request("bowerbird-live", { signal: waiting.signal }, () => (document.hidden ? null : lead()))
    .catch(() => {}); // hidden before its turn came
}

let giveUp = () => {};

channel.addEventListener("message", (event) => spread(event.data));

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    giveUp();
    release?.();
  } else {
    standForLead();
    for (const element of document.querySelectorAll("[data-live]")) wake(element);
  }
});

addEventListener("pagehide", () => {
  giveUp();
  release?.();
});
addEventListener("pageshow", standForLead);
standForLead();
