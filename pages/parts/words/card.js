// The word at hand: a click on any Chinese text of the page opens a card with the word in its context. Every page has it; what acts by itself
// (buttons, links, fields, pieces to move) does what it did, and a question that is open keeps its words to itself.

const PATIENCE_MS = 6000;
const DRAGGED_PX = 8;
const GAP_PX = 8;
const ROOM_PX = 360; // under a word, for the card to stand there

const Hand = { turn: 0, question: null, before: [], pressed: null, focused: null, late: 0, box: null, component: null, end: null };

const rootOf = () => Hand.component.parentElement.querySelector(".wenlu");
const cardOf = () => rootOf().querySelector(".word-card");
const isOpen = () => Hand.question !== null;

// -- asking --------------------------------------------------------------------------------------------------

function ask(question, { again = false } = {}) {
  if (!isOpen()) Hand.focused = document.activeElement;
  else if (!again) Hand.before.push(Hand.question);
  Hand.question = question;
  Hand.turn += 1;
  Hand.box = question.shown ? Marked.show(question, question.offset, question.offset + 1) : Hand.box;
  const turn = Hand.turn;
  Hand.component.setTriggerValue("look", { text: question.text, offset: question.offset, turn });
  clearTimeout(Hand.late);
  Hand.late = setTimeout(() => { if (turn === Hand.turn && isOpen()) fill(h("p", { class: "note" }, Hand.component.data.ui.late)); }, PATIENCE_MS);
  fill(h("p", { class: "word han", lang: "zh-CN" }, [...question.text][question.offset]), h("p", { class: "note" }, Hand.component.data.ui.looking));
  open();
}

function goBack() {
  const question = Hand.before.pop();
  if (question) ask(question, { again: true });
}

function close() {
  if (!isOpen()) return;
  Speech.stop();
  Hand.question = null;
  Hand.before = [];
  clearTimeout(Hand.late);
  Marked.clear();
  const card = cardOf();
  if (card?.matches(":popover-open")) card.hidePopover();
  if (card) card.hidden = true;
  if (Hand.focused?.isConnected && Hand.focused !== document.body) Hand.focused.focus({ preventScroll: true });
}

// -- the card ------------------------------------------------------------------------------------------------

function open() {
  const card = cardOf();
  card.hidden = false;
  if (card.showPopover && !card.matches(":popover-open")) card.showPopover();
  settle(card);
  if (!card.contains(card.getRootNode().activeElement)) card.focus({ preventScroll: true });
}

/** Under the word, over it where there is more room; on a telephone the style sheet lays it at the foot of the screen. */
function settle(card) {
  const box = Hand.box;
  if (!box || matchMedia("(max-width: 640px)").matches) { card.removeAttribute("style"); return; }
  const { width } = card.getBoundingClientRect();
  const left = Math.max(GAP_PX, Math.min(box.left, innerWidth - width - GAP_PX));
  const below = innerHeight - box.bottom - 2 * GAP_PX;
  const above = box.top - 2 * GAP_PX;
  const under = below >= ROOM_PX || below >= above;
  const upright = under ? `top:${box.bottom + GAP_PX}px;bottom:auto` : `bottom:${innerHeight - box.top + GAP_PX}px;top:auto`;
  card.setAttribute("style", `left:${left}px;right:auto;${upright};max-height:${Math.max(160, Math.min(560, under ? below : above))}px`);
}

function fill(...parts) {
  const { ui } = Hand.component.data;
  const tools = h("div", { class: "corner" },
    Hand.before.length ? h("button", { type: "button", class: "round", "aria-label": ui.back, title: ui.back, onclick: goBack }, icon("back")) : null,
    h("button", { type: "button", class: "round", "aria-label": ui.close, title: ui.close, onclick: close }, icon("wrong")));
  cardOf().replaceChildren(tools, h("div", { class: "inner" }, parts));
}

