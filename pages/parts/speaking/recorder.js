// A recording made beside its text: the level is watched while one speaks, what was recorded is heard, then sent or made again.

const RECORDERS = new WeakMap(); // by root: a recording goes on whatever the page draws meanwhile
const BARS = 56;
const METER_BLOCKS = 4; // the meter moves twelve times a second
const HELD_SECONDS = 0.4; // how long it holds a peak
const UNHEARD_SECONDS = 2; // of silence, before one is told of it
const GOES_BY_ITSELF_MS = 4000; // a good recording goes after so long, unless one hears it, records it again or leaves
const LOOKS_MS = 250, MOST_LOOKS = 720; // three minutes for an answer
const SENDABLE = ["good", "quiet", "loud", "clipped"];
const UPLOADER = ".st-key-speaking_recorded", HEARD = '[class*="st-key-speaking_heard_"]';

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
const resultOf = () => [...(document.querySelector(HEARD)?.classList ?? [])].find((name) => name.startsWith("st-key-speaking_heard_")) ?? null;

/** Gives the recording to the page's own uploader, so that it takes the way of every file. */
function handOver(sound) {
  const input = document.querySelector(`${UPLOADER} input[type=file]`);
  const carried = new DataTransfer();
  const name = `reading-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}.wav`;
  carried.items.add(new File([sound], name, { type: sound.type }));
  input.files = carried.files;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

/** True once a result other than `before` is on the page, false where the upload failed or nothing comes. */
async function answered(before) {
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    await new Promise((resolve) => { setTimeout(resolve, LOOKS_MS); });
    const result = resultOf();
    if (result && result !== before) return true;
    if (document.querySelector(`${UPLOADER} [data-testid="stFileChipIconError"]`)) return false;
  }
  return false;
}

function showResult() {
  const result = document.querySelector(HEARD);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (result && result.getBoundingClientRect().top > innerHeight / 3) result.scrollIntoView({ block: "start", behavior: still ? "auto" : "smooth" });
}

