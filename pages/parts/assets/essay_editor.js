// The field of an essay: large characters and their count. What stands there goes out by itself and survives a refresh of this tab.

const STILL_MS = 900; // after the last key
const HAN_ALL = /[\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]/gu;
const FIELDS = new WeakMap();

/** Storage may be switched off in a browser; then a refresh begins with an empty field. */
function remembered(key) {
  try { return sessionStorage.getItem(key) ?? ""; } catch { return ""; }
}

function remember(key, text) {
  try { sessionStorage.setItem(key, text); } catch { /* nothing to be done */ }
}

function newField() {
  const field = { data: null, send: () => {}, sent: null, timer: 0 };
  const count = h("span", { role: "status" });
  const room = h("span", {});
  const flush = () => {
    clearTimeout(field.timer);
    if (field.area.value === field.sent) return;
    field.sent = field.area.value;
    field.send(field.sent);
  };
  const changed = () => {
    remember(field.data.keep, field.area.value);
    clearTimeout(field.timer);
    field.timer = setTimeout(flush, STILL_MS);
    field.freshen();
  };
  field.area = h("textarea", {
    lang: "zh-CN", rows: 8, spellcheck: "false", autocapitalize: "off",
    oninput: (event) => { if (!event.isComposing) changed(); }, oncompositionend: changed, onblur: flush,
  });
  field.freshen = () => {
    const { ui, longest } = field.data;
    const over = Array.from(field.area.value).length - longest;
    count.textContent = ui.count.replace("{count}", (field.area.value.match(HAN_ALL) ?? []).length);
    room.textContent = over > 0 ? ui.over.replace("{count}", over) : ui.room.replace("{most}", longest.toLocaleString());
    room.className = over > 0 ? "over" : "";
  };
  field.begin = (root, data) => {
    field.data = data;
    field.area.value = data.text || (data.put ? "" : remembered(data.keep));
    field.area.placeholder = data.ui.placeholder;
    field.area.setAttribute("aria-label", data.ui.label);
    remember(data.keep, field.area.value);
    field.sent = data.text;
    root.replaceChildren(h("div", { class: "editor" }, field.area, h("div", { class: "foot" }, count, room)));
    field.freshen();
    flush();
  };
  return field;
}

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  let field = FIELDS.get(root);
  const begins = !field || field.data.id !== data.id;
  if (begins) FIELDS.set(root, (field = newField()));
  field.send = (text) => setTriggerValue("text", text);
  if (begins) field.begin(root, data);
  else {
    field.data = data; // never the text of a field in which somebody writes
    field.freshen();
  }
}
