// The editor of a text: large characters, how long it is, useful words to put in; what is written goes out by itself.

const STILL_MS = 900; // after the last key: soon enough that little is lost, late enough not to send every stroke
const HAN_ALL = /[\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/gu;
const EDITORS = new WeakMap();

const said = (pattern, values) => Object.entries(values).reduce((text, [name, value]) => text.replace(`{${name}}`, value), pattern);
const hanCount = (text) => (text.match(HAN_ALL) ?? []).length;

function lengthSaid(count, { least, most, ui }) {
  const parts = [said(ui.count, { count })];
  if (least === null) return parts.join(" · ");
  parts.push(said(ui.asked, { least, most }));
  if (count < least) parts.push(said(ui.more, { count: least - count }));
  else if (count <= most) parts.push(ui.enough);
  else parts.push(said(ui.over, { count: count - most }));
  return parts.join(" · ");
}

function newEditor(root, id) {
  const editor = { id, data: null, send: () => {}, sent: null, timer: 0, area: null };
  const length = h("span", { class: "length" });
  const status = h("span", { class: "status", role: "status" });
  const bar = h("span", { class: "fill" });
  const track = h("div", { class: "track", "aria-hidden": "true" }, bar);
  const words = h("div", { class: "words", role: "group" });

  const flush = () => {
    clearTimeout(editor.timer);
    if (editor.area.value === (editor.sent ?? editor.data.text)) return;
    editor.sent = editor.area.value;
    editor.send(editor.sent);
    editor.freshen();
  };
  const changed = () => {
    clearTimeout(editor.timer);
    editor.timer = setTimeout(flush, STILL_MS);
    editor.freshen();
  };
  const put = (word) => {
    const { selectionStart: from, selectionEnd: to } = editor.area;
    editor.area.setRangeText(word, from, to, "end");
    editor.area.focus();
    changed();
  };

  editor.area = h("textarea", {
    lang: "zh-CN", rows: 10, spellcheck: "false", autocapitalize: "off",
    oninput: (event) => { if (!event.isComposing) changed(); }, oncompositionend: changed, onblur: flush,
  });
  editor.freshen = () => {
    const { data, area } = editor;
    const count = hanCount(area.value);
    length.textContent = lengthSaid(count, data);
    track.hidden = data.least === null;
    bar.style.width = `${Math.min(100, (100 * count) / (data.most ?? 1))}%`;
    track.style.setProperty("--least", `${(100 * (data.least ?? 0)) / (data.most ?? 1)}%`);
    track.toggleAttribute("data-enough", data.least !== null && count >= data.least && count <= data.most);
    const kept = area.value === data.text;
    status.textContent = kept ? (area.value ? data.ui.kept : data.ui.empty) : editor.sent === area.value ? data.ui.keeping : data.ui.waiting;
    status.toggleAttribute("data-kept", kept && area.value !== "");
    for (const chip of words.querySelectorAll("button")) chip.toggleAttribute("data-used", area.value.includes(chip.dataset.word));
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight + 2}px`;
  };
  editor.begin = (data) => {
    editor.data = data;
    editor.area.value = data.text;
    editor.area.maxLength = data.longest;
    editor.area.placeholder = data.ui.placeholder;
    editor.area.setAttribute("aria-label", data.ui.label);
    words.setAttribute("aria-label", data.ui.words);
    words.hidden = !data.words.length;
    words.replaceChildren(h("span", { class: "note" }, data.ui.words), ...data.words.map((word) =>
      h("button", { type: "button", lang: "zh-CN", "data-word": word, onclick: () => put(word) }, word)));
    root.replaceChildren(h("div", { class: "editor" }, words, editor.area, track, h("div", { class: "foot" }, length, status)));
    editor.freshen();
  };
  editor.leave = () => { clearTimeout(editor.timer); };
  window.addEventListener("pagehide", flush);
  document.addEventListener("visibilitychange", () => { if (document.hidden) flush(); });
  return editor;
}

function render(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  let editor = EDITORS.get(root);
  const begins = !editor || editor.id !== data.id;
  if (begins) EDITORS.set(root, (editor = newEditor(root, data.id)));
  editor.send = (text) => setTriggerValue("text", text);
  if (begins) editor.begin(data);
  else {
    editor.data = data; // never the text of a field in which somebody writes
    editor.freshen();
  }
}
