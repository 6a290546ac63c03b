// One's own recording, cut where it is wanted: fetched and decoded once, every cut played from a blob in the browser.

const EDGE_SECONDS = 0.03; // around a syllable, so that its first consonant is not cut off
const FADE_SECONDS = 0.008; // a cut inside a vowel clicks without it
const SLOW = 0.6;
const MOST_BUFFERS = 6; // two minutes are 8 MB

const Own = {
  buffers: new Map(), // of the recording and of the sounds made from it, by address; the oldest go
  player: null,
  blob: null,
  frame: 0,
  turn: 0, // of what is played now: what was asked for before it neither sounds nor fails any more
  ended: () => {},

  /** The decoded recording; rejects where the browser cannot read the file. */
  async sound(url) {
    if (Own.buffers.has(url)) return Own.buffers.get(url);
    const reply = await fetch(url);
    if (!reply.ok) throw new Error(String(reply.status));
    const context = new OfflineAudioContext(1, 1, 16000);
    const buffer = await context.decodeAudioData(await reply.arrayBuffer());
    Own.buffers.set(url, buffer);
    if (Own.buffers.size > MOST_BUFFERS) Own.buffers.delete(Own.buffers.keys().next().value);
    return buffer;
  },

  stop() {
    Own.turn += 1;
    cancelAnimationFrame(Own.frame);
    Own.player?.pause();
    Own.ended();
    Own.ended = () => {};
    if (Own.blob) URL.revokeObjectURL(Own.blob);
    Own.blob = null;
  },

  /** Play from `start` to `end` (seconds; null = the whole); `at(seconds)` while it plays, `ended()` after, however it ends. */
  async play(url, { start = null, end = null, slow = false, at = () => {}, ended = () => {} } = {}) {
    Own.stop();
    Speech.stop();
    const turn = Own.turn;
    const buffer = await Own.sound(url);
    if (turn !== Own.turn) return;
    const first = start === null ? 0 : Math.max(0, start - EDGE_SECONDS);
    const last = end === null ? buffer.duration : Math.min(buffer.duration, end + EDGE_SECONDS);
    const player = Own.player ??= new Audio();
    Own.blob = URL.createObjectURL(cut(buffer, first, last));
    Own.ended = ended;
    player.onended = Own.stop;
    player.src = Own.blob;
    player.preservesPitch = true;
    player.playbackRate = slow ? SLOW : 1;
    try {
      await player.play();
    } catch (error) {
      if (turn === Own.turn) throw error;
    }
    if (turn !== Own.turn) return;
    const step = () => { at(first + player.currentTime); Own.frame = requestAnimationFrame(step); };
    step();
  },
};

/** A stretch of a buffer as a WAV, its ends faded. */
function cut(buffer, start, end) {
  const rate = buffer.sampleRate;
  const samples = buffer.getChannelData(0).slice(Math.floor(start * rate), Math.ceil(end * rate));
  const fade = Math.min(Math.round(FADE_SECONDS * rate), samples.length >> 1);
  return wavOf(samples.map((sample, place) => sample * Math.min(1, (place + 1) / fade, (samples.length - place) / fade)), rate);
}
