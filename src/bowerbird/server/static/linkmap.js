// A map of what links to what, drawn of the tables beside it: those are what is true. A few hundred
// steps of springs and repulsion, counted in cells of a grid so that 2,000 nodes are no trouble.

const CELL = 60;
const STEPS = 220;

function read(figure) {
  const rows = [...document.querySelectorAll(`#${figure.dataset.map} tbody tr`)];
  const nodes = rows.map((row, at) => {
    const angle = at * 2.399963; // the golden angle: a sunflower to begin with
    const far = 12 * Math.sqrt(at + 1);
    return {
      label: row.cells[0].textContent,
      href: row.dataset.href,
      share: Number(row.dataset.share),
      radius: 3 + Math.min(14, 1.6 * Math.sqrt(Number(row.dataset.size))),
      x: far * Math.cos(angle),
      y: far * Math.sin(angle),
      dx: 0,
      dy: 0,
    };
  });
  const places = new Map(rows.map((row, at) => [row.dataset.id, at]));
  const links = [...document.querySelectorAll(`#${figure.dataset.links} tbody tr`)]
    .map((row) => ({
      from: nodes[places.get(row.dataset.source)],
      to: nodes[places.get(row.dataset.target)],
    }))
    .filter((link) => link.from && link.to);
  return { nodes, links };
}

function push(a, b) {
  const [x, y] = [a.x - b.x || 0.01, a.y - b.y || 0.01];
  const apart = x * x + y * y;
  if (apart > 4 * CELL * CELL) return;
  const force = 320 / Math.max(apart, 16);
  a.dx += x * force;
  a.dy += y * force;
  b.dx -= x * force;
  b.dy -= y * force;
}

function repel(nodes) {
  const grid = new Map();
  const key = (x, y) => `${x},${y}`;
  for (const node of nodes) {
    const [x, y] = [Math.floor(node.x / CELL), Math.floor(node.y / CELL)];
    for (let i = x - 1; i <= x + 1; i++)
      for (let j = y - 1; j <= y + 1; j++)
        for (const other of grid.get(key(i, j)) ?? []) push(node, other);
    if (!grid.has(key(x, y))) grid.set(key(x, y), []);
    grid.get(key(x, y)).push(node);
  }
}

function settle({ nodes, links }) {
  for (let step = 0; step < STEPS; step++) {
    repel(nodes);
    for (const { from, to } of links) {
      const [x, y] = [to.x - from.x, to.y - from.y];
      const pull = (Math.hypot(x, y) - 45) * 0.0025;
      from.dx += x * pull;
      from.dy += y * pull;
      to.dx -= x * pull;
      to.dy -= y * pull;
    }
    const most = 12 * (1 - step / STEPS) + 0.5;
    for (const node of nodes) {
      node.dx -= node.x * 0.012;
      node.dy -= node.y * 0.012;
      const far = Math.hypot(node.dx, node.dy) || 1;
      node.x += (node.dx / far) * Math.min(far, most);
      node.y += (node.dy / far) * Math.min(far, most);
      node.dx = node.dy = 0;
    }
  }
}

function fitted(nodes, width, height) {
  const [xs, ys] = [nodes.map((n) => n.x), nodes.map((n) => n.y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min((width - 80) / (right - left || 1), (height - 60) / (bottom - top || 1), 3);
  return (node) => [
    width / 2 + (node.x - (left + right) / 2) * scale,
    height / 2 + (node.y - (top + bottom) / 2) * scale,
  ];
}

function draw(figure, map) {
  const canvas = figure.querySelector("canvas");
  const [width, height] = [figure.clientWidth, Math.max(320, Math.min(640, figure.clientWidth * 0.6))];
  const sharp = devicePixelRatio || 1;
  canvas.width = width * sharp;
  canvas.height = height * sharp;
  const pen = canvas.getContext("2d");
  pen.scale(sharp, sharp);
  const style = getComputedStyle(figure);
  const colour = (name) => style.getPropertyValue(name).trim();
  const place = fitted(map.nodes, width, height);
  pen.strokeStyle = colour("--strong-line");
  pen.globalAlpha = map.links.length > 400 ? 0.25 : 0.5;
  pen.beginPath();
  for (const { from, to } of map.links) {
    pen.moveTo(...place(from));
    pen.lineTo(...place(to));
  }
  pen.stroke();
  pen.font = "12px system-ui, sans-serif";
  pen.textAlign = "center";
  const named = new Set([...map.nodes].sort((a, b) => b.radius - a.radius).slice(0, map.nodes.length > 60 ? 12 : 30));
  for (const node of map.nodes) {
    const [x, y] = place(node);
    Object.assign(node, { at: [x, y] });
    pen.globalAlpha = 1;
    pen.fillStyle = colour("--sunken");
    pen.strokeStyle = colour("--strong-line");
    pen.beginPath();
    pen.arc(x, y, node.radius, 0, 2 * Math.PI);
    pen.fill();
    pen.globalAlpha = Math.max(0, Math.min(1, node.share));
    pen.fillStyle = colour("--blue");
    pen.fill();
    pen.globalAlpha = 1;
    pen.stroke();
    if (!named.has(node)) continue;
    pen.fillStyle = colour("--ink");
    pen.fillText(node.label.slice(0, 40), x, y - node.radius - 4);
  }
}

function nearest(map, x, y) {
  let [best, least] = [null, 20];
  for (const node of map.nodes) {
    const far = Math.hypot(node.at[0] - x, node.at[1] - y) - node.radius;
    if (far < least) [best, least] = [node, far];
  }
  return best;
}

for (const figure of document.querySelectorAll("[data-map]")) {
  const map = read(figure);
  const said = figure.querySelector("[data-said]");
  if (!map.nodes.length) continue;
  settle(map);
  const again = () => draw(figure, map);
  again();
  addEventListener("resize", again);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
  new MutationObserver(again).observe(document.documentElement, { attributeFilter: ["data-theme"] });
  const canvas = figure.querySelector("canvas");
  const under = (event) => nearest(map, event.offsetX, event.offsetY);
  canvas.addEventListener("mousemove", (event) => (said.textContent = under(event)?.label ?? ""));
  canvas.addEventListener("click", (event) => {
    const node = under(event);
    if (node?.href) location.assign(node.href);
  });
}
