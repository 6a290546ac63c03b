// A lesson that plays itself: one slide at a time, a picture, what is said, what is asked. Drawn from data and state; Python hears of
// the slide that is reached, and of the end.

Object.assign(ICONS, {
  pause: "M7 5h4v14H7zM13 5h4v14h-4z",
  next: "M4 11h12.2l-5.6-5.6L12 4l8 8-8 8-1.4-1.4 5.6-5.6H4z",
  again: "M12 5V1L7 6l5 5V7a5 5 0 1 1-5 5H5a7 7 0 1 0 7-7z",
  ear: "M9 4a6 6 0 0 0-6 6h2a4 4 0 0 1 8 0c0 2-1 2.9-2.2 3.8C9.3 15 8.5 16.200 8 18a2 2 0 0 1-3.900-.6l-2 .4A4 4 0 0 0 9.900 18.600c.4-1.400 1-2.200 2.200-3.200 1.400-1.100 2.900-2.600 2.900-5.400a6 6 0 0 0-6-6zm9.500-2.500L17 3a10 10 0 0 1 0 14l1.500 1.500a12 12 0 0 0 0-17z",
});

const LESSONS = new WeakMap();
const SETTLE_MS = 500; // slides that are only leafed through are not told to the server
const MOST_IDLE = 4; // a slide left open counts at most so many times its own length
const KEPT_SWITCHES = "wenlu-lesson-switches";

function remembered(store, key) {
  try { return JSON.parse(store.getItem(key)) ?? {}; } catch { return {}; }
}

function remember(store, key, value) {
  try { store.setItem(key, JSON.stringify(value)); } catch { /* a browser that keeps nothing plays all the same */ }
}

function lessonState(root, data) {
  const kept = LESSONS.get(root);
  if (kept?.resource === data.resource) return kept;
  kept?.leave();
  const before = remembered(sessionStorage, `wenlu-lesson-${data.resource}`);
  const { pinyin } = data.prefs;
  const switches = { english: data.easy, ...remembered(localStorage, KEPT_SWITCHES), pinyin: pinyin === "always" || pinyin === "tap" && data.easy };
  const fresh = {
    resource: data.resource, at: Math.min(data.at, data.slides.length), step: 0, line: null, hidden: false, playing: false, token: 0,
    ring: null, voiced: null, open: {}, seconds: before.seconds ?? 0, since: performance.now(), chosen: before.chosen ?? {}, text: before.text ?? {}, shown: before.shown ?? {},
    switches, leave: () => {}, redraw: () => {},
  };
  LESSONS.set(root, fresh);
  return fresh;
}

function sizeOf(slide) {
  const longest = Math.max(0, ...slide.lines.map((line) => line.size));
  if (slide.picture?.kind === "contrast") return longest <= 8 ? "medium" : "small"; // half as wide
  const all = slide.lines.reduce((sum, line) => sum + line.size, 0);
  return longest <= 12 && all <= 26 ? "large" : longest <= 24 && all <= 60 ? "medium" : "small";
}

/** A ring that empties while the learner repeats. */
function ringOf(ring, ui) {
  const elapsed = (performance.now() - ring.from) / 1000;
  const drawn = s("svg", { viewBox: "0 0 40 40", class: "ring", "aria-hidden": "true" },
    s("circle", { cx: 20, cy: 20, r: 16, class: "ring-track" }),
    s("circle", { cx: 20, cy: 20, r: 16, class: "ring-left", pathLength: 1, style: `animation-duration:${ring.seconds}s;animation-delay:${-elapsed}s` }));
  return h("p", { class: "your-turn", role: "status" }, drawn, h("strong", {}, ui.yourTurn));
}

