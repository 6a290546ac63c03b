// A reading laid over its text: each syllable with its verdict, opened by a click or with the arrow keys; space plays it.

const MARKS = { right: "right", wrong: "wrong", replaced: null, omitted: null, unsure: null };
const GLYPHS = { replaced: "≠", omitted: "○", unsure: "?" };
const PART_ICONS = { right: "right", wrong: "wrong", unsure: null };
const STATES = ["right", "wrong", "replaced", "omitted", "unsure"];
const STATE_OF = new WeakMap();

const seconds = (ms) => (ms / 1000).toFixed(1);

function mark(state) {
  return h("span", { class: "mark", "aria-hidden": "true" }, MARKS[state] ? icon(MARKS[state]) : GLYPHS[state]);
}

function drawSyllable(data, index, state) {
  const one = data.syllables[index];
  return h("button", {
    type: "button", class: `syllable is-${one.state} tone-${one.tone}`, "data-index": index, tabindex: index === state.at ? 0 : -1,
    "aria-pressed": String(index === state.at), "aria-label": one.said,
  }, h("span", { class: "reading", "aria-hidden": "true" }, one.pinyin), h("span", { class: "character", lang: "zh-CN", "aria-hidden": "true" }, one.character), mark(one.state));
}

function drawPause(data, pause) {
  const label = filled(pause.costs ? data.ui.pause_costs : data.ui.pause_fine, { seconds: seconds(pause.end - pause.start) });
  return h("span", { class: pause.costs ? "pause costs" : "pause", role: "img", "aria-label": label, title: label }, h("b", {}, "‖"), h("small", {}, `${seconds(pause.end - pause.start)} s`));
}

function drawBeside(data, said, play) {
  const label = filled(data.ui[said.kind], { count: said.syllables });
  const sign = { extra: `+${said.syllables}`, repeat: "↺", filler: "…" }[said.kind];
  return h("button", { type: "button", class: "beside", "aria-label": label, title: label, onclick: () => play(said.start, said.end) }, sign);
}

/** The text in its order: what stands between syllables goes with the one before, so that no line begins with a comma. */
function drawText(data, state, play) {
  const sheet = h("div", { class: "sheet", role: "group", "aria-label": data.ui.text });
  const after = (place, rows) => rows.filter((row) => row.after === place);
  const between = (from, to) => data.marks.slice(from, to).join("");
  const follow = (place) => [
    ...after(place, data.beside).map((said) => drawBeside(data, said, play)),
    ...after(place, data.pauses).map((pause) => drawPause(data, pause)),
  ];
  const first = data.syllables[0];
  if (first?.at) sheet.append(h("span", { class: "between", lang: "zh-CN" }, between(0, first.at)));
  sheet.append(...follow(-1));
  data.syllables.forEach((one, index) => {
    const next = data.syllables[index + 1]?.at ?? data.marks.length;
    const text = between(one.at + one.length, next);
    const [near, rest] = /^\S{0,3}/.exec(text)[0] ? [/^\S{0,3}/.exec(text)[0], text.replace(/^\S{0,3}/, "")] : ["", text];
    sheet.append(h("span", { class: "together" }, drawSyllable(data, index, state), near ? h("span", { class: "between", lang: "zh-CN" }, near) : null));
    sheet.append(...follow(index));
    if (rest) sheet.append(h("span", { class: "between", lang: "zh-CN" }, rest));
  });
  return sheet;
}

function drawLegend(data) {
  return h("p", { class: "legend" }, STATES.filter((state) => data.counts[state]).map((state) =>
    h("span", { class: `is-${state}` }, mark(state), ` ${data.ui[state]} ${data.counts[state]}`)));
}

function drawPart(data, part) {
  const known = PART_ICONS[part.verdict];
  return h("div", { class: `part is-${part.verdict}` },
    h("span", { class: "note" }, part.name), h("b", {}, part.expected),
    h("span", { class: "verdict" }, h("span", { class: "mark", "aria-hidden": "true" }, known ? icon(known) : "?"), ` ${part.words}`),
    part.more ? h("span", { class: "more" }, part.more) : null);
}