function chip(text, kind = "") {
  return h("span", { class: `chip ${kind}` }, text);
}

function listen(text, recording, ui) {
  const lines = [{ text, file: recording ?? "" }];
  const button = h("button", { type: "button", class: "round", onclick: () => Speech.say(lines, { mute: () => { button.disabled = true; button.title = ui.noVoice; } }) }, icon("play"));
  const name = recording ? (Speech.made(lines[0]) ? Speech.words.made : ui.recorded) : ui.synthetic;
  button.setAttribute("aria-label", `${ui.listen} · ${name}`);
  button.title = `${ui.listen} · ${name}`;
  if (!recording) Speech.ready().then((voiced) => { if (!voiced) button.hidden = true; });
  return button;
}

/** The switch of the speed, where anything of the entry can be heard. */
function heardAt(entry) {
  const speeds = speedSwitch();
  if (!entry.recording && !entry.example?.recording) Speech.ready().then((voiced) => { if (!voiced) speeds.hidden = true; });
  return speeds;
}

function heading(entry, ui) {
  return [
    h("p", { class: "word han", lang: "zh-CN" }, entry.word, entry.traditional ? h("span", { class: "traditional" }, `〔${entry.traditional}〕`) : null),
    h("div", { class: "said-so" }, listen(entry.word, entry.recording, ui), h("span", { class: "pinyin", lang: "zh-Latn" }, entry.pinyin),
      entry.spoken ? h("span", { class: "note" }, filled(ui.spoken, { pinyin: entry.spoken })) : null, chip(entry.levelName, entry.kind)),
    heardAt(entry),
    entry.meaning ? h("p", { class: "meaning", lang: "en" }, entry.meaning) : h("p", { class: "note" }, ui.noMeaning),
    entry.meaningZh ? h("p", { class: "meaning han", lang: "zh-CN" }, entry.meaningZh) : null,
    entry.fromDictionary ? h("p", { class: "note" }, ui.dictionary) : null,
  ];
}

/** Characters of the word, or the words of which it is made; each opens its own card. */
function pieces(title, rows) {
  if (!rows.length) return null;
  return h("section", {}, h("h2", {}, title), h("ul", { class: "pieces" }, rows.map((row) =>
    h("li", {}, h("button", { type: "button", class: "piece", onclick: () => ask({ text: row.text, offset: 0, shown: null }) },
      h("span", { class: "han", lang: "zh-CN" }, row.text),
      h("span", { class: "said" }, h("span", { lang: "zh-Latn" }, row.pinyin), row.meaning ? h("span", { lang: "en" }, row.meaning) : null),
      row.levelName ? chip(row.levelName) : null),
    row.hint ? h("p", { class: "made" }, row.made ? h("span", { class: "han", lang: "zh-CN" }, `${row.made}　`) : null, row.hint) : null))));
}

function example(entry, ui) {
  if (!entry.example) return null;
  const letters = [...entry.example.text];
  const { start, end } = entry.example;
  return h("section", {}, h("h2", {}, ui.example),
    h("p", { class: "han sentence", lang: "zh-CN" }, letters.slice(0, start).join(""), h("strong", {}, letters.slice(start, end).join("")), letters.slice(end).join("")),
    h("div", { class: "said-so" }, listen(entry.example.text, entry.example.recording, ui), h("p", { class: "note", lang: "en" }, entry.example.translation)));
}

/** Words and phrases beside it; those that are words open their own card. */
function beside(title, texts, isWord) {
  if (!texts.length) return null;
  return h("section", {}, h("h2", {}, title), h("p", { class: "beside han", lang: "zh-CN" }, texts.map((text) =>
    (isWord ? h("button", { type: "button", class: "chip", onclick: () => ask({ text, offset: 0, shown: null }) }, text) : h("span", { class: "chip" }, text)))));
}

