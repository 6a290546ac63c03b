// The marks of the statuses: each has a shape of its own beside its colour.

const SVG = "http://www.w3.org/2000/svg";
const STAR = "M0,-16L4.6,-5.4L16,-4.5L7.4,3L9.9,14.4L0,8.3L-9.9,14.4L-7.4,3L-16,-4.5L-4.6,-5.4Z";
const HALF = (r) => `M0,${-r}A${r},${r} 0 0 0 0,${r}Z`;
const QUARTER = (r) => `M0,0V${-r}A${r},${r} 0 0 1 ${r},0Z`;

function draw(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.flat(9).filter(Boolean));
  return element;
}

/** One line of text; Chinese says so, for the font and for screen readers. */
function written(text, attributes) {
  return draw("text", { ...attributes, lang: HAN.test(text) ? "zh-CN" : null }, document.createTextNode(text));
}

/** Star exceeded, full disc met, half disc learning, quarter just begun, ring not started. */
function mark(status, radius, { colors, edges }) {
  const color = colors[status], edge = edges[status];
  if (status === "exceeded") return draw("path", { d: STAR, transform: `scale(${radius / 13})`, fill: color, stroke: edge, "stroke-width": 1.5 });
  const ring = draw("circle", { r: radius, fill: status === "mastered" ? color : "var(--card)", stroke: edge, "stroke-width": status === "mastered" ? 1.5 : 2.5 });
  const part = { learning: HALF, begun: QUARTER }[status];
  return part ? draw("g", {}, ring, draw("path", { d: part(radius), fill: color })) : ring;
}

/** From the disc of one point to the disc of another, never through a name: out to the right and in from the left, or beside the column. */
function lineOf([fromX, fromY], [toX, toY], radius) {
  const start = fromX + radius + 2, end = toX - radius - 4;
  if (end > start) {
    const bend = Math.max(24, (end - start) / 2);
    return `M${start},${fromY}C${start + bend},${fromY} ${end - bend},${toY} ${end},${toY}`;
  }
  const out = fromX + radius + 2, into = toX + radius + 4, bend = 34 + Math.abs(fromY - toY) / 12;
  return `M${out},${fromY}C${out + bend},${fromY} ${into + bend},${toY} ${into},${toY}`;
}
