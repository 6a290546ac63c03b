// One exercise: dots, instruction, stem, answering area, verdict, one primary action. Drawn anew from data and state;
// Python is asked only when an answer is submitted, when the student goes on, and for an appeal. As a preview (for teachers)
// it is the same card without dots and bar; it takes neither focus nor keys from the page around it.

const KEPT = new WeakMap();
const PATIENCE_MS = 10000; // without a reply for so long, the answer can be sent again: a second one changes nothing

function stateOf(root, data) {
  const sign = `${data.session}#${data.place.position}`;
  const kept = KEPT.get(root);
  if (kept?.sign === sign) return kept;
  Speech.stop();
  kept?.leave?.();
  const fresh = { sign, way: WAYS[data.card.kind].fresh(), since: performance.now(), busy: false, voices: null, pinyin: false, ruby: data.prefs.pinyin === "always" };
  KEPT.set(root, fresh);
  return fresh;
}

function dots(place, ui) {
  const names = place.states.map((state, at) =>
    h("li", { class: `dot ${state}${at === place.position ? " now" : ""}`, "aria-label": `${at + 1}: ${ui.states[state]}`, title: `${at + 1}: ${ui.states[state]}` },
      state === "todo" ? null : icon(state)));
  return h("div", { class: "progress" }, h("ol", { class: "dots", "aria-label": ui.progress }, names),
    h("span", { class: "count" }, place.count ?? `${place.position + 1} / ${place.total}`));
}

/** The stem with its blank: empty, or holding what is chosen so far. */
function stem(card, filled, mark, ui) {
  if (!card.stem) return null;
  const cls = `stem han ${card.size}${Ruby.shown ? " ruby" : ""}`;
  if (mark?.deciding?.length) return h("div", { class: cls, lang: scriptTag() }, card.stem.split("\n").map((line) => h("p", {}, decided(line, mark.deciding, ui))));
  const blank = () => h("span", { class: filled ? "blank filled" : "blank" }, filled ? learningParts(filled) : h("span", { class: "unseen" }, card.blankName));
  const withBlanks = (stretch) => stretch.split("____").flatMap((part, place) => (place ? [blank(), part] : [part]));
  const lines = card.stem.split("\n").map((line) => h("p", {}, learningParts(line, withBlanks)));
  return h("div", { class: cls, lang: scriptTag() }, lines);
}

function filling(card, state, mark) {
  if (mark) return card.kind === "choice" ? card.options.find((option) => option.id === mark.key).text : mark.key;
  if (card.kind === "choice") return card.options.find((option) => option.id === state.way.chosen)?.text ?? "";
  return card.kind === "text" ? state.way.text : "";
}

/** What is heard; where a voice is needed and there is none, plain words and a way on. */
function sound(card, state, ui, redraw, skip) {
  if (!card.audio) return null;
  const bar = () => listenBar(card.audio.lines, ui, { big: true, each: !card.heard, mute: redraw });
  if (Speech.recorded(card.audio.lines)) return bar();
  if (state.voices === null) {
    Speech.ready().then((found) => { state.voices = found; state.later(); });
    return h("p", { class: "note" }, ui.lookingForVoice);
  }
  if (state.voices) return bar();
  return h("div", { class: "notice", role: "status" }, h("p", {}, ui.noVoice),
    state.pinyin ? h("p", { class: "pinyin", lang: "zh-Latn" }, card.audio.pinyin) : null,
    h("div", { class: "tools" },
      state.pinyin || !card.audio.pinyin ? null : h("button", { type: "button", class: "plain", onclick: () => { state.pinyin = true; redraw(); } }, ui.showPinyin),
      h("button", { type: "button", class: "quiet", onclick: skip }, ui.skip)));
}

/** What makes a control the same one after a redraw: its kind, and the option or text it stands for. */
function signOf(element) {
  if (!element?.matches?.("button, input")) return null;
  return [element.className, element.type, element.type === "text" ? "" : element.value || element.textContent].join("|");
}