function makeRecorder(root) {
  let data;
  let phase = "idle"; // idle, asking, recording, ready (made, not sent), sending, sent
  let fault = null; // key of the sentence that says what went wrong
  let microphone = null, blocks = [], counted = 0, peaks = [], loudest = 0;
  let take = null; // { samples, sound, url, verdict }
  let gone = false;
  let goes = 0; // the timer after which it goes by itself
  const player = new Audio();

  const button = h("button", { type: "button", class: "record", "aria-describedby": "said", onclick: (event) => (phase === "recording" ? stop(event.detail > 0) : start()) });
  const send = h("button", { type: "button", class: "send", onclick: () => deliver(), onfocus: () => hold() });
  const hear = h("button", { type: "button", class: "hear", onclick: () => { stay(); if (player.paused) replay(); else player.pause(); } });
  const said = h("p", { class: "said", id: "said", role: "status" });
  const time = h("span", { class: "time", role: "timer" });
  const fill = h("span", { class: "fill" }), word = h("span", { class: "word" });
  const meter = h("div", { class: "meter", role: "meter", "aria-valuemin": LOWEST_DB, "aria-valuemax": FULL_SCALE_DB }, h("span", { class: "scale" }, fill, h("span", { class: "tick least" }), h("span", { class: "tick most" })));
  const live = h("div", { class: "live" }, time, meter, word);
  const wave = h("div", { class: "wave", role: "img" });
  const made = h("div", { class: "made" }, wave, hear);
  const box = h("div", { class: "recorder" }, button, live, made, send, said);
  root.replaceChildren(box);

  const sentence = () => {
    if (fault) return data.ui[fault];
    if (phase === "ready" && goes) return data.ui.goes;
    if (phase === "ready") return data.ui.verdicts[take.verdict];
    return data.ui.phases[phase] ?? "";
  };
  const wrong = () => Boolean(fault) || (phase === "ready" && take.verdict !== "good");

  function draw() {
    box.dataset.phase = phase;
    const label = { idle: data.again ? "again" : "record", asking: "record", recording: "stop", ready: "again", sending: "again", sent: "again" }[phase];
    button.replaceChildren(icon(phase === "recording" ? "stop" : "mic"), h("span", {}, data.ui[label]));
    button.disabled = phase === "asking" || phase === "sending" || !hasMicrophone();
    send.replaceChildren(icon("right"), h("span", {}, data.ui[take && take.verdict !== "good" ? "send_anyway" : "send"]));
    send.classList.toggle("goes", goes !== 0);
    send.hidden = !(phase === "ready" && SENDABLE.includes(take.verdict));
    live.hidden = phase !== "recording";
    made.hidden = !take || phase === "recording" || phase === "asking";
    hear.replaceChildren(icon(player.paused ? "play" : "stop"), h("span", {}, data.ui[player.paused ? "hear" : "hear_stop"]));
    meter.setAttribute("aria-label", data.ui.meter);
    if (take) wave.setAttribute("aria-label", filled(data.ui.wave, { seconds: (take.samples.length / data.limits.rate).toFixed(1) }));
    const text = hasMicrophone() ? sentence() : data.ui.no_microphone;
    if (said.textContent !== text) said.textContent = text;
    said.classList.toggle("warning", wrong() || !hasMicrophone());
    for (const [name, level] of [["--least", data.limits.quietDb], ["--most", decibels(data.limits.rail)]]) meter.style.setProperty(name, `${100 * share(level)}%`);
  }

  const share = (level) => Math.min(1, Math.max(0, (level - LOWEST_DB) / (FULL_SCALE_DB - LOWEST_DB)));
  const seconds = () => counted / microphone.rate;

  function heard(block) {
    blocks.push(block);
    counted += block.length;
    peaks.push(peakOf(block));
    loudest = Math.max(loudest, peaks.at(-1));
    if (phase !== "recording") return;
    if (blocks.length % METER_BLOCKS === 0) drawLevel();
    if (seconds() >= data.limits.seconds) stop();
  }

  function drawLevel() {
    const held = Math.max(1, Math.round((HELD_SECONDS * microphone.rate) / TAP_BLOCK));
    peaks = peaks.slice(-held);
    const peak = Math.max(...peaks), level = decibels(peak);
    const kind = loudness(peak, data.limits);
    const words = kind === "silent" && loudness(loudest, data.limits) === "silent" && seconds() > UNHEARD_SECONDS ? data.ui.unheard : data.ui.levels[kind];
    time.textContent = `${clock(seconds())} / ${clock(data.limits.seconds)}`;
    fill.style.width = `${100 * share(level)}%`;
    meter.dataset.kind = kind;
    meter.setAttribute("aria-valuenow", Math.round(Math.max(LOWEST_DB, level)));
    meter.setAttribute("aria-valuetext", words);
    if (word.textContent !== words) word.textContent = words;
  }

  /** It waits to be sent by hand. */
  function stay() {
    clearTimeout(goes);
    goes = 0;
  }

  /** The same while a press is under way: nothing that is pressed may be drawn anew, or the click is lost. */
  function hold() {
    if (!goes) return;
    stay();
    send.classList.remove("goes");
    said.textContent = sentence();
  }

  async function start() {
    stay();
    player.pause();
    fault = null;
    phase = "asking";
    draw();
    blocks = []; counted = 0; peaks = []; loudest = 0;
    try {
      microphone = await openMicrophone({ heard, lost: () => stop() });
    } catch (error) {
      phase = take ? "ready" : "idle";
      fault = { NotAllowedError: "not_allowed", NotFoundError: "no_device" }[error.name] ?? "no_sound";
      draw();
      button.focus();
      return;
    }
    if (gone) { microphone.close(); return; }
    phase = "recording";
    draw();
    time.textContent = `${clock(0)} / ${clock(data.limits.seconds)}`;
    button.focus();
  }

  /** `pressed`: by a pointer; who works by keys is given all the time there is. */
  async function stop(pressed = false) {
    if (phase !== "recording") return;
    phase = "asking"; // until the recording is whole
    microphone.close();
    const samples = await joined(blocks, microphone.rate, data.limits.rate);
    blocks = [];
    if (take) URL.revokeObjectURL(take.url);
    const sound = wavOf(samples, data.limits.rate);
    take = { samples, sound, url: URL.createObjectURL(sound), verdict: verdictOn(samples, data.limits) };
    player.src = take.url;
    const tallest = Math.max(0.05, peakOf(samples)); // silence is drawn flat
    wave.replaceChildren(...outline(samples, BARS).map((peak) => h("span", { style: `height: ${Math.max(4, (100 * peak) / tallest).toFixed(0)}%` })));
    phase = "ready";
    if (pressed && take.verdict === "good") goes = setTimeout(deliver, GOES_BY_ITSELF_MS);
    draw();
    hear.focus();
  }

  async function replay() {
    try { await player.play(); } catch { fault = "unplayable"; draw(); }
  }

  const follow = () => {
    const played = player.ended ? BARS : (BARS * player.currentTime) / (player.duration || 1);
    [...wave.children].forEach((bar, place) => bar.classList.toggle("played", place < played));
  };
  for (const event of ["play", "pause", "ended"]) player.addEventListener(event, () => draw());
  player.addEventListener("timeupdate", follow);

  async function deliver() {
    stay();
    player.pause();
    const before = resultOf();
    fault = null;
    phase = "sending";
    draw();
    try {
      handOver(take.sound);
      phase = (await answered(before)) ? "sent" : "ready";
    } catch {
      phase = "ready";
    }
    if (gone) return;
    if (phase === "ready") fault = "not_sent";
    draw();
    if (phase === "sent") showResult();
  }

  return {
    show(next) { data = next; gone = false; draw(); },
    end() {
      gone = true;
      stay();
      player.pause();
      if (phase === "recording") { microphone.close(); phase = "idle"; }
    },
  };
}

function render(component) {
  const root = onPaper(component.parentElement.querySelector(".wenlu"));
  if (!RECORDERS.has(root)) RECORDERS.set(root, makeRecorder(root));
  RECORDERS.get(root).show(component.data);
  return () => RECORDERS.get(root).end();
}
