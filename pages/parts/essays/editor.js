// Title and text of an essay, in large characters. What stands there goes out by itself and survives a refresh of this tab, with the level.

const STILL_MS = 900; // after the last key
const HAN_ALL = /[\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/gu;
const FIELDS = new WeakMap();

/** Storage may be switched off in a browser; then a refresh begins with empty fields. */
function remembered(key) {
  try { return JSON.parse(sessionStorage.getItem(key)) ?? {}; } catch { return {}; }
}

function remember(key, written) {
  try { sessionStorage.setItem(key, JSON.stringify(written)); } catch { /* nothing to be done */ }
}

function newField() {
  const field = { data: null, send: () => {}, sent: null, timer: 0, level: null };
  const count = h("span", { role: "status" });
  const room = h("span", {});
  const lost = h("p", { class: "lost", role: "alert" });
  const keep = () => remember(field.data.keep, { text: field.area.value, title: field.head.value, level: field.level ?? field.data.level });
  // `again`: a review was asked for, and the text was not there. A message may get lost, and tools that write for somebody tell no change.
  const flush = ({ again = false } = {}) => {
    clearTimeout(field.timer);
    const written = { text: field.area.value, title: field.head.value, level: field.level };
    if (!again && JSON.stringify(written) === field.sent) return;
    field.sent = JSON.stringify(written);
    field.send(again ? { ...written, again } : written);
  };
  const changed = () => {
    keep();
    clearTimeout(field.timer);
    field.timer = setTimeout(flush, STILL_MS);
    field.freshen();
  };
  const writes = { lang: "zh-CN", spellcheck: "false", autocapitalize: "off", oninput: (event) => { if (!event.isComposing) changed(); }, oncompositionend: changed, onblur: () => flush() };
  field.head = h("input", { ...writes, type: "text", class: "head", autocomplete: "off" });
  field.area = h("textarea", { ...writes, rows: 8 });
  const label = h("label", {}, h("span", { class: "label" }), field.head);
  const over = () => Array.from(field.area.value).length - field.data.longest;
  field.freshen = () => {
    const { ui, longest, busy } = field.data;
    const more = over();
    label.firstChild.textContent = ui.title;
    field.head.placeholder = ui.titlePlaceholder;
    field.area.placeholder = ui.placeholder;
    field.area.setAttribute("aria-label", ui.label);
    count.textContent = ui.count.replace("{count}", (field.area.value.match(HAN_ALL) ?? []).length);
    room.textContent = more > 0 ? ui.over.replace("{count}", more.toLocaleString()) : ui.room.replace("{most}", longest.toLocaleString());
    room.className = more > 0 ? "over" : "";
    lost.textContent = navigator.onLine ? "" : ui.offline;
    for (const input of [field.head, field.area]) input.readOnly = busy;
  };
  field.fresh = (data) => {
    const refused = data.refusals > field.data.refusals && field.area.value.trim() !== "";
    field.data = data; // never the text of a field in which somebody writes
    if (field.level === data.level) field.level = null;
    keep();
    field.freshen();
    if (refused) flush({ again: true });
  };
  field.begin = (root, data) => {
    const kept = data.put ? {} : remembered(data.keep);
    field.data = data;
    field.area.value = data.text || kept.text || "";
    field.head.value = data.title || kept.title || "";
    field.head.maxLength = data.longestTitle;
    field.level = data.levels.includes(kept.level) && kept.level !== data.level ? kept.level : null; // asked for until it comes back
    field.sent = JSON.stringify({ text: data.text, title: data.title, level: null });
    keep();
    root.replaceChildren(h("div", { class: "editor" }, label, field.area, h("div", { class: "foot" }, count, room), lost));
    field.freshen();
    flush();
  };
  for (const change of ["online", "offline"]) window.addEventListener(change, () => field.area.isConnected && field.freshen());
  return field;
}

function render(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  let field = FIELDS.get(root);
  const begins = !field || field.data.id !== data.id;
  if (begins) FIELDS.set(root, (field = newField()));
  field.send = (written) => setTriggerValue("written", written);
  if (begins) field.begin(root, data);
  else field.fresh(data);
}
