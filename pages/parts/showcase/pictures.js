// Three pictures of what the pages show, drawn small with the marks and colours of the pages themselves.

const SVG = "http://www.w3.org/2000/svg";

function s(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const words = (x, y, text, cls, attributes = {}) => s("text", { x, y, class: cls, ...attributes }, text);

/** A syllable meant in the third tone and said in the second: its contour over the band of native speakers. */
function tonePicture() {
  const syllables = [["他", ""], ["买", "off"], ["书", ""]];
  const line = syllables.map(([text, cls], place) => words(70 + 60 * place, 44, text, `han big ${cls}`, { lang: "zh-CN", "text-anchor": "middle" }));
  return s("svg", { viewBox: "0 0 260 170", "aria-hidden": "true" }, ...line,
    s("path", { d: "M110 56q5 -5 10 0t10 0t10 0t10 0", class: "under" }),
    s("path", { d: "M20 96 C50 104 60 116 90 124 S150 138 182 132 S220 116 240 98 L240 124 C222 140 206 152 182 158 S116 154 90 148 S48 132 20 120 Z", class: "band" }),
    s("path", { d: "M20 136 C60 142 90 138 120 122 S200 86 240 72", class: "voice" }),
    s("circle", { cx: 240, cy: 72, r: 4, class: "end" }),
    words(232, 56, "mái", "sound heard", { lang: "zh-Latn", "text-anchor": "end" }), words(26, 166, "mǎi", "sound meant", { lang: "zh-Latn" }));
}

/** Five points of the map in learning order, each with the shape and colour of its state. */
function mapPicture() {
  const points = [[38, 104, "star", "量词"], [92, 56, "met", "都"], [134, 116, "met", "了"], [182, 62, "half", "比"], [228, 110, "ring", "把"]];
  const paths = [[0, 1], [0, 2], [1, 3], [2, 3], [3, 4]].map(([from, to]) =>
    s("path", { d: `M${points[from][0]} ${points[from][1]}L${points[to][0]} ${points[to][1]}`, class: "way" }));
  const star = (x, y) => [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((step) => {
    const radius = step % 2 ? 6 : 14, angle = (Math.PI * step) / 5 - Math.PI / 2;
    return `${(x + radius * Math.cos(angle)).toFixed(1)},${(y + radius * Math.sin(angle)).toFixed(1)}`;
  }).join(" ");
  const shapes = points.flatMap(([x, y, kind, name]) => [
    kind === "star" ? s("polygon", { points: star(x, y), class: "exceeded" })
      : s("circle", { cx: x, cy: y, r: 11, class: kind === "met" ? "met" : kind === "half" ? "begun" : "unbegun" }),
    ...(kind === "half" ? [s("path", { d: `M${x} ${y - 11}A11 11 0 0 0 ${x} ${y + 11}Z`, class: "half" })] : []),
    words(x, y + 32, name, "han small", { lang: "zh-CN", "text-anchor": "middle" }),
  ]);
  return s("svg", { viewBox: "0 0 260 170", "aria-hidden": "true" }, ...paths, ...shapes);
}

/** A sentence with the correction that the embedded engine makes of it, and the reason that it gives. */
function essayPicture(data) {
  return h("div", { class: "page" },
    h("p", { class: "han", lang: "zh-CN" }, "我比我哥哥", h("del", {}, "很"), "高，所以我喜欢打篮球。"),
    h("p", { class: "why" }, data.why));
}

function render(component) {
  const { data, parentElement } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  const figures = [tonePicture, mapPicture, essayPicture].map((draw, place) =>
    h("figure", {}, h("div", { class: "picture" }, draw(data)), h("figcaption", {}, data.captions[place])));
  root.replaceChildren(h("section", { class: "pictures", "aria-label": data.label }, figures));
}
