// The units of one level as a road: a click opens a unit, the button of the current one goes on with it.

function unit(each, act) {
  const words = [
    stone(each.symbol, each.share, each.state === "done"),
    h("span", { class: "what" },
      h("span", { class: "title" }, zh(each.title), each.translation ? h("span", { class: "translation" }, each.translation) : null),
      h("span", { class: "goal" }, each.goal),
      h("span", { class: "facts" }, each.facts.map((fact) => h("span", {}, fact)))),
  ];
  return h("li", { class: `unit ${each.state}`, "aria-current": each.state === "current" ? "step" : null },
    h("button", { type: "button", class: "whole", "data-key": each.id, onclick: () => act("unit", each.id) }, words),
    each.begin ? h("button", { type: "button", class: "primary", "data-key": `begin-${each.id}`, onclick: () => act("begin", each.id) }, each.begin) : null);
}

function render(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  drawList(root, "road", data.ui.road, data.units.map((each) => unit(each, setTriggerValue)));
}