function points(entry, ui) {
  if (!entry.points.length) return null;
  const go = (event, id) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    Hand.component.setTriggerValue("point", id);
    close();
  };
  return h("section", {}, h("h2", {}, ui.grammar), h("ul", { class: "points" }, entry.points.map((point) =>
    h("li", {}, h("a", { href: `/points?point=${encodeURIComponent(point.id)}`, onclick: (event) => go(event, point.id) }, point.name, chip(point.levelName))))));
}

function foot(data) {
  if (!data.canAdd) return null;
  const { ui, own } = data;
  const send = (event) => { event.currentTarget.disabled = true; Hand.component.setTriggerValue(own ? "drop" : "add", Hand.turn); };
  return h("div", { class: "foot" }, own
    ? [h("span", { class: "own" }, icon("right"), ui.added), h("button", { type: "button", class: "quiet", onclick: send }, ui.drop)]
    : h("button", { type: "button", class: "add", onclick: send }, ui.add),
    data.problem ? h("p", { class: "note", role: "alert" }, data.problem) : null);
}

function draw(data) {
  const { entry, ui } = data;
  const card = cardOf();
  if (!entry) {
    fill(h("p", { class: "note", role: "alert" }, data.problem || ui.late));
    return;
  }
  const kept = card.getRootNode().activeElement?.className;
  if (Hand.question.shown) Hand.box = Marked.show(Hand.question, entry.start, entry.end) ?? Hand.box;
  card.setAttribute("aria-label", `${entry.word}, ${entry.pinyin}`);
  fill(heading(entry, ui), pieces(ui.parts, entry.parts), pieces(ui.characters, entry.characters), writing(entry.strokes, ui), example(entry, ui), beside(ui.partners, entry.partners, false), beside(ui.near, entry.near, true), points(entry, ui), foot(data));
  settle(card);
  if (kept && !card.contains(card.getRootNode().activeElement)) card.focus({ preventScroll: true });
}

// -- listening to the page --------------------------------------------------------------------------------------

const Ears = {
  pointerdown(event) {
    Walk.end();
    Hand.pressed = { x: event.clientX, y: event.clientY };
    if (isOpen() && !event.composedPath().includes(cardOf())) close();
  },
  click(event) {
    if (event.button !== 0 || event.detail > 1 || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const { x, y } = Hand.pressed ?? { x: event.clientX, y: event.clientY };
    if (Math.hypot(event.clientX - x, event.clientY - y) > DRAGGED_PX || (!event.composedPath().includes(cardOf()) && String(getSelection()))) return;
    const question = questionOf(event);
    if (question) ask(question);
  },
  keydown(event) {
    const used = isOpen() ? event.key === "Escape" : Walk.key(event);
    if (!used) return;
    if (isOpen() && event.key === "Escape") close();
    event.stopPropagation();
    event.preventDefault();
  },
};

function listenToThePage() {
  if (Hand.end) return;
  for (const [name, hear] of Object.entries(Ears)) document.addEventListener(name, hear, name === "keydown");
  Hand.end = () => {
    for (const [name, hear] of Object.entries(Ears)) document.removeEventListener(name, hear, name === "keydown");
    Hand.end = null;
  };
}

function render(component) {
  Hand.component = component;
  const root = onPaper(rootOf());
  if (!cardOf()) {
    Hand.question = null; // of a page that is gone
    Hand.before = [];
    const leave = (event) => { if (event.relatedTarget && !cardOf().contains(event.relatedTarget)) close(); };
    root.replaceChildren(h("div", { class: "word-card", role: "dialog", tabindex: "-1", popover: "manual", hidden: true, "aria-label": component.data.ui.word, onfocusout: leave }),
      h("p", { class: "unseen", role: "status" }));
  }
  listenToThePage();
  if (isOpen() && component.data.turn === Hand.turn) {
    clearTimeout(Hand.late);
    draw(component.data);
  }
  return () => { Hand.end?.(); };
}
