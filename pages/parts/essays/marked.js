// The marked essay with the list of its errors: a click on either chooses the other; each can be accepted or called right.

const STATES = new WeakMap();
/** There the chosen error lies over the foot of the text: until one is chosen it must not hide the beginning. */
const narrow = (root) => root.clientWidth <= 760;

function drawText(data, state, choose) {
  const sheet = h("div", { class: "page han", lang: "zh-CN", role: "group", "aria-label": data.ui.text });
  for (const { start, end, item, index } of pieces(data)) {
    if (item === null) {
      sheet.append(...withDoubts(data, start, end));
      continue;
    }
    sheet.append(h("span", {
      class: classOf(item, index === state.at), role: "button", tabindex: index === Math.max(state.at, 0) ? 0 : -1, "data-index": index, "data-focus": `mark ${index}`, "aria-label": item.said,
      "aria-pressed": String(index === state.at),
      onclick: () => choose(index),
      onkeydown: (event) => {
        const to = { Enter: index, " ": index, ArrowRight: index + 1, ArrowDown: index + 1, ArrowLeft: index - 1, ArrowUp: index - 1, Home: 0, End: data.items.length - 1 }[event.key];
        if (to === undefined) return;
        event.preventDefault();
        choose(Math.min(Math.max(to, 0), data.items.length - 1));
      },
    }, drawChange(item)));
  }
  return sheet;
}

function drawLegend(data) {
  return h("p", { class: "legend" }, data.legend.map((row) =>
    h("span", { class: "row" }, drawChip(row), ` ${row.name} `, h("b", {}, String(row.count)))));
}

function drawDetail(data, state, act) {
  const item = data.items[state.at];
  if (!item) return h("p", { class: "note" }, data.ui.click);
  const said = item.said_of ?? (item.verdict ? data.ui[item.verdict] : null);
  return [
    h("div", { class: "title" }, drawChip(item), h("b", {}, item.name), h("span", { class: "note" }, `${state.at + 1} / ${data.items.length}`)),
    drawChangeLine(item),
    h("p", {}, item.explanation),
    h("p", { class: "note" }, [item.confidence, item.judges].filter(Boolean).join(" · ")),
    item.point ? h("button", { type: "button", class: "quiet", "data-focus": "point", onclick: () => act.point(item.point) }, item.pointName) : null,
    said ? h("p", { class: "said", role: "status" }, said) : null,
    data.own && item.verdict === "dismissed" && !item.settled ? drawNote(data, state, item, act) : null,
    h("div", { class: "tools" },
      data.own && !item.verdict ? h("button", { type: "button", class: "plain", "data-focus": "judge", onclick: () => act.judge("accepted") }, item.check ? data.ui.acceptCheck : data.ui.accept) : null,
      data.own && !item.verdict && !item.settled ? h("button", { type: "button", class: "plain", "data-focus": "judge", onclick: () => act.judge("dismissed") }, data.ui.right) : null,
      data.own && item.verdict && !item.settled ? h("button", { type: "button", class: "plain", "data-focus": "judge", onclick: () => act.judge(null) }, data.ui.undo) : null,
      data.own && data.ui.practise && !item.check ? h("button", { type: "button", class: "plain", "data-focus": "practise", onclick: act.practise }, data.ui.practise) : null,
      h("button", { type: "button", class: "plain", "data-focus": "next", onclick: act.next }, data.ui.next)),
  ];
}

/** Once something is called right: why, for the teacher. What is being typed outlives that everything is drawn anew. */
function drawNote(data, state, item, act) {
  const typed = state.notes.get(state.at) ?? item.note;
  const field = h("textarea", { rows: 2, maxlength: data.longestNote, "data-focus": "note", "aria-label": data.ui.note, placeholder: data.ui.note,
    oninput: () => { state.notes.set(state.at, field.value); keep.disabled = field.value.trim() === item.note; kept.textContent = ""; } });
  field.value = typed;
  const keep = h("button", { type: "button", class: "plain", "data-focus": "keep", onclick: () => act.judge("dismissed", field.value.trim()) }, data.ui.keepNote);
  keep.disabled = typed.trim() === item.note;
  const kept = h("span", { class: "note", role: "status" }, item.note && typed.trim() === item.note ? data.ui.noteKept : "");
  return h("div", { class: "why" }, field, h("div", { class: "tools" }, keep, kept));
}

function drawList(data, state, choose) {
  return h("ol", { class: "list" }, data.items.map((item, index) =>
    h("li", {}, h("button", { type: "button", class: "line", "data-focus": `line ${index}`, "aria-label": [item.said, item.verdict === "dismissed" ? data.ui.rightShort : item.verdict === "accepted" ? data.ui.taken : null].filter(Boolean).join(", "),
      "aria-pressed": String(index === state.at), onclick: () => choose(index, true) },
      drawChip(item), drawChangeLine(item), item.verdict ? h("span", { class: "note" }, item.verdict === "accepted" ? "✓" : data.ui.rightShort) : null))));
}

function render(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  data.marks = codePoints(data.text);
  const before = STATES.get(root);
  const state = before && before.id === data.id ? before : { id: data.id, at: narrow(root) ? -1 : 0, notes: new Map() };
  STATES.set(root, state);
  const act = {
    point: (id) => setTriggerValue("point", id),
    practise: () => {
      const { start, end, replacement } = data.items[state.at];
      setTriggerValue("practise", { start, end, replacement });
    },
    next: () => choose((state.at + 1) % data.items.length, true),
    judge: (verdict, note = "") => {
      const { start, end, replacement } = data.items[state.at];
      Object.assign(data.items[state.at], { verdict, note, said_of: null }); // seen at once; the server follows
      if (verdict === null) state.notes.delete(state.at);
      setTriggerValue("verdict", { start, end, replacement, verdict, note });
      draw();
    },
  };
  const choose = (index, scroll = false) => {
    state.at = index;
    draw();
    const chosen = root.querySelector(`.error[data-index="${index}"]`);
    if (!scroll) chosen?.focus({ preventScroll: true });
    if (narrow(root)) chosen?.style.setProperty("scroll-margin-bottom", `${root.querySelector(".detail").offsetHeight + 24}px`);
    if (scroll || narrow(root)) chosen?.scrollIntoView({ block: "nearest", behavior: "smooth" });
  };
  const draw = () => {
    const sheet = drawText(data, state, choose);
    const left = h("div", { class: "sheet" }, sheet, data.items.length ? drawLegend(data) : null);
    const side = data.items.length
      ? h("div", { class: "side" },
        h("section", { class: "detail", "aria-live": "polite", "aria-label": data.ui.here }, drawDetail(data, state, act)),
        drawList(data, state, choose))
      : null;
    const active = root.getRootNode().activeElement;
    const held = active?.dataset.focus, cursor = active?.selectionStart; // everything is drawn anew: focus and list stay where they were
    const above = root.querySelector(".list")?.scrollTop ?? 0;
    root.replaceChildren(h("div", { class: side ? "columns" : null }, left, side));
    side?.querySelector(".list").scrollTo(0, above);
    const again = held ? root.querySelector(`[data-focus="${held}"]`) : null;
    again?.focus({ preventScroll: true });
    if (cursor !== undefined) again?.setSelectionRange?.(cursor, cursor);
  };
  draw();
}
