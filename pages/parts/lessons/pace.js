// What happens on a slide, step by step, at the pace that Python counted the minutes with: with a Chinese voice or silently.

const NATIVE_SYLLABLES_A_SECOND = 4.5; // of a voice at its usual rate
const SLOWEST_VOICE = 0.5; // below, voices fall apart
const PATIENT = 3; // a voice that never says it has ended is given so many times the length of its line

const sleep = (seconds) => new Promise((resolve) => { setTimeout(resolve, seconds * 1000); });

/** Seconds that a line takes to say. */
function lineSeconds(line, slide, pacing) {
  return line.size / (pacing.rate * Speech.pace * (slide.slow ? pacing.slow : 1));
}

/** The steps of a slide. `hidden`: the text is not to be seen meanwhile; `wait`: nothing goes on before the learner does. */
function stepsOf(slide, pacing) {
  const steps = [];
  const say = (hidden) => slide.lines.forEach((_, line) => steps.push({ kind: "say", line, hidden }));
  if (slide.picture) steps.push({ kind: "look", seconds: pacing.picture, hidden: HEARD_FIRST.has(slide.do) });
  if (slide.do === "listen") { say(true); say(false); }
  else if (slide.do === "read") { slide.lines.forEach((_, line) => steps.push({ kind: "read", line })); say(false); }
  else if (slide.do === "say") slide.lines.forEach((_, line) => steps.push({ kind: "say", line }, { kind: "repeat", line }));
  else if (slide.do === "write") { steps.push({ kind: "wait" }); say(false); }
  else say(HEARD_FIRST.has(slide.do));
  if (slide.note) steps.push({ kind: "note", seconds: slide.noteSeconds });
  if (slide.do === "check") steps.push({ kind: "wait" });
  return steps;
}

const HEARD_FIRST = new Set(["listen", "hear"]);

/** Say one line, to its end or until stopped: from its recording, else by a voice. `seconds`: how long it takes to say; `slow`: that this is
 * slower than usual. False where it was stopped. */
async function voiceLine(line, seconds, { voiced, slow }) {
  const mine = Speech.token;
  if (line.file) {
    if (await Speech.play(line, slow)) return mine === Speech.token;
    if (mine !== Speech.token) return false;
    line.file = "";
  }
  if (!voiced) { await sleep(seconds); return mine === Speech.token; }
  const utterance = Speech.dressed(new SpeechSynthesisUtterance(line.zh), line.voice);
  utterance.rate = Math.min(1.1 * Math.max(1, Speech.pace), Math.max(SLOWEST_VOICE, line.size / seconds / NATIVE_SYLLABLES_A_SECOND));
  const ended = new Promise((resolve) => { utterance.onend = utterance.onerror = resolve; });
  speechSynthesis.speak(utterance);
  await Promise.race([ended, sleep(PATIENT * seconds + PATIENT)]);
  return mine === Speech.token;
}
