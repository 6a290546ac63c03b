// Recordings where a line has one (words by native speakers, sentences by a synthetic voice), else the browser's own Chinese voices, when it has any. Local ones
// only: a remote voice would send the text to its maker.

const SPEEDS = [0.6, 0.8, 1];
const MADE = "/recordings/sentences/"; // files there were spoken by a machine
const MOST_LINES = 12; // that get a button each

const Speech = {
  token: 0,
  pace: 1, // as the visitor prefers voices, times the usual one
  words: {}, // of the switch and the bar, in the language of the interface
  keep: () => {}, // tells the server of another pace
  now: null, // what is being said: the sign of its lines, and which of them
  heard: new Set(), // signs of what was said before
  bars: new Set(), // what shows that, for as long as it is on the page
  player: null,
  settle: () => {},

  voices() {
    if (!("speechSynthesis" in window)) return [];
    return speechSynthesis.getVoices().filter((voice) => voice.localService && /^(zh|cmn)([-_](CN|Hans)|$)/i.test(voice.lang));
  },

  /** Voices load late in some browsers: wait for them a little, then say what there is. */
  ready() {
    if (!("speechSynthesis" in window)) return Promise.resolve(false);
    if (Speech.voices().length) return Promise.resolve(true);
    return new Promise((resolve) => {
      const settle = () => resolve(Speech.voices().length > 0);
      speechSynthesis.addEventListener("voiceschanged", settle, { once: true });
      setTimeout(settle, 1500);
    });
  },

  /** What the visitor prefers; a choice made here goes back by `send`. */
  use(prefs, send) {
    Speech.pace = prefs?.speed ?? 1;
    Speech.words = prefs?.voice ?? {};
    Speech.keep = prefs?.voice?.kept ? send : () => {};
    Speech.announce();
  },

  /** Another pace, at once for a recording that is being played; a voice takes it with the next line. */
  choose(pace) {
    Speech.pace = pace;
    if (Speech.player) Speech.player.playbackRate = pace;
    Speech.keep(pace);
    Speech.announce();
  },

  signOf(lines) {
    return lines.map((line) => line.text).join("\n");
  },

  /** Have everything that shows what is being said show it as it is now. */
  announce() {
    for (const bar of Speech.bars) {
      if (bar.root.isConnected) bar.show();
      else Speech.bars.delete(bar);
    }
  },

  made(line) {
    return Boolean(line.file?.startsWith(MADE));
  },

  /** Whether every line is a recording: then no voice is needed. */
  recorded(lines) {
    return lines.length > 0 && lines.every((line) => line.file);
  },

  stop() {
    Speech.token += 1;
    Speech.player?.pause();
    Speech.settle(true);
    if ("speechSynthesis" in window) speechSynthesis.cancel();
    Speech.now = null;
    Speech.announce();
  },

  /** Two speakers: two voices where there are two, else one voice at two pitches. */
  dressed(utterance, speaker) {
    const voices = Speech.voices();
    const male = voices.find((voice) => /male|yunxi|yunyang|kangkang|云|男/i.test(voice.name) && !/female/i.test(voice.name));
    const female = voices.find((voice) => voice !== male) ?? voices[0];
    utterance.voice = speaker === "m" ? male ?? voices[1] ?? voices[0] : female;
    utterance.lang = "zh-CN";
    if (speaker === "m" && !male) utterance.pitch = voices.length > 1 ? 0.9 : 0.6;
    return utterance;
  },

  /** Play a line's recording to its end; false when it cannot be played. One player for all: some browsers let only that go on playing which a tap has started. */
  play(line, slow) {
    const player = Speech.player ??= new Audio();
    return new Promise((resolve) => {
      Speech.settle = resolve;
      player.onended = () => resolve(true);
      player.onerror = () => resolve(false);
      player.src = line.file;
      player.preservesPitch = true;
      player.playbackRate = (slow ? 0.7 : 1) * Speech.pace; // after `src`, which sets it back
      player.play().catch(() => resolve(false));
    });
  },

  speak(line, slow) {
    return new Promise((resolve) => {
      const utterance = Speech.dressed(new SpeechSynthesisUtterance(line.text), line.speaker);
      utterance.rate = (slow ? 0.6 : 0.9) * Speech.pace;
      utterance.onend = utterance.onerror = resolve;
      speechSynthesis.speak(utterance);
    });
  },

  /** Say the lines one after the other; `mute()` where a recording fails and there is no voice either. A recording that
   * failed is not tried again. */
  async say(lines, { slow = false, mute = () => {} } = {}) {
    Speech.stop();
    const mine = Speech.token;
    const sign = Speech.signOf(lines);
    const over = () => { Speech.now = null; Speech.announce(); };
    for (const [place, line] of lines.entries()) {
      if (mine !== Speech.token) return;
      Speech.now = { sign, place };
      Speech.announce();
      if (line.file && !(await Speech.play(line, slow))) {
        if (mine !== Speech.token) return;
        line.file = "";
        const voiced = await Speech.ready();
        if (mine !== Speech.token) return;
        if (!voiced) { over(); mute(); return; }
      }
      if (mine !== Speech.token) return;
      if (!line.file) await Speech.speak(line, slow);
      await new Promise((resolve) => setTimeout(resolve, line.pause ?? 350));
    }
    if (mine === Speech.token) over();
  },
};

