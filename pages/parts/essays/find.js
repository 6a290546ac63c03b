// "Find it yourself": the essay without its corrections; how many errors a paragraph has is all that is told. A click on a character
// tells whether there is one. Arrow keys move from character to character, Enter asks.

const SEARCHES = new WeakMap();

function paragraphs(data) {
  const found = [];
  let start = 0;
  data.marks.forEach((mark, place) => {
    if (mark !== "\n") return;
    if (place > start) found.push([start, place]);
    start = place + 1;
  });
  if (start < data.marks.length) found.push([start, data.marks.length]);
  return found.filter(([from, to]) => data.marks.slice(from, to).some((mark) => mark.trim()));
}

/** Where something is missing, the characters on both sides count. */
const covers = (item, place) => (item.start === item.end ? place === item.start || place === item.start - 1 : item.start <= place && place < item.end);
const inside = (item, [from, to]) => (from <= item.start && item.start < to) || (item.start === to && item.end === to);

function render(component) {
  const { data, parentElement } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  data.marks = codePoints(data.text);
  const before = SEARCHES.get(root);
  const state = before && before.id === data.id ? before : { id: data.id, found: new Set(), missed: new Set(), at: 0, last: null };
  SEARCHES.set(root, state);
  const parts = paragraphs(data);

  const reveal = (index) => { state.found.add(index); state.last = index; draw(); };
  const ask = (place) => {
    state.at = place;
    const hit = data.items.findIndex((item, index) => !state.found.has(index) && covers(item, place));
    if (hit >= 0) return reveal(hit);
    state.missed.add(place);
    state.last = -1;
    return draw();
  };
  const one = (place) => h("span", {
    class: state.missed.has(place) ? "mark missed" : "mark", role: "button", tabindex: -1, "data-at": place,
  }, shown(data.marks[place]));
  const drawPart = (part) => {
    const mine = data.items.map((item, index) => ({ item, index })).filter(({ item }) => inside(item, part));
    const left = mine.filter(({ index }) => !state.found.has(index)).length;
    const line = h("p", { class: "page han", lang: "zh-CN", role: "group" });
    let place = part[0];
    for (const { item, index } of mine.filter(({ index }) => state.found.has(index))) {
      while (place < item.start) line.append(one(place++));
      line.append(h("span", { class: classOf(item, index === state.last) }, drawChange(item)));
      place = Math.max(place, item.end);
    }
    while (place < part[1]) line.append(one(place++));
    const said = !mine.length ? data.ui.none : left ? filled(data.ui.left, { left, count: mine.length }) : data.ui.all;
    return h("div", { class: "part" }, h("p", { class: "note count" }, said), line);
  };
  const answer = () => {
    if (state.last === null) return data.ui.begin;
    if (state.last < 0) return data.ui.miss;
    const item = data.items[state.last];
    return [h("div", { class: "title" }, drawChip(item), h("b", {}, item.name)), drawChangeLine(item), h("p", {}, item.explanation)];
  };
  const draw = () => {
    const done = state.found.size === data.items.length;
    const rest = data.items.findIndex((_, index) => !state.found.has(index));
    root.replaceChildren(h("div", { class: "finding" },
      h("div", { class: "answer", role: "status" }, answer(), done && data.items.length ? h("p", { class: "said" }, data.ui.done) : null),
      parts.map(drawPart),
      rest >= 0 ? h("div", { class: "tools" }, h("button", { type: "button", class: "plain", onclick: () => reveal(rest) }, data.ui.show)) : null));
    const marks = [...root.querySelectorAll("[data-at]")]; // a line break or a found error has none: then the nearest one is reached by Tab
    const near = marks.find((mark) => Number(mark.dataset.at) >= state.at) ?? marks.at(-1);
    if (near) { near.tabIndex = 0; state.at = Number(near.dataset.at); }
  };
  const focusOn = (place) => { state.at = place; root.querySelector(`[data-at="${place}"]`)?.focus(); };
  root.onclick = (event) => { const mark = event.target.closest("[data-at]"); if (mark) { ask(Number(mark.dataset.at)); focusOn(state.at); } };
  root.onkeydown = (event) => {
    const mark = event.target.closest("[data-at]");
    if (!mark) return;
    const all = [...root.querySelectorAll("[data-at]")];
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) focusOn(Number((all[all.indexOf(mark) + step] ?? mark).dataset.at));
    else if (event.key === "Enter" || event.key === " ") { ask(Number(mark.dataset.at)); focusOn(state.at); }
    else return;
    event.preventDefault();
  };
  draw();
}
