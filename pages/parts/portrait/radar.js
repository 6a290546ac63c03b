// The six areas as a radar: a disc for each known score, lines between known neighbours, a wedge over each 80 % range. Text is part of the drawing and
// grows with it, so that it can be read from the back of a room.

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 780, HEIGHT = 590, RADIUS = 204, WEDGE = Math.PI / 15;
const CENTRE = { x: WIDTH / 2, y: HEIGHT / 2 };

function s(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const angle = (index) => (index * Math.PI) / 3 - Math.PI / 2;
const at = (turn, score) => ({ x: CENTRE.x + (RADIUS * score * Math.cos(turn)) / 100, y: CENTRE.y + (RADIUS * score * Math.sin(turn)) / 100 });
const pair = ({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`;

function wedge(index, [low, high]) {
  const from = angle(index) - WEDGE / 2, to = angle(index) + WEDGE / 2;
  const outer = (RADIUS * high) / 100, inner = (RADIUS * low) / 100;
  return `M ${pair(at(from, low))} L ${pair(at(from, high))} A ${outer} ${outer} 0 0 1 ${pair(at(to, high))} L ${pair(at(to, low))} A ${inner} ${inner} 0 0 0 ${pair(at(from, low))} Z`;
}

function line(values, cls) {
  const parts = [];
  values.forEach((value, index) => {
    const next = (index + 1) % values.length;
    if (value !== null && values[next] !== null) parts.push(`M ${pair(at(angle(index), value))} L ${pair(at(angle(next), values[next]))}`);
  });
  return s("path", { d: parts.join(" "), class: cls });
}

function name(area, index) {
  const side = Math.cos(angle(index));
  const anchor = side > 0.1 ? "start" : side < -0.1 ? "end" : "middle";
  const { x, y } = at(angle(index), 108);
  const up = index === 0 ? -34 : index === 3 ? 30 : -6;
  return s("text", { x: x.toFixed(1), y: (y + up).toFixed(1), "text-anchor": anchor, class: "name" },
    s("tspan", { x: x.toFixed(1) }, area.name),
    s("tspan", { x: x.toFixed(1), dy: "1.12em", class: area.value === null ? "unknown" : "value" }, area.said));
}

function render(component) {
  const { data, parentElement } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  const values = data.areas.map((area) => area.value);
  const drawing = s("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": data.said });
  for (const score of data.rings) drawing.append(s("circle", { cx: CENTRE.x, cy: CENTRE.y, r: (RADIUS * score) / 100, class: "ring" }));
  drawing.append(s("circle", { cx: CENTRE.x, cy: CENTRE.y, r: RADIUS, class: "ring rim" }));
  data.areas.forEach((_, index) => {
    const end = at(angle(index), 100);
    drawing.append(s("line", { x1: CENTRE.x, y1: CENTRE.y, x2: end.x, y2: end.y, class: "ring" }));
  });
  data.areas.forEach((area, index) => { if (area.value !== null && area.band) drawing.append(s("path", { d: wedge(index, area.band), class: "wedge" })); });
  if (data.medians.some((value) => value !== null)) {
    drawing.append(line(data.medians, "median"));
    data.medians.forEach((value, index) => {
      if (value === null) return;
      const { x, y } = at(angle(index), value);
      drawing.append(s("path", { d: `M ${x} ${y - 7} L ${x + 7} ${y} L ${x} ${y + 7} L ${x - 7} ${y} Z`, class: "diamond" }));
    });
  }
  drawing.append(line(values, "score"));
  values.forEach((value, index) => {
    if (value !== null) { const { x, y } = at(angle(index), value); drawing.append(s("circle", { cx: x, cy: y, r: 8, class: "dot" })); }
  });
  for (const score of data.rings) {
    const { x, y } = at(angle(0) + Math.PI / 6, score);
    drawing.append(s("text", { x: x.toFixed(1), y: (y + 7).toFixed(1), "text-anchor": "middle", class: "mark" }, String(score)));
  }
  data.areas.forEach((area, index) => drawing.append(name(area, index)));
  root.replaceChildren(drawing);
}
