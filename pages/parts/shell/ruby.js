// Chinese learning text as the visitor prefers it: each syllable above its character as real ruby, traditional characters in place of the
// simplified ones or beside them. Python says what each text is read as (`learning_texts` in pages/parts/ruby.py).

const Ruby = { texts: {}, prefs: { pinyin: "tap", script: "simplified", tones: true }, shown: false };
const MARKS = ["āēīōūǖ", "áéíóúǘ", "ǎěǐǒǔǚ", "àèìòùǜ"];

/** 1 to 4, 5 for the neutral tone. */
function readingTone(syllable) {
  const tone = MARKS.findIndex((marks) => [...syllable.normalize("NFC")].some((letter) => marks.includes(letter)));
  return tone < 0 ? 5 : tone + 1;
}

/** Everything drawn from now on: which texts can be shown with readings, and whether they are. */
function useRuby(texts, prefs, shown) {
  Object.assign(Ruby, { texts: texts ?? {}, prefs: { ...Ruby.prefs, ...prefs }, shown });
}

/** Whether the button is there at all. */
const offersPinyin = () => Ruby.prefs.pinyin !== "never" && Object.values(Ruby.texts).some((each) => each.runs?.length);

/** One syllable over one character. */
function ruby(character, reading) {
  return h("ruby", {}, character, h("rp", {}, "("), h("rt", { lang: "zh-Latn", class: Ruby.prefs.tones ? `tone-${readingTone(reading)}` : null }, reading), h("rp", {}, ")"));
}

/** The runs [text, reading] as nodes; `base`: the same text in other characters; `plain` draws what has no reading. */
function runNodes(runs, base, plain) {
  const characters = [...base];
  let at = 0;
  return runs.map(([text, reading]) => {
    const shown = characters.slice(at, at + [...text].length).join("");
    at += [...text].length;
    return reading ? ruby(shown, reading) : plain(shown);
  });
}

/** The parts of a text: ruby where it is wanted, the other script where it is preferred. `plain` draws a stretch without readings. */
function learningParts(text, plain = (stretch) => stretch) {
  const known = Ruby.texts[text];
  const base = Ruby.prefs.script === "traditional" && known?.traditional ? known.traditional : text;
  const main = Ruby.shown && known?.runs?.length ? runNodes(known.runs, base, plain) : [plain(base)];
  const beside = Ruby.prefs.script === "both" && known?.traditional ? h("span", { class: "beside-script", lang: "zh-Hant" }, plain(known.traditional)) : null;
  return [main, beside];
}

const scriptTag = () => (Ruby.prefs.script === "traditional" ? "zh-Hant" : "zh-CN");

/** A text to learn from; like `zh`, with readings and script as preferred. */
function learning(text, cls = "") {
  if (!HAN.test(text)) return zh(text, cls);
  const read = Ruby.shown && Ruby.texts[text]?.runs?.length ? " ruby" : "";
  return h("span", { class: `han${read} ${cls}`.trim(), lang: scriptTag() }, learningParts(text));
}

/** The button on a card. */
function pinyinButton(label, press) {
  return h("button", { type: "button", class: "pinyin-button", "aria-pressed": String(Ruby.shown), onclick: press }, label);
}
