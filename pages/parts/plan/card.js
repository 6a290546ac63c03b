// One card of the plan: what it is, why it is there, how far it is, how to begin; below it, when asked for, "move" and "why".

/** What the card says at a glance. */
function face(card, ui) {
  return [
    h("div", { class: "top" },
      h("span", { class: `skill ${card.done ? "done" : ""}` }, card.done ? [icon("right"), h("span", { class: "unseen" }, card.state)] : symbol(card.symbol)),
      h("div", { class: "what" },
        h("h3", {}, card.title),
        h("p", { class: "facts" }, h("span", { class: "time" }, card.time), card.amount.map((each) => h("span", {}, each)), h("span", {}, card.level))),
      card.grip ? h("span", { class: "grip", title: ui.drag, "aria-hidden": "true" }, symbol("drag_indicator")) : null),
    h("p", { class: "tags" },
      h("span", { class: "tag" }, symbol(card.kindSymbol), card.kind),
      card.next ? h("span", { class: "tag now" }, ui.next) : null,
      card.moved ? h("span", { class: "tag" }, ui.moved) : null,
      card.state ? h("span", { class: `tag ${card.done ? "right" : "part"}` }, icon(card.done ? "right" : "part"), card.state) : null),
    card.done ? null : h("p", { class: "reason" }, card.reason),
  ];
}

/** The way in: a button; of another site a link and the word that it was watched. */
function wayIn(card, ui, state, act) {
  if (!card.startable) return null;
  const cls = card.next ? "primary" : "plain";
  if (card.url) {
    return [
      h("a", { class: cls, href: card.url, target: "_blank", rel: "noopener noreferrer", "aria-label": `${ui.openLink}: ${card.title}` }, ui.openLink, symbol("open_in_new")),
      h("button", { type: "button", class: "plain", "data-key": `finish-${card.id}`, disabled: Boolean(state.busy), onclick: () => act("finish", { resource: card.id }) }, card.watched),
    ];
  }
  const busy = state.busy?.name === "start" && state.busy.resource === card.id;
  return h("button", { type: "button", class: cls, "data-key": `start-${card.id}`, disabled: Boolean(state.busy), "aria-label": `${card.begin}: ${card.title}`, onclick: () => act("start", { resource: card.id }) }, busy ? ui.opening : card.begin);
}

/** A button that opens a part of the card. */
function disclosure(card, part, name, state, open) {
  const on = state.open?.id === card.id && state.open.part === part;
  return h("button", { type: "button", class: "quiet", "data-key": `${part}-${card.id}`, "aria-expanded": String(on), "aria-label": `${name}: ${card.title}`, onclick: () => open(on ? null : { id: card.id, part }) }, name);
}

function field(label, control) {
  return h("label", { class: "field" }, h("span", {}, label), control);
}

/** Slot, start, end: what was typed stays when it is refused. */
function moveForm(card, data, state, act, open) {
  const { ui, targets } = data;
  const values = state.values;
  const slot = h("select", { "data-key": "move-slot", onchange: (event) => { values.slot = event.target.value; } },
    targets.map((target) => h("option", { value: target.wire, selected: (values.slot ?? card.wire) === target.wire }, `${target.name} ${target.period}`)));
  const time = (name) => h("input", { type: "time", "data-key": `move-${name}`, value: values[name] ?? "", oninput: (event) => { values[name] = event.target.value; } });
  const send = (event) => {
    event.preventDefault();
    act("move", { resource: card.id, slot: slot.value, start: values.start ?? "", end: values.end ?? "" });
  };
  return h("form", { class: "panel", onsubmit: send },
    field(ui.slot, slot),
    h("div", { class: "times" }, field(ui.start, time("start")), field(ui.end, time("end"))),
    state.problem ? h("p", { class: "problem", role: "alert" }, icon("wrong"), h("span", {}, state.problem)) : h("p", { class: "note" }, ui.free),
    h("div", { class: "tools" },
      h("button", { type: "submit", class: "plain", "data-key": "move-send", disabled: Boolean(state.busy) }, ui.move),
      h("button", { type: "button", class: "quiet", "data-key": "move-cancel", onclick: () => open(null) }, ui.cancel)));
}

/** Every question with its reason, what chance had to do with it, and what leaving it out costs. */
function whyPanel(card, ui, act) {
  return h("div", { class: "panel" },
    card.done ? h("p", {}, card.reason) : null,
    card.questions.length ? h("ol", { class: "questions" }, card.questions.map((question) =>
      h("li", {}, h("span", {}, question.reason), h("span", { class: "facts" },
        question.times ? h("span", {}, question.times) : null,
        question.chance ? h("span", {}, question.chance) : null,
        question.random ? h("span", { class: "tag" }, ui.byChance) : null,
        question.done ? h("span", { class: "tag right" }, icon("right"), ui.done) : null)))) : null,
    card.random ? h("p", { class: "note" }, ui.whyChance) : null,
    h("p", {}, card.skipped),
    card.points.length ? h("div", { class: "points" }, h("p", { class: "note" }, ui.onMap),
      card.points.map((point) => h("button", { type: "button", class: "quiet", "data-key": `point-${card.id}-${point.id}`, onclick: () => act("point", { point: point.id }) }, `${point.id} ${point.name}`))) : null);
}

function planCard(card, data, state, act, open) {
  const { ui } = data;
  const part = state.open?.id === card.id ? state.open.part : null;
  return h("li", { class: `card${card.done ? " done" : ""}${card.next ? " next" : ""}`, "data-id": card.id },
    face(card, ui),
    h("div", { class: "tools" }, wayIn(card, ui, state, act),
      data.movable && !card.done ? disclosure(card, "move", ui.move, state, open) : null,
      disclosure(card, "why", ui.why, state, open)),
    part === "move" ? moveForm(card, data, state, act, open) : null,
    part === "why" ? whyPanel(card, ui, act) : null);
}
