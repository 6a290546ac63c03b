// Seven days: weekday, date, a ring that fills with what was done, minutes, reviews due. A click shows that day.

const AROUND = 2 * Math.PI * 18;

function ring(share) {
  const drawn = (cls, dash) => {
    const circle = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    for (const [name, value] of Object.entries({ cx: 22, cy: 22, r: 18, class: cls })) circle.setAttribute(name, value);
    if (dash) circle.setAttribute("stroke-dasharray", dash);
    return circle;
  };
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 44 44");
  svg.setAttribute("aria-hidden", "true");
  svg.append(drawn("track"));
  if (share > 0) svg.append(drawn("share", `${AROUND * share} ${AROUND}`));
  return svg;
}

function day(each, choose) {
  return h("li", {},
    h("button", { type: "button", class: `day ${each.when}`, "data-day": each.iso, "aria-label": each.label, title: each.label, "aria-current": each.chosen ? "date" : null, onclick: () => choose(each.iso) },
      h("span", { class: "weekday" }, each.weekday),
      h("span", { class: "round" }, ring(each.share ?? 0), h("span", { class: "number" }, String(each.number))),
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