function drawDetail(data, state, act) {
  const one = data.syllables[state.at];
  if (!one) return h("p", { class: "note" }, data.ui.click);
  const own = one.start !== null && data.sound
    ? h("button", { type: "button", class: "play", onclick: act.own }, icon("play"), ` ${data.ui.own}`)
    : null;
  const parts = one.parts.map((part) => drawPart(data, part));
  const column = { index: state.at, tone: one.tone, contour: one.contour, then: one.then, omitted: one.start === null };
  return [
    h("div", { class: "head" },
      h("span", { class: `big tone-${one.tone}`, lang: "zh-CN" }, one.character),
      h("div", {}, h("p", { class: "pinyin" }, one.pinyin), h("p", { class: `state is-${one.state}` }, mark(one.state), ` ${data.ui[one.state]}`),
        one.word !== one.character ? h("p", { class: "note" }, `${data.ui.in_word} `, zh(one.word)) : null)),
    h("div", { class: "plays" }, own,
      own ? h("button", { type: "button", class: "play", onclick: act.slow }, data.ui.slowly) : null,
      own && one.mine?.url ? h("button", { type: "button", class: "play made", "aria-describedby": "made", onclick: act.mine }, icon("play"), ` ${data.ui.mine}`) : null,
      h("button", { type: "button", class: "play", onclick: act.model }, icon("play"), ` ${data.ui.model}`)),
    own && one.mine ? h("p", { class: "note", id: "made" }, one.mine.url ? data.ui.mine_how : filled(data.ui.mine_none, { why: one.mine.why })) : null,
    act.fault ? h("p", { class: "note warning", role: "status" }, act.fault) : null,
    data.sound ? null : h("p", { class: "note" }, data.ui.no_sound),
    parts.length ? h("div", { class: "parts" }, parts) : h("p", {}, data.ui[`${one.state}_why`]),
    parts.length ? h("figure", {}, contourPlot([column], { bands: data.bands, columnWidth: 260, height: 170, label: one.shape }), h("figcaption", { class: "note" }, one.shape)) : null,
  ];
}

/** Pitch over the clause around the chosen syllable. */
function drawMelody(data, state, choose) {
  const clause = data.clauses.find(([first, last]) => first <= state.at && state.at <= last) ?? data.clauses[0];
  if (!clause || clause[0] === clause[1]) return null;
  const columns = data.syllables.slice(clause[0], clause[1] + 1).map((one, offset) => ({
    index: clause[0] + offset, tone: one.tone, contour: one.contour, then: one.then, omitted: one.start === null, character: one.character,
  }));
  const plot = contourPlot(columns, { bands: data.bands, columnWidth: 52, height: 130, label: data.ui.melody_alt, at: state.at, pick: choose });
  const names = h("div", { class: "names", "aria-hidden": "true" }, columns.map((column) => h("span", { class: column.index === state.at ? "here" : null, lang: "zh-CN" }, column.character)));
  return h("section", { class: "melody" },
    h("p", { class: "note keys" }, h("span", {}, data.ui.melody), h("span", { class: "key band" }, data.ui.key_band), h("span", { class: "key own" }, data.ui.key_own),
      data.then ? h("span", { class: "key then" }, data.then) : null),
    h("div", { class: "roll", tabindex: 0, role: "group", "aria-label": data.ui.melody }, h("div", {}, plot, names)));
}

/** The syllable nearest above (-1) or below (1) on the sheet. */
function neighbour(sheet, here, step) {
  const box = here.getBoundingClientRect();
  const rows = [...sheet.querySelectorAll(".syllable")].map((each) => ({ each, box: each.getBoundingClientRect() }))
    .filter((row) => (step > 0 ? row.box.top > box.bottom - 8 : row.box.bottom < box.top + 8));
  if (!rows.length) return here;
  const line = step > 0 ? Math.min(...rows.map((row) => row.box.top)) : Math.max(...rows.map((row) => row.box.top));
  return rows.filter((row) => Math.abs(row.box.top - line) < 8).sort((a, b) => Math.abs(a.box.left - box.left) - Math.abs(b.box.left - box.left))[0].each;
}

