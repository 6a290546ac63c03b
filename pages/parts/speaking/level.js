// How loud a recording is, by the limits that the service itself warns of and refuses by (`limits`).

const FULL_SCALE_DB = 0, LOWEST_DB = -60; // the ends of the meter
const FRAME = 160; // samples: 10 ms at 16 kHz
const SPEECH_BELOW_LOUDEST_DB = 30;
const SHORTEST_SECONDS = 0.3; // a word of one syllable, and the time to let go of the button

const decibels = (amplitude) => 20 * Math.log10(Math.max(amplitude, 1e-5));

/** Highest amplitude of samples, 0-1. */
function peakOf(samples) {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return peak;
}

/** What the meter says of a peak: silent, quiet, good or loud. */
function loudness(peak, limits) {
  const level = decibels(peak);
  if (level < limits.silentDb) return "silent";
  if (level < limits.quietDb) return "quiet";
  return peak >= limits.rail ? "loud" : "good";
}

/** Share of the samples in speech that are cut off at full scale; speech are the frames near the loudest one. */
function clippedShare(samples, limits) {
  const powers = [];
  for (let start = 0; start + FRAME <= samples.length; start += FRAME) {
    powers.push(samples.subarray(start, start + FRAME).reduce((sum, sample) => sum + sample * sample, 0));
  }
  const least = powers.reduce((most, power) => Math.max(most, power), 0) / 10 ** (SPEECH_BELOW_LOUDEST_DB / 10);
  const spoken = FRAME * powers.filter((power) => power > 0 && power >= least).length;
  const cut = samples.reduce((count, sample) => count + (Math.abs(sample) >= limits.rail), 0);
  return spoken ? cut / spoken : 0;
}

/** What is wrong with a recording at 16 kHz before it is sent: short, silent, quiet, clipped (cannot be scored), loud, or good. */
function verdictOn(samples, limits) {
  if (samples.length < SHORTEST_SECONDS * limits.rate) return "short";
  const level = loudness(peakOf(samples), limits);
  if (level === "silent" || level === "quiet") return level;
  const share = clippedShare(samples, limits);
  if (share > limits.refusedShare) return "clipped";
  return share > limits.loudShare ? "loud" : "good";
}

/** Peaks of `count` stretches of equal length, for a drawing of the wave. */
function outline(samples, count) {
  const step = samples.length / count;
  return Array.from({ length: count }, (_, bar) => peakOf(samples.subarray(Math.floor(bar * step), Math.max(Math.floor(bar * step) + 1, Math.floor((bar + 1) * step)))));
}
