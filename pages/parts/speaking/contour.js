// Pitch on the five levels: a band where native speakers are, one's own line over it, an earlier one dashed.

const LEVELS = [1, 2, 3, 4, 5];
const LOWEST = 0.4, HIGHEST = 5.6;

function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.flat(9).filter(Boolean));
  return element;
}

const held = (level) => Math.max(LOWEST, Math.min(HIGHEST, level));

/** One column for each syllable; `label` says in words what the drawing shows. */
function contourPlot(columns, { bands, columnWidth, height, label, at = null, pick = null }) {
  const left = 20, foot = 8;
  const width = left + columns.length * columnWidth + 4;
  const y = (level) => (height - foot) * (1 - (held(level) - LOWEST) / (HIGHEST - LOWEST)) + 2;
  const grid = LEVELS.map((level) => [
    svg("line", { x1: left, x2: width, y1: y(level), y2: y(level), class: "grid" }),
    svg("text", { x: 4, y: y(level) + 4, class: "level" }, String(level)),
  ]);
  const drawn = columns.map((column, place) => {
    const inner = columnWidth * 0.78, start = left + place * columnWidth + columnWidth * 0.11;
    const x = (point, count) => start + (inner * point) / (count - 1);
    const path = (levels) => levels.map((level, point) => `${x(point, levels.length).toFixed(1)},${y(level).toFixed(1)}`);
    const line = (levels, kind) => levels && svg("polyline", { points: path(levels).join(" "), class: kind });
    const band = bands[column.tone];
    return svg("g", { class: column.index === at ? "column here" : "column", "data-index": column.index },
      svg("rect", { x: start - columnWidth * 0.09, y: 0, width: columnWidth * 0.96, height: height - 2, rx: 6, class: "back" }),
      band && svg("polygon", { points: [...path(band.high), ...path(band.low).reverse()].join(" "), class: "band" }),
      band && line(band.mid, "middle"),
      line(column.then, "then"),
      line(column.contour, "own"),
      column.contour && svg("circle", { cx: x(0, 2), cy: y(column.contour[0]), r: 3, class: "begin" }),
      !column.contour && svg("text", { x: start + inner / 2, y: y(3) + 5, class: "unknown" }, column.omitted ? "–" : "?"));
  });
  const plot = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "contour", role: "img", "aria-label": label }, grid, drawn);
  if (pick) plot.addEventListener("click", (event) => { const found = event.target.closest("[data-index]"); if (found) pick(Number(found.dataset.index)); });
  return plot;
}