/** The speeds, of which one is chosen: remembered wherever the visitor signs in. */
function speedSwitch() {
  const root = h("div", { class: "speeds", role: "group", "aria-label": Speech.words.speed });
  const show = () => {
    const offered = [...new Set([...SPEEDS, Speech.pace])].sort((one, other) => one - other);
    if (root.children.length !== offered.length) {
      root.replaceChildren(...offered.map((speed) => h("button", { type: "button", class: "speed", "data-speed": speed, onclick: () => Speech.choose(speed) }, `${speed}×`)));
    }
    for (const button of root.children) button.setAttribute("aria-pressed", String(Number(button.dataset.speed) === Speech.pace));
  };
  show();
  Speech.bars.add({ root, show });
  return root;
}

const lineName = (place) => (Speech.words.line ?? "").replace("{number}", String(place + 1));

/** Buttons that play lines: all of them, all once more, and, where there are several, each by itself; the speed; the label says whether a
 * voice is synthetic. `each`: whether lines have buttons of their own. */
function listenBar(lines, ui, { big = false, each = true, mute = () => {} } = {}) {
  const sign = Speech.signOf(lines);
  const playing = () => Speech.now?.sign === sign;
  const says = h("span", {}, ui.listen);
  const mark = h("span", { class: "listen-mark" }, icon("play"));
  const whose = h("span", { class: "note" });
  const say = (chosen) => { Speech.heard.add(sign); Speech.say(chosen, { mute: () => { show(); mute(); } }); };
  const main = h("button", { type: "button", class: big ? "listen big" : "listen", "data-listen": "", onclick: () => (playing() ? Speech.stop() : say(lines)) }, mark, says);
  const again = h("button", { type: "button", class: "listen", "data-again": "", hidden: true, onclick: () => say(lines) }, icon("redo"), Speech.words.again);
  const single = !each || lines.length < 2 || lines.length > MOST_LINES ? [] : lines.map((line, place) => h("button",
    { type: "button", class: "listen single", "aria-label": lineName(place), title: lineName(place), onclick: () => say([line]) }, String(place + 1)));
  const root = h("div", { class: "listen-bar" }, main, again, single.length ? h("div", { class: "singles" }, single) : null, speedSwitch(), whose);
  function show() {
    const now = playing();
    whose.textContent = !Speech.recorded(lines) ? ui.synthetic : lines.some(Speech.made) ? Speech.words.made : ui.recorded;
    mark.replaceChildren(icon(now ? "stop" : "play"));
    says.textContent = now ? ui.stop : ui.listen;
    again.hidden = !Speech.heard.has(sign);
    single.forEach((button, place) => button.setAttribute("aria-current", String(now ? Speech.now.place === place : Speech.now?.sign === lines[place].text)));
  }
  show();
  Speech.bars.add({ root, show });
  return root;
}
