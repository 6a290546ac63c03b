// Help with typing pinyin: tone keys that put the mark on the right vowel, and what the numbers mean.

const MARKED = { a: "āáǎà", e: "ēéěè", i: "īíǐì", o: "ōóǒò", u: "ūúǔù", ü: "ǖǘǚǜ" };
const PLAIN = Object.fromEntries(Object.entries(MARKED).flatMap(([vowel, marks]) => [...marks].map((mark) => [mark, vowel])));
const VOWELS = /[aeiouüāáǎàēéěèīíǐìōóǒòūúǔùǖǘǚǜ]+/gi;

/** The vowel of a cluster that bears the mark: a or e, else the o of ou, else the last (Hanyu Pinyin 1958, part 4). */
function bearer(cluster) {
  const found = ["a", "e"].map((vowel) => cluster.indexOf(vowel)).find((place) => place >= 0);
  if (found !== undefined) return found;
  return cluster.includes("ou") ? cluster.indexOf("o") : cluster.length - 1;
}

/** Text and caret after a tone key: the last syllable before the caret gets tone 1-4, or loses its mark (0). */
function withTone(text, caret, tone) {
  const before = text.slice(0, caret);
  const cluster = [...before.matchAll(VOWELS)].pop();
  if (!cluster) return text;
  const plain = [...cluster[0].toLowerCase()].map((letter) => PLAIN[letter] ?? letter).join("");
  const place = bearer(plain);
  const vowel = tone ? MARKED[plain[place]][tone - 1] : plain[place];
  const changed = plain.slice(0, place) + vowel + plain.slice(place + 1);
  return before.slice(0, cluster.index) + changed + before.slice(cluster.index + cluster[0].length) + text.slice(caret);
}

/** ni3hao3 as nǐhǎo, v as ü: shown beneath the field, never put into it while typing. */
function spelt(text) {
  return text.replace(/([a-zü]+?)([0-5])/gi, (_, letters, digit) => {
    const plain = letters.replaceAll("v", "ü").replaceAll("u:", "ü");
    return digit === "0" || digit === "5" ? plain : withTone(plain, plain.length, Number(digit));
  });
}

function toneKeys(input, ui, changed) {
  const put = (make) => {
    const caret = input.selectionStart ?? input.value.length;
    const before = input.value.length;
    input.value = make(input.value, caret);
    const at = caret + input.value.length - before;
    input.setSelectionRange(at, at);
    input.focus();
    changed();
  };
  const tones = ["ˉ", "ˊ", "ˇ", "ˋ", "·"].map((mark, place) =>
    h("button", { type: "button", class: "tone", "aria-label": ui.tones[place], title: ui.tones[place],
      onclick: () => put((text, caret) => withTone(text, caret, (place + 1) % 5)) }, mark));
  const umlaut = h("button", { type: "button", class: "tone", "aria-label": "ü", onclick: () => put((text, caret) => text.slice(0, caret) + "ü" + text.slice(caret)) }, "ü");
  return h("div", { class: "tones", role: "group", "aria-label": ui.toneKeys }, tones, umlaut);
}
