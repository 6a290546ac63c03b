// The sheet: title and text in large characters, how long it is, useful words to put in, steps back. What is written goes out by itself; what has not
// arrived survives a refresh of this tab.

const STILL_MS = 900; // after the last key: soon enough that little is lost, late enough not to send every stroke
const ONE_STEP_MS = 1000; // what is typed without a longer pause is taken back together
const MOST_STEPS = 200;
const HAN_ALL = /[\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/gu;
const EDITORS = new WeakMap();

const hanCount = (text) => (text.match(HAN_ALL) ?? []).length;

/** Storage may be switched off in a browser; then nothing outlives a refresh that has not arrived. */
function remembered(key) {
  try { return JSON.parse(sessionStorage.getItem(key)); } catch { return null; }
}

function remember(key, written) {
  try {
    if (written === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(written));
  } catch { /* nothing to be done */ }
}

function lengthSaid(count, { least, most, ui }) {
  const parts = [filled(ui.count, { count })];
  if (least === null) return parts[0];
  parts.push(filled(ui.asked, { least, most }));
  if (count < least) parts.push(filled(ui.more, { count: least - count }));
  else if (count <= most) parts.push(ui.enough);
  else parts.push(filled(ui.over, { count: count - most }));
  return parts.join(" · ");
}

/** Another essay or review is shown from its beginning, wherever the page stood before. */
function toTop(root, editor, data) {
  editor.opened = data.opened;
  if (data.opened) root.getRootNode().host?.closest("[data-testid=stMain]")?.scrollTo(0, 0);
}

function newEditor(root, id) {
  const editor = { id, data: null, send: () => {}, sent: null, timer: 0, put: 0, past: [], future: [], shown: "", typedAt: 0 };
  const length = h("span", { class: "length" });
  const status = h("span", { class: "status", role: "status" });
  const lost = h("p", { class: "lost", role: "alert" });
  const bar = h("span", { class: "fill" });
  const track = h("div", { class: "track", "aria-hidden": "true" }, bar);
  const words = h("div", { class: "words", role: "group" });
  const undo = h("button", { type: "button", class: "step", onclick: () => step(editor.past, editor.future) }, "↶");
  const redo = h("button", { type: "button", class: "step", onclick: () => step(editor.future, editor.past) }, "↷");

  const written = () => ({ text: editor.area.value, title: editor.data.titled ? editor.head.value : "" });
  const arrived = () => editor.area.value === editor.data.text && (!editor.data.titled || editor.head.value === editor.data.title);
  // `again`: a review was asked for, and the text was not there. A message may get lost, and tools that write for somebody tell no change.
  const flush = ({ again = false } = {}) => {
    clearTimeout(editor.timer);
    const said = JSON.stringify(written());
    if (!again && (said === editor.sent || (editor.sent === null && arrived()))) return;
    editor.sent = said;
    editor.send(again ? { ...written(), again } : written());
    editor.freshen();
  };
  const changed = () => {
    remember(editor.data.keep, arrived() ? null : written());
    clearTimeout(editor.timer);
    editor.timer = setTimeout(flush, STILL_MS);
    editor.freshen();
  };
  const noteStep = () => {
    if (editor.shown === editor.area.value) return;
    const now = Date.now();
    const typed = Math.abs(editor.area.value.length - editor.shown.length) <= 2 && now - editor.typedAt < ONE_STEP_MS;
    if (!typed || !editor.past.length) editor.past.push(editor.shown);
    if (editor.past.length > MOST_STEPS) editor.past.shift();
    editor.typedAt = now;
    editor.shown = editor.area.value;
    editor.future.length = 0;
  };
  const step = (from, to) => {
    if (!from.length || editor.data.busy) return;
    to.push(editor.area.value);
    editor.shown = editor.area.value = from.pop();
    editor.typedAt = 0;
    editor.area.focus();
    changed();
  };
  const put = (word) => {
    const { selectionStart: from, selectionEnd: to } = editor.area;
    editor.area.setRangeText(word, from, to, "end");
    editor.area.focus();
    editor.typedAt = 0;
    noteStep();
    changed();
  };
  const keys = (event) => {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== "z" && key !== "y")) return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) step(editor.future, editor.past);
    else step(editor.past, editor.future);
  };

  const writes = { lang: "zh-CN", spellcheck: "false", autocapitalize: "off", onblur: () => flush() };
  editor.head = h("input", { ...writes, type: "text", class: "head", autocomplete: "off", oninput: (event) => { if (!event.isComposing) changed(); }, oncompositionend: changed });
  editor.area = h("textarea", { ...writes, rows: 3, onkeydown: keys,
    oninput: (event) => { if (!event.isComposing) { noteStep(); changed(); } }, oncompositionend: () => { noteStep(); changed(); } });
  editor.freshen = () => {
    const { data, area } = editor;
    const count = hanCount(area.value);
    const tooMany = Array.from(area.value).length - data.longest;
    length.textContent = tooMany > 0 ? filled(data.ui.tooMany, { count: tooMany.toLocaleString() }) : lengthSaid(count, data);
    length.classList.toggle("over", tooMany > 0);
    track.hidden = data.least === null;
    bar.style.width = `${Math.min(100, (100 * count) / (data.most ?? 1))}%`;
    track.style.setProperty("--least", `${(100 * (data.least ?? 0)) / (data.most ?? 1)}%`);
    track.toggleAttribute("data-enough", data.least !== null && count >= data.least && count <= data.most);
    const kept = arrived() && data.kept;
    status.textContent = !area.value ? data.ui.empty : kept ? data.ui.kept : editor.sent === JSON.stringify(written()) ? data.ui.keeping : arrived() ? "" : data.ui.waiting;
    status.toggleAttribute("data-kept", Boolean(kept && area.value));
    lost.textContent = navigator.onLine ? "" : data.ui.offline;
    for (const chip of words.querySelectorAll("button")) chip.toggleAttribute("data-used", area.value.includes(chip.dataset.word));
    for (const input of [area, editor.head]) input.readOnly = data.busy;
    undo.disabled = !editor.past.length || data.busy;
    redo.disabled = !editor.future.length || data.busy;
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight + 2}px`;
  };
  editor.fresh = (data) => {
    const refused = data.refusals > editor.data.refusals && editor.area.value.trim() !== "";
    const replaced = data.put > editor.put;
    editor.data = data; // never the text of a field in which somebody writes
    if (replaced) {
      editor.put = data.put;
      editor.sent = null; // another text is stored now: what was sent before goes out again where it is taken back
      if (editor.area.value === data.base) {
        editor.area.value = data.text;
        editor.typedAt = 0;
        noteStep();
        if (data.titled) editor.head.value = data.title;
      }
    }
    if (arrived()) remember(data.keep, null);
    editor.freshen();
    if (editor.opened !== data.opened) toTop(root, editor, data);
    if (refused) flush({ again: true });
    else if (replaced && !arrived()) flush({ again: false });
  };
  editor.begin = (data) => {
    const kept = remembered(data.keep);
    editor.data = data;
    editor.put = data.put;
    editor.area.value = kept?.text ?? data.text;
    editor.shown = editor.area.value;
    editor.head.value = kept?.title ?? data.title;
    editor.head.maxLength = data.longestTitle;
    editor.head.placeholder = data.ui.titlePlaceholder;
    editor.head.setAttribute("aria-label", data.ui.title);
    editor.area.placeholder = data.ui.placeholder;
    editor.area.setAttribute("aria-label", data.ui.label);
    for (const [button, said] of [[undo, data.ui.undo], [redo, data.ui.redo]]) {
      button.title = said;
      button.setAttribute("aria-label", said);
    }
    words.setAttribute("aria-label", data.ui.words);
    words.hidden = !data.words.length;
    words.replaceChildren(h("span", { class: "note" }, data.ui.words), ...data.words.map((word) =>
      h("button", { type: "button", lang: "zh-CN", "data-word": word, onclick: () => put(word) }, word)));
    root.replaceChildren(h("div", { class: data.small ? "editor small" : "editor" }, data.titled ? editor.head : null, words, editor.area, track,
      h("div", { class: "foot" }, h("span", { class: "steps" }, undo, redo), length, status), lost));
    editor.freshen();
    toTop(root, editor, data);
    if (kept) flush();
  };
  let width = 0; // a hidden field has no height to measure
  new ResizeObserver(() => { if (root.clientWidth !== width) { width = root.clientWidth; if (width && editor.area.isConnected) editor.freshen(); } }).observe(root);
  window.addEventListener("pagehide", () => editor.area.isConnected && flush());
  document.addEventListener("visibilitychange", () => { if (document.hidden && editor.area.isConnected) flush(); });
  for (const change of ["online", "offline"]) window.addEventListener(change, () => editor.area.isConnected && editor.freshen());
  return editor;
}

function render(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  let editor = EDITORS.get(root);
  const begins = !editor || editor.id !== data.id;
  if (begins) EDITORS.set(root, (editor = newEditor(root, data.id)));
  editor.send = (written) => setTriggerValue("written", written);
  if (begins) editor.begin(data);
  else editor.fresh(data);
}
