// Seven days: weekday, date, a ring that fills with what was done, minutes, reviews due. A click shows that day.

function day(each, choose) {
  return h("li", {},
    h("button", { type: "button", class: `day ${each.when}`, "data-day": each.iso, "aria-label": each.label, title: each.label, "aria-current": each.chosen ? "date" : null, onclick: () => choose(each.iso) },
      h("span", { class: "weekday" }, each.weekday),
      h("span", { class: "round" }, ring(each.share ?? 0, 44, 18), h("span", { class: "number" }, String(each.number))),
      h("span", { class: "small" }, each.minutes),
      each.due ? h("span", { class: "small due" }, each.due) : null));
}

function render(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  const { ui } = data;
  const choose = (iso) => setTriggerValue("day", iso);
  const turn = (iso, cls, name) => h("button", { type: "button", class: `turn ${cls}`, "aria-label": name, title: name, "data-day": cls, onclick: () => choose(iso) }, icon("back"));
  const focused = root.getRootNode().activeElement?.dataset?.day;
  root.replaceChildren(h("nav", { class: "strip", lang: data.language, "aria-label": ui.week },
    turn(data.before, "off", ui.before),
    h("ol", { class: "days" }, data.days.map((each) => day(each, choose))),
    turn(data.after, "on", ui.after)));
  if (focused) root.querySelector(`[data-day="${focused}"]`)?.focus({ preventScroll: true });
}
