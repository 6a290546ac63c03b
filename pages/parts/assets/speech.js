// The browser's own Chinese voices, when it has any. Local ones only: a remote voice would send the text to its maker.

const Speech = {
  token: 0,

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

  stop() {
    Speech.token += 1;
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

  /** Say the lines one after the other; `begun(place)` before each line, `ended()` at the end unless stopped. */
  async say(lines, { slow = false, begun = () => {}, ended = () => {} } = {}) {
    Speech.stop();
    const mine = Speech.token;
    for (const [place, line] of lines.entries()) {
      if (mine !== Speech.token) return;
      begun(place);
      await new Promise((resolve) => {
        const utterance = Speech.dressed(new SpeechSynthesisUtterance(line.text), line.speaker);
        utterance.rate = slow ? 0.6 : 0.9;
        utterance.onend = utterance.onerror = resolve;
        speechSynthesis.speak(utterance);
      });
      await new Promise((resolve) => setTimeout(resolve, line.pause ?? 350));
    }
    if (mine === Speech.token) ended();
  },
};

/** Buttons that play lines: at the usual speed, slowly; the label says that the voice is synthetic. */
function listenBar(lines, ui, { big = false } = {}) {
  let playing = false;
  const says = h("span", {}, ui.listen);
  const mark = h("span", { class: "listen-mark" }, icon("play"));
  const show = (now) => {
    playing = now;
    mark.replaceChildren(icon(now ? "stop" : "play"));
    says.textContent = now ? ui.stop : ui.listen;
  };
  const play = (slow) => {
    if (playing) { Speech.stop(); show(false); return; }
    show(true);
    Speech.say(lines, { slow, ended: () => show(false) });
  };
  const usual = h("button", { type: "button", class: big ? "listen big" : "listen", "data-listen": "", onclick: () => play(false) }, mark, says);
  const slowly = h("button", { type: "button", class: "listen", onclick: () => { Speech.stop(); show(false); play(true); } }, ui.slowly);
  return h("div", { class: "listen-bar" }, usual, slowly, h("span", { class: "note" }, ui.synthetic));
}
