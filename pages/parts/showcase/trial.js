// A card that anybody may answer: the marks of all its answers came with the page, so that nothing is sent when one is chosen.

const TRIED = new WeakMap(); // by the place where it is drawn: which card, and what was answered

function render(component) {
  const { data, parentElement } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  const { ui, cards } = data;
  const state = TRIED.get(root) ?? { at: 0, answers: {} };
  TRIED.set(root, state);

  function choose(option) {
    state.answers[state.at] = option;
    redraw();
    root.querySelector(".onward").focus({ preventScroll: true });
    root.querySelector(".headline").scrollIntoView({ block: "nearest" });
  }

  function onward() {
    Speech.stop();
    state.at += 1;
    if (state.at === cards.length) Object.assign(state, { at: 0, answers: {} });
    redraw();
    root.querySelector(".choose")?.focus({ preventScroll: true });
  }

  const option = (each) => h("li", {}, h("button", { type: "button", class: "row option choose", onclick: () => choose(each.id) },
    label(each.id), zh(each.text, "learn")));

  function redraw() {
    const { card, marks } = cards[state.at];
    const mark = marks[state.answers[state.at]];
    const text = card.options.find((each) => each.id === mark?.key)?.text;
    const stem = card.stem.split("____").flatMap((part, place) =>
      (place ? [h("span", { class: text ? "blank filled" : "blank" }, text || h("span", { class: "unseen" }, card.blankName)), part] : [part]));
    root.replaceChildren(h("section", { class: "exercise trial", lang: data.language, "aria-label": ui.title },
      h("div", { class: "sheet" },
        h("div", { class: "trial-head" }, h("h2", {}, ui.title), h("span", { class: "chip" }, card.topic), h("span", { class: "chip" }, card.level)),
        mark ? null : h("p", { class: "instruction" }, zh(card.instruction)),
        h("p", { class: "stem han short", lang: "zh-CN" }, stem),
        mark ? GIVEN.choice(card, mark, ui) : h("ul", { class: "rows" }, card.options.map(option)),
        mark ? verdictPart(card, mark, ui, null) : null,
        mark ? h("div", { class: "trial-next" }, h("button", { type: "button", class: "plain onward", onclick: onward }, state.at + 1 < cards.length ? ui.another : ui.startOver)) : null,
        h("p", { class: "note" }, ui.note))));
  }

  redraw();
  return () => Speech.stop();
}
