// A search that knows every point: Chinese, pinyin without tones, English, the number. Choosing one sends its id to Python.

const SEARCHES = new WeakMap();
const MOST = 8;
const MARKS = /[“”"‘’'⋯…\s]/g;
const plainly = (text) => text.normalize("NFKC").toLowerCase().replaceAll("ü", "v");

function newSearch(root) {
  const search = { data: null, send: () => {}, hits: [], at: -1 };
  const input = h("input", { type: "text", role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": "hits", autocomplete: "off", spellcheck: "false" });
  const list = h("ul", { id: "hits", role: "listbox", hidden: true });
  const none = h("p", { class: "none", role: "status" });
  const label = h("label", {});
  root.replaceChildren(h("div", { class: "search" }, label, input, list, none));
  label.setAttribute("for", (input.id = "search"));

  /** The better a name fits the sooner it comes: equal, begins so, holds it; then by level. */
  const rank = (row, words) => {
    const whole = words.join(" "), [, form, , , keys] = row;
    const [, joined = ""] = keys.split("|");
    if (plainly(form) === whole) return 0;
    if (plainly(form).startsWith(whole) || joined.startsWith(words.join(""))) return 1;
    return 2;
  };
  const look = () => {
    const words = plainly(input.value).split(/\s+/).map((word) => word.replace(MARKS, "")).filter(Boolean);
    search.hits = !words.length ? [] : search.data.rows
      .filter(([, , , , keys]) => words.every((word) => keys.includes(word)))
      .map((row, index) => [rank(row, words), index, row])
      .sort((one, other) => one[0] - other[0] || one[1] - other[1])
      .slice(0, MOST)
      .map(([, , row]) => row);
    search.at = search.hits.length ? 0 : -1;
    none.textContent = words.length && !search.hits.length ? search.data.words.none : "";
    draw();
  };
  const draw = () => {
    list.replaceChildren(...search.hits.map(([id, form, gloss, level], index) =>
      h("li", { role: "option", id: `hit${index}`, "aria-selected": String(index === search.at), onpointerdown: (event) => { event.preventDefault(); choose(index); } },
        zh(form, "form"), h("span", { class: "gloss" }, gloss), h("span", { class: "level" }, filled(search.data.words.level, { level })))));
    list.hidden = !search.hits.length;
    input.setAttribute("aria-expanded", String(!list.hidden));
    if (search.at >= 0) input.setAttribute("aria-activedescendant", `hit${search.at}`);
    else input.removeAttribute("aria-activedescendant");
    list.children[search.at]?.scrollIntoView({ block: "nearest" });
  };
  const close = () => {
    search.hits = [];
    search.at = -1;
    draw();
  };
  const choose = (index) => {
    const [id, form] = search.hits[index];
    input.value = form;
    close();
    search.send(id);
  };
  input.addEventListener("input", look);
  input.addEventListener("focus", () => input.select());
  input.addEventListener("blur", () => { close(); none.textContent = ""; });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return; // Enter that ends the entry of Chinese characters
    const count = search.hits.length;
    if (event.key === "ArrowDown" && count) search.at = (search.at + 1) % count;
    else if (event.key === "ArrowUp" && count) search.at = (search.at + count - 1) % count;
    else if (event.key === "Enter" && count) choose(search.at);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    if (search.hits.length) draw();
  });
  search.fresh = (data) => {
    search.data = data;
    label.textContent = data.words.label;
    input.placeholder = data.words.example;
  };
  return search;
}

function render(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  let search = SEARCHES.get(root);
  if (!search) SEARCHES.set(root, (search = newSearch(root)));
  search.send = (id) => setTriggerValue("point", id);
  search.fresh(data);
}
