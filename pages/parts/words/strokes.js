// Stroke order: each stroke's outline is the window through which a broad line along its median is drawn, one stroke after the other.

const UNITS = 1024;
const FOOT = 900; // the data's vertical axis points up from here
const BROAD = 200;
const UNITS_A_SECOND = 1100;
const PAUSE_MS = 220;

let strokesDrawn = 0;

function svg(tag, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const lengthOf = (median) => median.slice(1).reduce((sum, [x, y], at) => sum + Math.hypot(x - median[at][0], y - median[at][1]), 0);

function characterDrawing({ character, strokes, medians }, ui) {
  const name = `strokes-${strokesDrawn += 1}`;
  const windows = strokes.map((path, at) => svg("clipPath", { id: `${name}-${at}` }, svg("path", { d: path })));
  const outlines = strokes.map((path) => svg("path", { d: path, class: "outline" }));
  const lines = medians.map((median, at) => {
    const length = lengthOf(median) + BROAD;
    return svg("path", { d: `M ${median.map((point) => point.join(" ")).join(" L ")}`, class: "brush", "clip-path": `url(#${name}-${at})`, "stroke-width": BROAD,
      "stroke-dasharray": `${length} ${length * 2}`, "data-length": length });
  });
  const drawing = svg("svg", { viewBox: `0 0 ${UNITS} ${UNITS}`, "aria-hidden": "true" }, svg("defs", {}, ...windows),
    svg("g", { transform: `scale(1,-1) translate(0,-${FOOT})` }, ...outlines, ...lines));
  let begun = 0;
  const write = async () => {
    const mine = begun += 1;
    for (const line of lines) { for (const moving of line.getAnimations()) moving.cancel(); line.style.strokeDashoffset = line.dataset.length; }
    for (const line of lines) {
      if (mine !== begun || !drawing.isConnected) return;
      const moving = line.animate([{ strokeDashoffset: line.dataset.length }, { strokeDashoffset: 0 }], { duration: (line.dataset.length / UNITS_A_SECOND) * 1000, easing: "ease-in-out" });
      await moving.finished.catch(() => {});
      line.style.strokeDashoffset = 0;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  return h("button", { type: "button", class: "strokes", title: ui.write, "aria-label": `${ui.write}: ${character}`, onclick: write }, drawing, h("span", { class: "note" }, `${strokes.length}`));
}

/** The characters of a word; a click writes one. */
function writing(characters, ui) {
  if (!characters.length) return null;
  return h("section", {}, h("h2", {}, ui.strokeOrder), h("div", { class: "written" }, characters.map((each) => characterDrawing(each, ui))));
}
