// Small tools for drawing. Text goes in as text nodes only: nothing a student or an item says is ever read as HTML.

const HAN = /[\u3400-\u9fff\uf900-\ufaff]/;

function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Text with its language, so that fonts and screen readers follow: Kai and zh-CN for Chinese. */
function zh(text, cls = "") {
  return HAN.test(text) ? h("span", { class: `han ${cls}`.trim(), lang: "zh-CN" }, text) : h("span", { class: cls || null }, text);
}

/** `{name}` in a text replaced by its value. */
const filled = (pattern, values) => Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, value), pattern);

const ICONS = {
  right: "M9.2 16.6 4.9 12.3l-1.5 1.5 5.8 5.8L20.6 8.2l-1.5-1.5z",
  wrong: "M6.4 5 5 6.4 10.6 12 5 17.6 6.4 19l5.6-5.6 5.6 5.6 1.4-1.4-5.6-5.6L19 6.4 17.6 5 12 10.6z",
  part: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 16V5a7 7 0 0 1 0 14z",
  play: "M8 5v14l11-7z",
  stop: "M7 7h10v10H7z",
  back: "M20 11H7.8l5.6-5.6L12 4l-8 8 8 8 1.4-1.4L7.8 13H20z",
  given: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z",
  skip: "M5 11h14v2H5z",
  redo: "M12 5V1L7 6l5 5V7a5 5 0 1 1-5 5H5a7 7 0 1 0 7-7z",
  mic: "M12 14a3 3 0 0 0 3-3V5a3 3 0 0 0-6 0v6a3 3 0 0 0 3 3zm5-3a5 5 0 0 1-10 0H5a7 7 0 0 0 6 6.9V21h2v-3.1A7 7 0 0 0 19 11z",
};

function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "icon");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** Streamlit's theme variables name the paper, not the card on it: `data-dark` tells the style sheet which one it is on. */
function onPaper(root) {
  const paper = getComputedStyle(root).getPropertyValue("--st-background-color").trim();
  const parts = /^#(..)(..)(..)/.exec(paper);
  const light = parts ? parts.slice(1).reduce((sum, part) => sum + parseInt(part, 16), 0) : 765;
  root.toggleAttribute("data-dark", light < 382);
  return root;
}
