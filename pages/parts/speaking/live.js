// The last seconds of a voice's pitch: even steps of log frequency upwards, time to the right, gaps where there is no voice.

const WIDTH = 640, HEIGHT = 150, EDGE = 6;
const LOWEST_HZ = 70, HIGHEST_HZ = 450; // from a low man's third tone to a high woman's first
const LINES_HZ = [100, 150, 200, 300, 400];

const heightOf = (hz) => {
  const share = Math.log2(hz / LOWEST_HZ) / Math.log2(HIGHEST_HZ / LOWEST_HZ);
  return HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * Math.min(1, Math.max(0, share));
};

/** Stretches with voice as lists of points; single frames are left out. */
function stretches(hz) {
  const found = [[]];
  hz.forEach((value, place) => {
    if (value === null) { if (found.at(-1).length) found.push([]); return; }
    found.at(-1).push(`${((WIDTH * place) / Math.max(1, hz.length - 1)).toFixed(1)},${heightOf(value).toFixed(1)}`);
  });
  return found.filter((points) => points.length > 1);
}

function render(component) {
  const { data, parentElement } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  const grid = LINES_HZ.map((hz) => [
    svg("line", { x1: 0, x2: WIDTH, y1: heightOf(hz), y2: heightOf(hz), class: "grid" }),
    svg("text", { x: 4, y: heightOf(hz) - 3, class: "level" }, `${hz} Hz`),
  ]);
  const lines = stretches(data.hz).map((points) => svg("polyline", { points: points.join(" "), class: "own" }));
  root.replaceChildren(svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "live", role: "img", "aria-label": data.label }, grid, lines));
}
