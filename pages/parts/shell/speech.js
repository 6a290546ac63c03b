// Recordings of native speakers where a line has one, else the browser's own Chinese voices, when it has any. Local ones
// only: a remote voice would send the text to its maker.

const Speech = {
  token: 0,
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

  /** Whether every line is a recording: then no voice is needed. */
  recorded(lines) {
    return lines.length > 0 && lines.every((line) => line.file);
  },

  stop() {
    Speech.token += 1;
    Speech.player?.pause();
    Speech.settle(true);
    if ("speechSynthesis" in window) speechSynthesis.cancel();
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
      player.playbackRate = slow ? 0.7 : 1; // after `src`, which sets it back
      player.play().catch(() => resolve(false));
    });
  },

  speak(line, slow) {
    return new Promise((resolve) => {
      const utterance = Speech.dressed(new SpeechSynthesisUtterance(line.text), line.speaker);
      utterance.rate = slow ? 0.6 : 0.9;
      utterance.onend = utterance.onerror = resolve;
      speechSynthesis.speak(utterance);
    });
  },

  /** Say the lines one after the other; `begun(place)` before each line, `ended()` at the end unless stopped, `mute()`
   * instead where a recording fails and there is no voice either. A recording that failed is not tried again. */
  async say(lines, { slow = false, begun = () => {}, ended = () => {}, mute = () => {} } = {}) {
    Speech.stop();
    const mine = Speech.token;
    for (const [place, line] of lines.entries()) {
      if (mine !== Speech.token) return;
      begun(place);
      if (line.file && !(await Speech.play(line, slow))) {
        if (mine !== Speech.token) return;
        line.file = "";
        const voiced = await Speech.ready();
        if (mine !== Speech.token) return;
        if (!voiced) { mute(); return; }
      }
      if (mine !== Speech.token) return;
      if (!line.file) await Speech.speak(line, slow);
      await new Promise((resolve) => setTimeout(resolve, line.pause ?? 350));
    }
    if (mine === Speech.token) ended();
  },
};

/** Buttons that play lines: at the usual speed, slowly; the label says whether all are recorded or a voice is synthetic. */
function listenBar(lines, ui, { big = false, mute = () => {} } = {}) {
  let playing = false;
  const says = h("span", {}, ui.listen);
  const mark = h("span", { class: "listen-mark" }, icon("play"));
  const whose = h("span", { class: "note" });
  const show = (now) => {
    whose.textContent = Speech.recorded(lines) ? ui.recorded : ui.synthetic;
    playing = now;
    mark.replaceChildren(icon(now ? "stop" : "play"));
    says.textContent = now ? ui.stop : ui.listen;
  };
  const play = (slow) => {
    if (playing) { Speech.stop(); show(false); return; }
    show(true);
    Speech.say(lines, { slow, ended: () => show(false), mute: () => { show(false); mute(); } });
  };
  const usual = h("button", { type: "button", class: big ? "listen big" : "listen", "data-listen": "", onclick: () => play(false) }, mark, says);
  const slowly = h("button", { type: "button", class: "listen", onclick: () => { Speech.stop(); show(false); play(true); } }, ui.slowly);
  show(false);
  return h("div", { class: "listen-bar" }, usual, slowly, whose);
}
