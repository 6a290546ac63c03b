// The day: slots as columns, one under the other where it is narrow. A card is moved by its form or, with a mouse, by dragging it
// to another slot; Python is asked to begin, to move, and to note what was watched elsewhere.

const KEPT = new WeakMap();
const NARROW = 720; // px: below it slots stand one under the other, and those that are not on fold up
const PATIENCE_MS = 8000;

function stateOf(root, data) {
  const kept = KEPT.get(root);
  const state = kept?.day === data.day ? kept : { day: data.day, open: null, values: {}, problem: "", unfolded: new Set([data.first]), told: 0, narrow: false };
  KEPT.set(root, state);
  state.busy = null; // whatever was asked, here is the answer
  if (data.problem && data.problem.number !== state.told) {
    state.told = data.problem.number;
    state.open = { id: data.problem.resource, part: "move" };
    state.values = { slot: data.problem.slot, start: data.problem.start, end: data.problem.end };
    state.problem = data.problem.text;
    state.unfolded.add(data.problem.column);
  } else if (!data.problem && state.problem) {
    state.problem = "";
    state.open = null;
  }
  return state;
}

/** Cards of the column can be dropped here. */
function takesCards(element, column, state, act) {
  element.addEventListener("dragover", (event) => {
    if (!state.dragged || state.dragged.wire === column.wire) return;
    event.preventDefault();
    element.classList.add("over");
  });
  element.addEventListener("dragleave", (event) => { if (!element.contains(event.relatedTarget)) element.classList.remove("over"); });
  element.addEventListener("drop", (event) => {
    event.preventDefault();
    element.classList.remove("over");
    if (state.dragged) act("move", { resource: state.dragged.id, slot: column.wire, start: "", end: "" });
  });
}

function canBeDragged(element, card, state, root) {
  element.draggable = true;
  element.addEventListener("dragstart", (event) => {
    state.dragged = card;
    event.dataTransfer.effectAllowed = "move";
    event.dataTransfer.setData("text/plain", card.title);
    requestAnimationFrame(() => root.toggleAttribute("data-dragging", true));
  });
  element.addEventListener("dragend", () => { state.dragged = null; root.removeAttribute("data-dragging"); });
}

function render(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  const state = stateOf(root, data);
  const mouse = data.columns.length > 1 && matchMedia("(hover: hover) and (pointer: fine)").matches; // and somewhere to drag to
  whenSymbolsAreThere(root);

  const act = (name, said) => {
    if (state.busy) return;
    state.busy = { name, resource: said.resource };
    setTriggerValue(name, said);
    const asked = state;
    setTimeout(() => { if (asked.busy && KEPT.get(root) === asked) { asked.busy = null; redraw(); } }, PATIENCE_MS);
    redraw();
  };
  const open = (wanted) => {
    const before = state.open;
    state.open = wanted;
    state.values = {};
    state.problem = "";
    redraw();
    if (!wanted && before) root.querySelector(`[data-key="${CSS.escape(`${before.part}-${before.id}`)}"]`)?.focus({ preventScroll: true });
    if (wanted?.part === "move") root.querySelector('[data-key="move-slot"]').focus({ preventScroll: true });
  };

  function head(column) {
    const facts = [h("span", { class: "period" }, column.period), column.now ? h("span", { class: "tag now" }, data.ui.now) : null];
    const said = h("span", { class: "amount" }, column.said);
    if (!state.narrow) return h("div", { class: "head" }, h("h2", {}, column.name, " ", facts), said);
    const unfolded = state.unfolded.has(column.slot);
    const turn = () => { state.unfolded[unfolded ? "delete" : "add"](column.slot); redraw(); };
    return h("h2", { class: "head" }, h("button", { type: "button", "data-key": `fold-${column.slot}`, "aria-expanded": String(unfolded), onclick: turn },
      h("span", {}, column.name, " ", facts), said, symbol(unfolded ? "expand_less" : "expand_more")));
  }

  function drawn(column) {
    const cards = column.cards.map((card) => {
      const element = planCard({ ...card, grip: card.grip && mouse }, data, state, act, open);
      if (card.grip && mouse && state.open?.id !== card.id) canBeDragged(element, card, state, root);
      return element;
    });
    const shown = !state.narrow || state.unfolded.has(column.slot);
    const element = h("section", { class: "column", "aria-label": `${column.name} ${column.period}` }, head(column),
      shown ? (cards.length ? h("ol", { class: "cards" }, cards) : h("p", { class: "note" }, data.ui.nothing)) : null);
    if (data.movable && mouse) takesCards(element, column, state, act);
    return element;
  }

  function redraw() {
    const focused = root.getRootNode().activeElement?.dataset?.key;
    root.replaceChildren(h("div", { class: `board of-${Math.min(4, data.columns.length)}${state.narrow ? " narrow" : ""}${state.open ? " opened" : ""}`, lang: data.language, "aria-busy": String(Boolean(state.busy)) },
      data.columns.map(drawn)));
    if (focused) root.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true });
  }

  const measured = () => {
    const narrow = root.clientWidth > 0 && root.clientWidth < NARROW && data.columns.length > 1;
    if (narrow !== state.narrow) { state.narrow = narrow; redraw(); }
  };
  const watching = new ResizeObserver(measured);
  watching.observe(root);
  redraw();
  measured();
  return () => watching.disconnect();
}
