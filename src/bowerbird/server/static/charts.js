// Charts over time, of figures that stand on the page as a table: the table is what is true, and what
// is read aloud. `<figure class="chart" data-chart="table-id">` draws the table of that id.

function drawn(figure) {
  const table = document.getElementById(figure.dataset.chart);
  if (!table || !window.uPlot) return null;
  const heads = [...table.querySelectorAll("thead th")].map((cell) => cell.textContent.trim());
  const rows = [...table.querySelectorAll("tbody tr")].map((row) =>
    [...row.cells].map((cell) => (cell.dataset.value === "" ? null : Number(cell.dataset.value))),
  );
  return { heads, columns: heads.map((_, column) => rows.map((row) => row[column])) };
}

const dashes = [[], [6, 4], [2, 3]]; // told apart without colours, too

function options(figure, heads) {
  const style = getComputedStyle(figure);
  const colour = (name) => style.getPropertyValue(name).trim();
  const strokes = [colour("--blue"), colour("--good"), colour("--warn")];
  const axis = { stroke: colour("--quiet"), grid: { stroke: colour("--line"), width: 1 } };
  return {
    width: figure.clientWidth || 600,
    height: 200,
    legend: { show: false },
    cursor: { show: false },
    scales: { x: { time: figure.dataset.time !== "no" } },
    axes: [axis, axis],
    series: [
      {},
      ...heads.slice(1).map((label, at) => ({
        label,
        stroke: strokes[at % strokes.length],
        dash: dashes[at % dashes.length],
        width: 2,
        points: { show: false },
      })),
    ],
  };
}

const charts = new WeakMap();

function draw(figure) {
  const found = drawn(figure);
  if (!found) return;
  charts.get(figure)?.destroy();
  figure.replaceChildren();
  if (found.columns[0].length < 2) return;
  charts.set(figure, new window.uPlot(options(figure, found.heads), found.columns, figure));
}

export function drawAll() {
  for (const figure of document.querySelectorAll("[data-chart]")) draw(figure);
}

drawAll();
document.addEventListener("htmx:after:swap", drawAll);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
addEventListener("resize", drawAll);
