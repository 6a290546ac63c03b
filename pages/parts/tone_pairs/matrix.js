// Twenty tone pairs: how often each came out right, the empty ones named; a click chooses one to drill.

const TONE_GLYPHS = { 1: "ˉ", 2: "ˊ", 3: "ˇ", 4: "ˋ", 5: "·" };
const FIRST = [1, 2, 3, 4], SECOND = [1, 2, 3, 4, 5];

function toneHead(data, tone, scope) {
  return h("th", { scope, class: `tone-${tone}` }, h("span", { class: "glyph", "aria-hidden": "true" }, TONE_GLYPHS[tone]), h("span", { class: "name" }, data.ui.tones[tone - 1]));
}

function drawCell(data, cell, choose) {
  const share = cell.n ? `${Math.round(100 * cell.share)} %` : data.ui.empty;
  const count = cell.n ? `n = ${cell.n}` : "";
  return h("td", {}, h("button", {
    type: "button", class: cell.n ? "cell" : "cell empty", style: cell.n ? `--share: ${Math.round(100 * cell.share)}%` : null,
    "aria-pressed": String(data.chosen === `${cell.first}-${cell.second}`), "aria-label": cell.said, onclick: () => choose(cell),
  }, h("b", {}, share), h("small", {}, count), cell.n ? h("span", { class: "fill", "aria-hidden": "true" }) : null));
}

function render(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  const choose = (cell) => setTriggerValue("cell", `${cell.first}-${cell.second}`);
  const rows = FIRST.map((first) => h("tr", {}, toneHead(data, first, "row"),
    SECOND.map((second) => drawCell(data, data.cells.find((cell) => cell.first === first && cell.second === second), choose))));
  root.replaceChildren(h("table", { class: "matrix" }, h("caption", {}, data.ui.caption),
    h("thead", {}, h("tr", {}, h("td", { class: "corner" }, data.ui.corner), SECOND.map((tone) => toneHead(data, tone, "col")))),
    h("tbody", {}, rows)));
}
