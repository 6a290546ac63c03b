// The steps of a unit: what each is, how long it takes, whether it is done; a click begins it.

function step(each, act) {
  return h("li", { class: `step${each.done ? " done" : ""}${each.next ? " next" : ""}` },
    stone(each.symbol, each.done ? 1 : 0, each.done),
    h("div", { class: "what" },
      h("h3", {}, each.name),
      each.title ? h("p", { class: "about" }, zh(each.title), each.translation ? h("span", { class: "translation" }, each.translation) : null) : null,
      h("p", { class: "facts" }, each.facts.map((fact) => h("span", {}, fact)))),
    h("button", { type: "button", class: each.next ? "primary" : "plain", "data-key": each.kind, "aria-label": `${each.begin}: ${each.name}`, onclick: () => act("begin", each.kind) }, each.begin));
}

function render(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  drawList(root, "steps", data.ui.steps, data.steps.map((each) => step(each, setTriggerValue)));
}
