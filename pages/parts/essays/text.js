// An essay cut at its errors, each drawn with its letter, its colour and its own line. Offsets count code points, as Python does.

const SHORT = 6; // characters that stay on one line with their letter
const codePoints = (text) => Array.from(text);

/** Plain stretches and errors in the order of the text. */
function pieces(data) {
  const found = [];
  let place = 0;
  data.items.forEach((item, index) => {
    if (item.start > place) found.push({ start: place, end: item.start, item: null, index: -1 });
    found.push({ start: item.start, end: item.end, item, index });
    place = item.end;
  });
  if (place < data.marks.length) found.push({ start: place, end: data.marks.length, item: null, index: -1 });
  return found;
}

/** Carriage returns are part of the text, but nothing to be seen. */
const shown = (text) => text.replaceAll("\r", "");

/** Taken out: a slash through every character. A level line would make 子 of 了, and 三 of 二. */
const struck = (text) => codePoints(shown(text)).map((mark) => h("span", { class: "gone" }, mark));

/** What a reader sees of one error: struck, put in, its letter; afterwards what was decided. */
function drawChange(item) {
  const old = item.original ? h("del", {}, struck(item.original)) : null;
  const put = item.replacement ? h("ins", {}, shown(item.replacement)) : null;
  if (item.remark) return [shown(item.original), h("sup", { class: "letter", "aria-hidden": "true" }, item.type)]; // a comment, no correction
  if (item.verdict === "dismissed") return [shown(item.original) || h("span", { class: "none" }, "‸")];
  if (item.verdict === "accepted") return [put ?? h("span", { class: "none" }, "‸"), h("sup", { class: "letter", "aria-hidden": "true" }, "✓")];
  if (item.check) return [shown(item.original) || h("span", { class: "none" }, "‸"), h("sup", { class: "letter", "aria-hidden": "true" }, "?")];
  return [old, put, h("sup", { class: "letter", "aria-hidden": "true" }, item.type)];
}

function classOf(item, chosen) {
  const short = codePoints(item.original + item.replacement).length <= SHORT;
  return ["error", short ? "short" : null, item.check ? "check" : `is-${item.type}`, item.verdict, chosen ? "here" : null].filter(Boolean).join(" ");
}

function drawChip(item) {
  return h("span", { class: `chip ${item.check ? "check" : `is-${item.type}`}`, "aria-hidden": "true" }, item.check ? "?" : item.type);
}

/** `只 → 匹`, `+ 了`, `− 很`. */
function drawChangeLine(item) {
  if (item.remark) return h("p", { class: "change han", lang: "zh-CN" }, shown(item.original));
  return h("p", { class: "change" },
    item.original ? (item.replacement ? null : "− ") : "+ ",
    item.original ? h("del", { class: "han", lang: "zh-CN" }, struck(item.original)) : null,
    item.original && item.replacement ? h("span", { "aria-hidden": "true" }, " → ") : null,
    item.replacement ? h("ins", { class: "han", lang: "zh-CN" }, shown(item.replacement)) : null);
}