function render(component) {
  const { data, parentElement } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  const before = STATE_OF.get(root);
  const state = before && before.id === data.id ? before : { id: data.id, at: data.first, tones: false, pinyin: data.prefs.pinyin !== "never" };
  STATE_OF.set(root, state);
  const act = { fault: null };
  let sheet, side, melody;

  const fail = () => { act.fault = data.ui.unplayable; refresh(); };
  const follow = (at) => sheet.querySelectorAll(".syllable").forEach((button) => {
    const one = data.syllables[Number(button.dataset.index)];
    button.classList.toggle("now", one.start !== null && one.start <= 1000 * at && 1000 * at < one.end);
  });
  const play = (start, end, slow = false) => data.sound && Own.play(data.sound.url, { start: start / 1000, end: end / 1000, slow, at: follow, ended: () => follow(-1) }).catch(fail);
  const here = () => data.syllables[state.at];
  act.own = () => { if (here().start !== null) play(here().start, here().end); };
  act.slow = () => { if (here().start !== null) play(here().start, here().end, true); };
  act.mine = () => Own.play(here().mine.url).catch(fail);
  act.model = () => {
    Own.stop();
    const lines = [{ text: here().word, speaker: "", pause: 0, file: here().file }];
    Speech.ready().then((voiced) => (voiced || here().file ? Speech.say(lines, { slow: true }) : fail()));
  };
  const refresh = () => {
    side.replaceChildren(...[drawDetail(data, state, act)].flat().filter(Boolean));
    melody.replaceChildren(...[drawMelody(data, state, (index) => choose(index, false))].filter(Boolean));
  };
  const choose = (index, focus) => {
    state.at = index;
    act.fault = null;
    sheet.querySelectorAll(".syllable").forEach((button) => {
      const chosen = Number(button.dataset.index) === index;
      button.setAttribute("aria-pressed", String(chosen));
      button.tabIndex = chosen ? 0 : -1;
      if (chosen && focus) button.focus();
    });
    refresh();
  };
  const keys = (event) => {
    const button = event.target.closest(".syllable");
    if (!button) return;
    const last = data.syllables.length - 1;
    const moved = {
      ArrowRight: () => Math.min(last, state.at + 1), ArrowLeft: () => Math.max(0, state.at - 1), Home: () => 0, End: () => last,
      ArrowDown: () => Number(neighbour(sheet, button, 1).dataset.index), ArrowUp: () => Number(neighbour(sheet, button, -1).dataset.index),
    }[event.key];
    if (moved) choose(moved(), true);
    else if (event.key === " ") (data.sound && here().start !== null ? act.own : act.model)();
    else if (event.key === "m") act.model();
    else if (event.key === "t" && data.sound && here().mine?.url) act.mine();
    else return;
    event.preventDefault();
  };

  const toggle = (name, words) => {
    const button = h("button", { type: "button", class: "toggle", "aria-pressed": String(state[name]), onclick: () => {
      state[name] = !state[name];
      button.setAttribute("aria-pressed", String(state[name]));
      root.toggleAttribute(`data-${name}`, state[name]);
    } }, words);
    root.toggleAttribute(`data-${name}`, state[name]);
    return button;
  };
  sheet = drawText(data, state, play);
  sheet.addEventListener("click", (event) => { const button = event.target.closest(".syllable"); if (button) choose(Number(button.dataset.index), false); });
  sheet.addEventListener("keydown", keys);
  side = h("section", { class: "side", "aria-live": "polite", "aria-label": data.ui.here });
  melody = h("div", {});
  const whole = data.sound ? h("button", { type: "button", class: "play", onclick: () => Own.play(data.sound.url, { at: follow, ended: () => follow(-1) }).catch(fail) }, icon("play"), ` ${data.ui.whole}`) : null;
  root.replaceChildren(h("div", { class: "speaking" },
    h("div", { class: "bar" }, whole, data.prefs.pinyin === "never" ? null : toggle("pinyin", data.ui.pinyin), data.prefs.tones ? toggle("tones", data.ui.tones) : null),
    h("div", { class: "columns" }, h("div", { class: "page" }, sheet, drawLegend(data), melody), side)));
  refresh();
  return () => { Own.stop(); Speech.stop(); };
}
