// Tones said by tones heard: counts, shares where there are enough answers; a click on a cell opens what is under it.

const GLYPHS = { 1: "ˉ", 2: "ˊ", 3: "ˇ", 4: "ˋ", 5: "·" };

function head(data, tone, scope, note) {
  return h("th", { scope, class: `tone-${tone}` }, h("span", { class: "glyph", "aria-hidden": "true" }, GLYPHS[tone]),
    h("span", { class: "name" }, data.ui.tones[tone - 1]), note ? h("small", { class: "of" }, note) : null);
}

function drawCell(data, cell, choose) {
  const kind = cell.said === cell.heard ? "cell same" : cell.n ? "cell" : "cell empty";
  if (!cell.n) return h("td", {}, h("span", { class: kind, role: "img", "aria-label": cell.label }, "–"));
  return h("td", {}, h("button", {
    type: "button", class: kind, "aria-pressed": String(data.chosen === `${cell.said}-${cell.heard}`), "aria-label": cell.label,
    title: cell.label, onclick: () => choose(cell), style: `--share: ${cell.percent ?? 0}%`,
  }, h("b", {}, cell.said === cell.heard ? `✓ ${cell.n}` : String(cell.n)), h("small", {}, cell.note),
  h("span", { class: "fill", "aria-hidden": "true" })));
}

function render(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  const choose = (cell) => setTriggerValue("cell", `${cell.said}-${cell.heard}`);
  const rows = data.tones.map((said) => h("tr", {}, head(data, said, "row", data.of[said]),
    data.tones.map((heard) => drawCell(data, data.cells.find((cell) => cell.said === said && cell.heard === heard), choose))));
  root.replaceChildren(h("table", { class: "matrix" }, h("caption", {}, data.ui.caption),
    h("thead", {}, h("tr", {}, h("td", { class: "corner" }, data.ui.corner), data.tones.map((tone) => head(data, tone, "col")))),
    h("tbody", {}, rows)));
}
