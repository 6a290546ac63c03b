// The four ways to answer. Each: `draw(card, state, ui, changed, submit)` gives the answering area, `value(card, state)` the
// answer as the wire wants it (null while incomplete), `key(event, card, state, changed)` whether a key was used.

function placeOfKey(event, count) {
  if (event.ctrlKey || event.metaKey || event.altKey) return -1;
  const digit = "123456789".indexOf(event.key);
  const place = digit >= 0 ? digit : "abcdefghij".indexOf(event.key.toLowerCase());
  return event.key.length === 1 && place < count ? place : -1;
}

function label(text) {
  return h("span", { class: "label", "aria-hidden": "true" }, text);
}

const Choice = {
  fresh: () => ({ chosen: null }),
  draw(card, state, ui, changed, submit) {
    const rows = card.options.map((option) => {
      const pressed = (event) => {
        if (!card.atOnce || event.detail === 0) return; // keys go from option to option without choosing one
        event.preventDefault();
        state.chosen = option.id;
        submit();
      };
      const input = h("input", { type: "radio", name: card.id, value: option.id, onchange: () => { state.chosen = option.id; changed(); } });
      input.checked = state.chosen === option.id;
      return h("label", { class: "row option", onclick: pressed }, input, label(option.id), learning(option.text, "learn"));
    });
    return h("fieldset", { class: "rows" }, h("legend", { class: "unseen" }, ui.choose), rows);
  },
  value: (_, state) => state.chosen,
  key(event, card, state, changed) {
    const place = placeOfKey(event, card.options.length);
    if (place < 0) return false;
    state.chosen = card.options[place].id;
    changed();
    return true;
  },
};

const Typed = {
  fresh: () => ({ text: "" }),
  draw(card, state, ui, changed) {
    const preview = h("p", { class: "preview", "aria-live": "polite" });
    const took = () => {
      state.text = input.value;
      const said = spelt(state.text);
      preview.textContent = card.pinyin && said !== state.text ? `${ui.readsAs} ${said}` : "";
      changed(true);
    };
    const input = h("input", { type: "text", class: "typed", "aria-label": ui.yourAnswer, placeholder: ui.yourAnswer, maxlength: "200",
      autocomplete: "off", autocapitalize: "none", spellcheck: "false", lang: "zh-CN", oninput: took });
    input.value = state.text;
    return h("div", { class: "typing" }, input, preview, card.pinyin ? toneKeys(input, ui, took) : null);
  },
  value: (_, state) => state.text.trim() || null,
  key: () => false,
};

/** A pool of options to tap; used ones are faded and can be tapped to take them back. */
function pool(card, used, take) {
  return h("div", { class: "pool" }, card.options.map((option, place) => {
    const gone = used.includes(option.id);
    return h("button", { type: "button", class: "piece", "aria-pressed": String(gone), onclick: () => take(option.id, gone) },
      label(card.kind === "pairs" ? option.id : String(place + 1)), learning(option.text, "learn"));
  }));
}

const Pairs = {
  fresh: () => ({ made: {}, at: null }),
  active(card, state) {
    if (state.at && !state.made[state.at]) return state.at;
    return card.left.find((left) => !state.made[left.id])?.id ?? null;
  },
  take(card, state, option, gone) {
    if (gone) {
      const left = Object.keys(state.made).find((each) => state.made[each] === option);
      delete state.made[left];
      state.at = left;
    } else {
      const left = Pairs.active(card, state);
      if (left) { state.made[left] = option; state.at = null; }
    }
  },
  draw(card, state, ui, changed) {
    const active = Pairs.active(card, state);
    const text = Object.fromEntries(card.options.map((option) => [option.id, option.text]));
    const rows = card.left.map((left, place) => {
      const made = state.made[left.id];
      const choose = () => { delete state.made[left.id]; state.at = left.id; changed(); };
      const shown = card.heard ? heardLine(card, place, ui, changed) : learning(left.text, "learn");
      const slot = h("button", { type: "button", class: "slot", onclick: choose, "aria-label": `${left.id}: ${made ? text[made] : ui.emptySlot}` },
        made ? [label(made), learning(text[made], "learn")] : h("span", { class: "note" }, left.id === active ? ui.pickBelow : ui.emptySlot));
      return h("li", { class: `pair${left.id === active ? " active" : ""}` },
        h("div", { class: "left", onclick: choose }, label(left.id), shown), slot);
    });
    return h("div", { class: "matching" }, h("ol", { class: "pairs" }, rows),
      pool(card, Object.values(state.made), (option, gone) => { Pairs.take(card, state, option, gone); changed(); }));
  },
  value(card, state) {
    return card.left.every((left) => state.made[left.id]) ? card.left.map((left) => `${left.id}-${state.made[left.id]}`) : null;
  },
  key(event, card, state, changed) {
    if (event.key === "Backspace") {
      const last = Object.keys(state.made).pop();
      if (last) { delete state.made[last]; state.at = last; changed(); }
      return Boolean(last);
    }
    const place = placeOfKey(event, card.options.length);
    if (place < 0) return false;
    const option = card.options[place].id;
    Pairs.take(card, state, option, Object.values(state.made).includes(option));
    changed();
    return true;
  },
};

function heardLine(card, place, ui, changed) {
  const line = card.audio.lines[place];
  const play = (event) => { event.stopPropagation(); Speech.say([line], { mute: changed }); };
  return h("button", { type: "button", class: "listen", "aria-label": `${ui.listen} ${place + 1}`, onclick: play }, icon("play"), ui.listen);
}

const Order = {
  fresh: () => ({ order: [] }),
  draw(card, state, ui, changed) {
    const text = Object.fromEntries(card.options.map((option) => [option.id, option.text]));
    const back = (place) => { state.order.splice(place, 1); changed(); };
    const line = state.order.map((id, place) =>
      h("button", { type: "button", class: "piece placed", "aria-label": `${ui.takeBack}: ${text[id]}`, onclick: () => back(place) }, learning(text[id], "learn")));
    const tools = h("div", { class: "tools" },
      h("button", { type: "button", class: "quiet", disabled: !state.order.length, onclick: () => back(state.order.length - 1) }, ui.undo),
      h("button", { type: "button", class: "quiet", disabled: !state.order.length, onclick: () => { state.order = []; changed(); } }, ui.startOver));
    const take = (option, gone) => { state.order = gone ? state.order.filter((id) => id !== option) : [...state.order, option]; changed(); };
    return h("div", { class: "ordering" },
      h("div", { class: `line${card.long ? " tall" : ""}`, role: "group", "aria-label": ui.yourLine }, line.length ? line : h("span", { class: "note" }, ui.tapPieces)),
      tools, pool(card, state.order, take));
  },
  value: (card, state) => (state.order.length === card.options.length ? state.order : null),
  key(event, card, state, changed) {
    if (event.key === "Backspace") { state.order.pop(); changed(); return true; }
    const place = placeOfKey(event, card.options.length);
    const id = place < 0 ? null : card.options[place].id;
    if (!id || state.order.includes(id)) return false;
    state.order.push(id);
    changed();
    return true;
  },
};

const WAYS = { choice: Choice, text: Typed, pinyin: Typed, text_or_pinyin: Typed, pairs: Pairs, order: Order };