function render(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  const { card, mark, ui, place, preview, twin } = data;
  const state = stateOf(root, data);
  const way = WAYS[card.kind];
  state.busy = state.leaving = false; // whatever was asked of the server, here is its answer

  const send = (answer) => {
    if (state.busy || mark || answer === null) return;
    state.busy = true;
    Speech.stop();
    setTriggerValue("answer", { question_id: card.id, answer, seconds: Math.round((performance.now() - state.since) / 1000) });
    setTimeout(() => { if (state.busy) { state.busy = false; state.later(); } }, PATIENCE_MS);
    redraw();
  };
  const skip = () => (preview ? null : send(""));
  const next = () => {
    if (state.leaving) return;
    state.leaving = true;
    Speech.stop();
    setTriggerValue("next", true);
    redraw();
  };
  const again = () => {
    if (state.leaving) return;
    state.leaving = true;
    Speech.stop();
    setTriggerValue("twin", true);
    redraw();
  };
  const submit = () => (mark ? next() : send(way.value(card, state.way)));

  function bar() {
    if (mark) return h("div", { class: "bar" }, h("span", { class: "hint" }, ui.keysNext),
      twin?.offered ? h("button", { type: "button", class: "plain twin", disabled: state.leaving, onclick: again }, icon("redo"), ui.twin) : null,
      h("button", { type: "button", class: "primary", disabled: state.leaving, onclick: next }, place.last ? ui.finish : ui.next));
    const ready = way.value(card, state.way) !== null;
    return h("div", { class: "bar" },
      h("button", { type: "button", class: "quiet", disabled: state.busy, onclick: skip }, ui.dontKnow),
      h("span", { class: "hint" }, ui.keys[card.kind]),
      h("button", { type: "button", class: "primary", disabled: !ready || state.busy, onclick: submit }, state.busy ? ui.checking : ui.check));
  }

  function body() {
    if (mark) return [twin?.none ? h("p", { class: "note", role: "status" }, ui.noTwin) : null, GIVEN[card.kind](card, mark, ui), verdictPart(card, mark, ui, (comment) => setTriggerValue("appeal", { comment }))];
    return [sound(card, state, ui, redraw, skip), way.draw(card, state.way, ui, (gently) => (gently ? freshenBar() : redraw()), submit)];
  }

  function freshenBar() {
    root.querySelector(".bar")?.replaceWith(bar());
    root.querySelector(".stem")?.replaceWith(stem(card, filling(card, state, mark), mark, ui));
  }

  /** Readings above the text, where they are not what is asked. */
  function pinyinSwitch() {
    return offersPinyin() ? pinyinButton(ui.pinyin, () => { state.ruby = !state.ruby; redraw(); }) : null;
  }

  function redraw() {
    useRuby(data.texts, data.prefs, state.ruby);
    const focused = signOf(root.getRootNode().activeElement);
    root.replaceChildren(h("article", { class: "exercise", lang: data.language, "aria-busy": String(state.busy), "data-no-words": !mark && !preview },
      preview ? null : dots(place, ui),
      h("div", { class: "sheet" },
        h("p", { class: "kind" }, h("span", { class: "chip" }, card.topic), h("span", { class: "chip" }, card.level),
          twin?.of ? h("span", { class: "chip twin" }, icon("redo"), twin.of) : null, pinyinSwitch()),
        h("h1", { class: "instruction" }, zh(card.instruction)),
        stem(card, filling(card, state, mark), mark, ui), body()),
      preview ? null : bar()));
    if (focused && !mark) [...root.querySelectorAll("button, input")].find((each) => signOf(each) === focused)?.focus({ preventScroll: true });
  }

  state.later = () => { if (KEPT.get(root) === state) state.redraw(); }; // by then another card may stand here
  state.redraw = redraw;
  state.leave?.();
  const onKey = (event) => {
    const target = event.composedPath()[0];
    if (event.isComposing || event.defaultPrevented || !root.isConnected) return;
    const writing = target instanceof HTMLElement && (target.matches("textarea, select, [contenteditable]") || (target.matches("input") && target.type !== "radio"));
    if (event.key === "Enter") {
      const own = target === document.body || root.contains(target);
      const pressed = target instanceof HTMLElement && target.matches("button, a, summary, textarea");
      if (own && !pressed) { event.preventDefault(); submit(); }
    } else if (!writing && !mark && way.key(event, card, state.way, redraw)) event.preventDefault();
  };
  state.leave = () => document.removeEventListener("keydown", onKey);
  if (preview) {
    redraw();
    return () => { Speech.stop(); };
  }
  document.addEventListener("keydown", onKey);

  redraw();
  if (mark) root.querySelector(".bar .primary").focus({ preventScroll: true });
  else if (way === Typed) root.querySelector(".typed")?.focus({ preventScroll: true });
  if (mark) root.querySelector(".headline").scrollIntoView({ block: "nearest" });
  return () => { state.leave(); Speech.stop(); };
}
