// A text coloured by level, its grammar points underlined; a click on a word opens what stands there.

const LONGEST_UNDERLINE = 30;
const LEVEL_NAME = (level) => (level === 7 ? "7–9" : String(level));

/** Offsets count code points, as Python does; JavaScript's own count UTF-16 units. */
const codePoints = (text) => Array.from(text);

function pieces(data) {
  const cuts = new Set([0, data.marks.length]);
  for (const [start, end] of data.words) { cuts.add(start); cuts.add(end); }
  for (const [start, end] of data.shown) { cuts.add(start); cuts.add(end); }
  return [...cuts].sort((a, b) => a - b);
}

function wordAt(words) {
  const found = new Map();
  for (const word of words) found.set(word[0], word);
  return found;
}

/** For each offset how many shown matches cover it, by one sweep. */
function covered(length, matches) {
  const steps = new Int32Array(length + 1);
  for (const [start, end] of matches) { steps[start] += 1; steps[end] -= 1; }
  for (let place = 1; place <= length; place += 1) steps[place] += steps[place - 1];
  return steps;
}

function drawText(data, state) {
  const line = h("div", { class: Ruby.shown ? "page han ruby" : "page han", lang: "zh-CN" });
  const words = wordAt(data.words);
  const under = covered(data.marks.length, data.shown);
  const picked = covered(data.marks.length, state.point === null ? [] : data.matches.filter((match) => match[2] === state.point));
  const cuts = pieces(data);
  if (state.point !== null) {
    for (const [start, end, point] of data.matches) if (point === state.point) { cuts.push(start, end); }
    cuts.sort((a, b) => a - b);
  }
  let word = null;
  for (let place = 0; place + 1 < cuts.length; place += 1) {
    const [start, end] = [cuts[place], cuts[place + 1]];
    if (start === end) continue;
    word = words.get(start) ?? (word && start < word[1] ? word : null);
    line.append(drawPiece(data, state, start, end, word, under[start] > 0, picked[start] > 0));
  }
  return line;
}

function drawPiece(data, state, start, end, word, underlined, picked) {
  const text = data.marks.slice(start, end).join("");
  const level = word ? word[2] : 0;
  const above = word !== null && word[4] && (level === null || level > data.level) && start < word[1];
  const classes = [
    above ? `above l${level ?? "x"}` : null, underlined ? "point" : null, picked ? "picked" : null,
    state.at !== null && start <= state.at && state.at < end ? "here" : null,
  ].filter(Boolean).join(" ");
  const attributes = { class: classes || null, "data-at": start };
  const shown = Ruby.shown ? data.marks.slice(start, end).map((character, at) => (data.readings[start + at] && data.readings[start + at] !== character ? ruby(character, data.readings[start + at]) : character)) : text;
  if (!above && !underlined && !HAN.test(text)) return h("span", attributes, text);
  const last = above && end === word[1];
  const badge = last ? h("sup", { class: "badge", "aria-label": data.ui.level_of.replace("{level}", level === null ? data.ui.unlisted : LEVEL_NAME(level)) }, level === null ? "·" : LEVEL_NAME(level)) : null;
  return h("span", attributes, shown, badge);
}

function drawDetail(data, state, pick, flag) {
  if (state.at === null) return h("p", { class: "note" }, data.ui.click);
  const here = data.matches.filter(([start, end]) => start <= state.at && state.at < end);
  const best = new Map();
  for (const match of here) if (!best.has(match[2]) || match[1] - match[0] < best.get(match[2])[1] - best.get(match[2])[0]) best.set(match[2], match);
  // What lies closest around the word comes first; what holds of the whole passage comes last.
  const order = [...best.values()].sort((a, b) => (a[1] - a[0]) - (b[1] - b[0]) || data.points[b[2]].level - data.points[a[2]].level);
  const word = data.words.find(([start, end]) => start <= state.at && state.at < end);
  const heading = word
    ? h("p", { class: "word" }, zh(data.marks.slice(word[0], word[1]).join("")), h("span", { class: "note" }, levelsOf(data, word)))
    : null;
  const points = order.map((match) => drawPoint(data, state, match, pick, flag));
  return h("div", { class: "detail" }, heading, points.length ? points : h("p", { class: "note" }, data.ui.no_point));
}

function levelsOf(data, word) {
  const shown = (level) => (level === null || level === undefined ? data.ui.unlisted : level === 0 ? data.ui.name : LEVEL_NAME(level));
  const own = !word[4] && word[2] > 0 ? data.ui.compound : shown(word[2]);
  return `GF 0025-2021: ${own} · HSK 2025: ${shown(word[3])}`;
}

function drawPoint(data, state, match, pick, flag) {
  const point = data.points[match[2]];
  const flagged = state.flagged.has(`${match[2]}:${match[0]}:${match[1]}`);
  return h("details", { class: "found", open: state.open === match[2] || state.point === match[2] },
    h("summary", { onclick: () => { state.open = match[2]; } },
      h("span", { class: "chip" }, data.ui.level_of.replace("{level}", LEVEL_NAME(point.level))), " ",
      h("span", { lang: "zh-CN" }, `${point.id} ${point.title}`)),
    h("p", { class: "matched" }, zh(data.marks.slice(match[0], match[1]).join("")), h("span", { class: "note" }, ` ${match[3]}`)),
    h("p", { class: "pattern", lang: "zh-CN" }, point.pattern),
    h("p", {}, point.explanation),
    h("ul", {}, point.examples.map((example) => h("li", {}, zh(example.zh), h("span", { class: "note" }, ` ${example.en}`)))),
    h("div", { class: "tools" },
      h("button", { type: "button", class: "plain", "aria-pressed": String(state.point === match[2]), onclick: () => pick(match[2]) }, data.ui.show_all),
      data.teacher
        ? h("button", { type: "button", class: "quiet", disabled: flagged, onclick: () => flag(match) }, flagged ? data.ui.flagged : data.ui.wrong)
        : null));
}

const kept = new WeakMap();

function render(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  data.marks = codePoints(data.text);
  // A point of a whole passage is told on a click; underlining all of it would say nothing.
  data.shown = data.matches.filter((match) => data.points[match[2]].level >= data.from && match[1] - match[0] <= LONGEST_UNDERLINE);
  const before = kept.get(root);
  const state = before && before.text === data.text
    ? { ...before, flagged: new Set([...before.flagged, ...data.flagged]) }
    : { text: data.text, at: null, point: null, open: null, flagged: new Set(data.flagged), ruby: data.prefs.pinyin === "always" };
  const draw = () => {
    useRuby({}, data.prefs, state.ruby && data.readings.length > 0);
    kept.set(root, state);
    const text = drawText(data, state);
    text.addEventListener("click", (event) => {
      const place = event.target.closest("[data-at]");
      if (!place) return;
      state.at = Number(place.dataset.at);
      state.open = null;
      draw();
    });
    const pick = (point) => { state.point = state.point === point ? null : point; draw(); };
    const flag = (match) => {
      state.flagged.add(`${match[2]}:${match[0]}:${match[1]}`);
      setTriggerValue("flag", { point: data.points[match[2]].id, start: match[0], end: match[1] });
      draw();
    };
    const detail = h("section", { class: "side", "aria-live": "polite", "aria-label": data.ui.here }, drawDetail(data, state, pick, flag));
    const button = data.readings.length ? h("div", {}, pinyinButton(data.ui.pinyin, () => { state.ruby = !state.ruby; draw(); })) : null;
    root.replaceChildren(h("div", { class: "reading" }, ...[button, text, detail].filter(Boolean)));
  };
  draw();
}
