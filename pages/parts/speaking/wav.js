// Samples as a WAV of 16 bits, one channel.

function wavOf(samples, rate) {
  const view = new DataView(new ArrayBuffer(44 + 2 * samples.length));
  const text = (place, letters) => [...letters].forEach((letter, offset) => view.setUint8(place + offset, letter.charCodeAt(0)));
  text(0, "RIFF"); view.setUint32(4, 36 + 2 * samples.length, true); text(8, "WAVEfmt ");
  view.setUint32(16, 16, true); view.setUint16(20, 1, true); view.setUint16(22, 1, true);
  view.setUint32(24, rate, true); view.setUint32(28, 2 * rate, true); view.setUint16(32, 2, true); view.setUint16(34, 16, true);
  text(36, "data"); view.setUint32(40, 2 * samples.length, true);
  samples.forEach((sample, place) => view.setInt16(44 + 2 * place, Math.max(-1, Math.min(1, sample)) * 32767, true));
  return new Blob([view.buffer], { type: "audio/wav" });
}