function render(component) {
  const { data, parentElement, setTriggerValue } = component;
  const root = onPaper(parentElement.querySelector(".wenlu"));
  const state = lessonState(root, data);
  const { slides, pacing, ui } = data;
  symbolsReady().then((found) => root.setAttribute("data-symbols", found ? "yes" : "no"));
  const slide = () => slides[state.at];
  const answered = () => state.chosen[state.at] !== undefined;
  const recorded = () => Speech.recorded(slide()?.lines ?? []);
  const silent = () => !data.prefs.sound || (state.voiced === false && !recorded());

  // -- what is kept ----------------------------------------------------------------------------------------

  function count() {
    const now = performance.now();
    const most = MOST_IDLE * (slides[state.at]?.seconds ?? 15);
    state.seconds += Math.min(most, (now - state.since) / 1000);
    state.since = now;
  }

  function keep() {
    const { seconds, chosen, text, shown } = state;
    remember(sessionStorage, `wenlu-lesson-${state.resource}`, { seconds: Math.round(seconds), chosen, text, shown });
  }

  // -- playing ---------------------------------------------------------------------------------------------

  function halt() {
    state.token += 1;
    state.playing = false;
    state.ring = null;
    Speech.stop();
  }

  function pause() { halt(); redraw(); }

  async function play() {
    if (state.at >= slides.length) return;
    halt();
    const mine = state.token;
    state.playing = true;
    redraw();
    if (state.voiced === null) {
      const found = await Speech.ready();
      state.voiced = found;
      if (mine !== state.token) return;
    }
    while (state.at < slides.length) {
      const steps = stepsOf(slide(), pacing);
      for (; state.step < steps.length; state.step += 1) {
        const step = steps[state.step];
        if (step.kind === "wait" && !waited()) { state.playing = false; settle(); redraw(); return; }
        await perform(step);
        if (mine !== state.token) return;
      }
      if (slide().do === "check" || slide().do === "write") { state.playing = false; settle(); redraw(); return; }
      turn(1);
    }
    state.playing = false;
    redraw();
  }

  const waited = () => (slide().do === "write" ? state.shown[state.at] : answered());

  /** Nothing is being said any more. */
  function settle() { state.line = null; state.hidden = false; }

  async function perform(step) {
    const here = slide();
    const length = step.line === undefined ? 0 : lineSeconds(here.lines[step.line], here, pacing);
    state.line = step.line ?? null;
    state.hidden = Boolean(step.hidden) && !silent();
    state.ring = step.kind === "repeat" ? { from: performance.now(), seconds: pacing.repeat * length + pacing.breath } : null;
    if (step.kind !== "wait") redraw();
    root.querySelector(state.ring ? ".your-turn" : ".line.spoken")?.scrollIntoView({ block: "nearest" });
    if (step.kind === "look" || step.kind === "note") await sleep(step.seconds);
    else if (step.kind === "repeat") await sleep(state.ring.seconds);
    else if (step.kind === "read") await sleep(length + pacing.pause);
    else if (step.kind === "say") {
      if (data.prefs.sound && (state.voiced || here.lines[step.line].file)) { if (!(await voiceLine(here.lines[step.line], length, { voiced: state.voiced, slow: here.slow }))) return; } else await sleep(length);
      await sleep(pacing.pause);
    }
    state.ring = null;
  }

  /** Say one line that was tapped. */
  async function sayOnce(line) {
    halt();
    const mine = state.token;
    if (state.voiced === null) state.voiced = await Speech.ready();
    if (mine !== state.token) return;
    state.line = line;
    redraw();
    const length = lineSeconds(slide().lines[line], slide(), pacing);
    await voiceLine(slide().lines[line], length, { voiced: state.voiced, slow: slide().slow });
    if (mine !== state.token) return;
    state.line = null;
    redraw();
  }

  // -- going from slide to slide ---------------------------------------------------------------------------

  function turn(by) {
    count();
    state.at = Math.max(0, Math.min(slides.length, state.at + by));
    state.step = 0;
    settle();
    keep();
    tell();
  }

  function tell() {
    clearTimeout(state.telling);
    const at = state.at;
    state.telling = setTimeout(() => { if (state.at === at) setTriggerValue("slide", at); }, SETTLE_MS);
  }

  function go(by) {
    const wasPlaying = state.playing || by > 0 && (slide()?.do === "check" || slide()?.do === "write") && state.step > 0;
    if (state.at + by < 0) return;
    halt();
    turn(by);
    redraw();
    root.querySelector(".stage")?.scrollIntoView({ block: "nearest" });
    if (wasPlaying && state.at < slides.length) play();
  }

  function jump(at) { go(at - state.at); }

  function choose(option) {
    if (answered()) return;
    halt();
    state.chosen[state.at] = option;
    settle();
    keep();
    redraw();
    root.querySelector(".bar .primary")?.focus({ preventScroll: true });
    root.querySelector(".verdict")?.scrollIntoView({ block: "nearest" });
  }

  function reveal() {
    state.shown[state.at] = true;
    keep();
    state.step = stepsOf(slide(), pacing).findIndex((step) => step.kind === "wait") + 1;
    play();
  }

  function flip(name) {
    state.switches[name] = !state.switches[name];
    remember(localStorage, KEPT_SWITCHES, { english: state.switches.english }); // pinyin is a setting
    redraw();
  }

  function finish() {
    count();
    state.finishing = true;
    setTriggerValue("done", { seconds: Math.round(state.seconds), nonce: Date.now() });
    redraw();
  }

  // -- drawing ---------------------------------------------------------------------------------------------

  function progress() {
    const left = slides.slice(state.at).reduce((sum, each) => sum + each.seconds, 0) / 60;
    const marks = slides.map((each, at) => h("li", { class: at < state.at ? "past" : at === state.at ? "now" : null },
      h("button", { type: "button", title: `${at + 1} · ${ui.doing[each.do]}`, "aria-label": `${ui.slide} ${at + 1}: ${ui.doing[each.do]}`, "aria-current": at === state.at ? "step" : null, onclick: () => jump(at) })));
    const where = state.at < slides.length ? `${state.at + 1} / ${slides.length}` : `${slides.length} / ${slides.length}`;
    return h("div", { class: "progress" }, h("ol", { class: "marks", "aria-label": ui.progress }, marks),
      h("span", { class: "count" }, `${where} · ${ui.left.replace("{minutes}", left < 0.1 ? "0" : left.toFixed(1))}`));
  }

  function lineOf(line, at, size, mark = null) {
    const spoken = state.line === at;
    return h("li", { class: `line ${spoken ? "spoken" : ""} ${line.voice}` },
      mark === null ? null : h("p", { class: mark ? "differs" : "differs without", "aria-hidden": "true" }, mark ? zh(mark) : "–"),
      h("button", { type: "button", class: "speaker", "aria-label": `${ui.hear}: ${line.zh}`, title: ui.hear, onclick: () => sayOnce(at) }, icon("play")),
      h("div", { class: "said" },
        line.who ? h("span", { class: "who" }, line.who) : null,
        learning(line.zh, size),
        state.switches.english && line.en ? h("span", { class: "english", lang: "en" }, line.en) : null));
  }

  /** Lines that are heard and not to be seen yet: a dot for each. */
  function heard(here) {
    return h("div", { class: "heard" }, h("span", { class: "ear" }, icon("ear")), h("p", {}, here.slow ? ui.listenSlowly : ui.listenFirst),
      h("ol", { class: "beats", "aria-hidden": "true" }, here.lines.map((line, at) => h("li", { class: at === state.line ? "beat now" : "beat", style: `flex-grow:${line.size}` }))),
      h("button", { type: "button", class: "quiet", onclick: () => { state.open[state.at] = true; redraw(); } }, ui.showText));
  }

  function lines(here) {
    if (!here.lines.length || here.do === "write" && !state.shown[state.at]) return null;
    const neverSeen = here.do === "hear";
    const beforeAnswer = here.do === "check" && here.byEar && !answered();
    const notYet = here.do === "listen" && !state.playing && state.step === 0;
    if (!silent() && !state.open[state.at] && (neverSeen || beforeAnswer || notYet || state.hidden)) return heard(here);
    const kind = here.picture?.kind;
    const marks = kind === "contrast" ? here.picture.marks : [];
    const from = kind === "build" && state.playing && state.line !== null ? state.line + 1 : here.lines.length; // later lines are said later
    return h("ol", { class: `lines ${kind === "contrast" || kind === "trap" ? kind : ""}`.trim() },
      here.lines.map((line, at) => (at < from ? lineOf(line, at, sizeOf(here), marks[at] ?? null) : null)));
  }

  function check(here) {
    const chosen = state.chosen[state.at];
    const right = chosen === here.key;
    const options = here.options.map((option, at) => {
      const mark = !answered() ? "" : at === here.key ? "right" : at === chosen ? "wrong" : "other";
      return h(answered() ? "div" : "button", { type: answered() ? null : "button", class: `option ${mark}`, onclick: answered() ? null : () => choose(at) },
        h("span", { class: "label" }, mark === "right" ? icon("right") : mark === "wrong" ? icon("wrong") : String(at + 1)),
        learning(option.zh, "answer"),
        mark === "right" || mark === "wrong" ? h("span", { class: "unseen" }, mark === "right" ? ui.isRight : ui.isWrong) : null);
    });
    return h("div", { class: "check" }, question(here), h("div", { class: "options" }, options),
      answered() ? h("div", { class: `verdict ${right ? "right" : "wrong"}`, role: "status" },
        h("p", { class: "headline" }, icon(right ? "right" : "wrong"), h("strong", {}, right ? ui.right : ui.notRight)), h("p", {}, here.why)) : null);
  }

  function question(here) {
    const [first, ...rest] = here.ask.split("\n");
    return h("div", { class: "ask" }, h("p", { class: "asked" }, first), rest.map((part) => (HAN.test(part) ? h("p", { class: "given" }, zh(part)) : h("p", { class: "note" }, part))));
  }

  function write(here) {
    const area = h("textarea", { class: "writing han", lang: "zh-CN", rows: "3", "aria-label": ui.writeHere, placeholder: ui.writeHere, oninput: (event) => { state.text[state.at] = event.target.value; keep(); } });
    area.value = state.text[state.at] ?? "";
    return h("div", { class: "write" }, question(here), area,
      state.shown[state.at] ? h("p", { class: "model" }, ui.model) : h("div", {}, h("button", { type: "button", class: "plain", onclick: reveal }, ui.showModel)));
  }

  /** Drawn once a slide, so that it stands still while the lines go by. */
  function figure(here) {
    if (!here.picture || here.picture.kind === "contrast") return null; // two lines side by side are their own picture
    if (state.figure?.slide !== here) state.figure = { slide: here, drawn: drawPicture(here.picture) };
    const board = state.figure.drawn.querySelector(".build");
    if (board) board.stepTo(state.line ?? (state.playing && state.step === 0 ? 0 : here.picture.steps.length - 1));
    return state.figure.drawn;
  }

  function stage(here) {
    const body = here.do === "check" ? [lines(here), check(here)] : here.do === "write" ? [write(here), lines(here)] : lines(here);
    const note = here.note && !(state.hidden && here.do !== "show") ? h("p", { class: "remark" }, here.note) : null;
    const open = here.do === "check" ? !answered() : here.do === "write" && !state.shown[state.at];
    return h("section", { class: `stage ${here.do}`, "aria-label": ui.doing[here.do], "data-no-words": open },
      h("p", { class: "doing" }, ui.doing[here.do]),
      figure(here), body, state.ring ? ringOf(state.ring, ui) : null, note);
  }

  function theEnd() {
    const checks = slides.map((each, at) => [each, at]).filter(([each, at]) => each.do === "check" && state.chosen[at] !== undefined);
    const right = checks.filter(([each, at]) => state.chosen[at] === each.key).length;
    return h("section", { class: "stage end" }, h("p", { class: "doing" }, ui.nowYouCan), h("p", { class: "goal" }, data.goal),
      checks.length ? h("p", { class: "note" }, ui.rightAtOnce.replace("{right}", right).replace("{count}", checks.length)) : null,
      data.done ? h("p", { class: "noted", role: "status" }, icon("right"), ui.noted) : null,
      h("div", { class: "ways" },
        !data.preview && !data.done ? h("button", { type: "button", class: "primary", disabled: state.finishing, onclick: finish }, ui.done) : null,
        data.practisable ? h("button", { type: "button", class: data.done ? "primary" : "plain", onclick: () => setTriggerValue("practise", true) }, ui.practise) : null,
        h("button", { type: "button", class: "plain", onclick: () => { halt(); turn(-state.at); redraw(); } }, ui.again),
        h("button", { type: "button", class: "plain", onclick: () => setTriggerValue("leave", true) }, data.preview ? ui.toLessons : ui.toPlan)));
  }

  function tools() {
    const one = (name, label) => h("button", { type: "button", class: "switch", "aria-pressed": String(state.switches[name]), onclick: () => flip(name) }, label);
    return h("div", { class: "tools" }, offersPinyin() ? one("pinyin", ui.pinyin) : null, one("english", ui.english), speedSwitch(),
      slide()?.lines.some(Speech.made) ? h("span", { class: "note" }, Speech.words.made) : null,
      silent() ? h("span", { class: "note voiceless", role: "status" }, state.voiced === false ? ui.noVoice : ui.soundOff) : null);
  }

  function bar() {
    const over = state.at >= slides.length;
    const due = !over && ((slide().do === "check" && answered()) || (slide().do === "write" && state.shown[state.at] && !state.playing));
    const playing = h("button", { type: "button", class: due ? "round" : "round primary", "aria-label": state.playing ? ui.pause : ui.play, title: state.playing ? ui.pause : ui.play, disabled: over, onclick: () => (state.playing ? pause() : replay()) }, icon(state.playing ? "pause" : "play"));
    const next = h("button", { type: "button", class: due ? "step primary" : "step", disabled: over, onclick: () => go(1) }, h("span", {}, ui.next), icon("next"));
    return h("div", { class: "bar" }, h("button", { type: "button", class: "step", disabled: state.at === 0, onclick: () => go(-1) }, icon("back"), h("span", {}, ui.back)), playing, next);
  }

  /** On, from where it was stopped; a slide that was played to its end begins anew. */
  function replay() {
    const steps = stepsOf(slide(), pacing);
    if (state.step >= steps.length || steps[state.step].kind === "wait") state.step = slide().do === "write" ? (state.shown[state.at] ? steps.findIndex((step) => step.kind === "wait") + 1 : 0) : 0;
    play();
  }

  function redraw() {
    useRuby(data.texts, data.prefs, state.switches.pinyin);
    const focused = focusOf(root);
    const writing = root.querySelector("textarea");
    const caret = writing && root.getRootNode().activeElement === writing ? [writing.selectionStart, writing.selectionEnd] : null;
    const over = state.at >= slides.length;
    root.replaceChildren(h("article", { class: state.at === state.drawnAt ? "lesson" : "lesson fresh", lang: data.language }, progress(), over ? theEnd() : stage(slide()), over ? null : tools(), bar()));
    state.drawnAt = state.at;
    const again = focused && root.querySelectorAll("button, textarea")[focused.at];
    if (caret) { const area = root.querySelector("textarea"); area?.focus({ preventScroll: true }); area?.setSelectionRange(...caret); }
    else if (again && again.className === focused.cls && !again.disabled) again.focus({ preventScroll: true });
    else if (focused?.cls.startsWith("step") || focused?.cls.startsWith("round")) root.querySelector(".bar .primary:not(:disabled), .ways .primary")?.focus({ preventScroll: true });
  }

  function focusOf(within) {
    const active = within.getRootNode().activeElement;
    const at = [...within.querySelectorAll("button, textarea")].indexOf(active);
    return at < 0 ? null : { at, cls: active.className };
  }

  function onKey(event) {
    if (!root.isConnected || event.isComposing || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.composedPath()[0];
    if (target instanceof HTMLElement && target.matches("textarea, input, select, [contenteditable='true']")) return;
    const pressable = target instanceof HTMLElement && target.matches("button, a, summary, [role='button'], [role='tab']");
    const number = Number(event.key);
    if (event.key === " " && !pressable && state.at < slides.length) { if (state.playing) pause(); else replay(); }
    else if (event.key === "ArrowRight" && state.at < slides.length) go(1);
    else if (event.key === "ArrowLeft" && state.at > 0) go(-1);
    else if (slide()?.do === "check" && number >= 1 && number <= 3 && !answered()) choose(number - 1);
    else return;
    event.preventDefault();
  }

  const same = state.drawn === data.language + data.done;
  state.leave();
  document.addEventListener("keydown", onKey);
  state.leave = () => document.removeEventListener("keydown", onKey);
  state.finishing = state.finishing && !data.done;
  state.drawn = data.language + data.done;
  if (!state.playing) redraw();
  else if (!same) play(); // what plays is drawn by the words it began with
  return () => { state.leave(); halt(); count(); keep(); };
}
