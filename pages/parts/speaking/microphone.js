// The microphone as samples. They are taken before any codec, and the recording is brought to the rate of the service once it is whole.

const TAP_BLOCK = 1024; // samples: 21 ms at 48 kHz
const TAP = `registerProcessor("tap", class extends AudioWorkletProcessor {
  constructor() { super(); this.block = new Float32Array(${TAP_BLOCK}); this.filled = 0; }
  process([input]) {
    for (const sample of input[0] ?? []) {
      this.block[this.filled++] = sample;
      if (this.filled === this.block.length) { this.port.postMessage(this.block.slice()); this.filled = 0; }
    }
    return true;
  }
});`;

const hasMicrophone = () => window.isSecureContext && Boolean(navigator.mediaDevices?.getUserMedia) && "AudioWorkletNode" in window;

/** Opens the microphone; `heard(block)` gets its samples, `lost()` is called when it is unplugged. Rejects as getUserMedia does. */
async function openMicrophone({ heard, lost }) {
  const context = new AudioContext(); // before anything is awaited: some browsers let only a tap begin one
  let stream = null;
  const close = () => {
    stream?.getTracks().forEach((track) => { track.onended = null; track.stop(); });
    if (context.state !== "closed") context.close();
  };
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const module = URL.createObjectURL(new Blob([TAP], { type: "text/javascript" }));
    try { await context.audioWorklet.addModule(module); } finally { URL.revokeObjectURL(module); }
    const tap = new AudioWorkletNode(context, "tap", { channelCount: 1, channelCountMode: "explicit", numberOfOutputs: 0 });
    tap.port.onmessage = (event) => heard(event.data);
    stream.getTracks().forEach((track) => { track.onended = lost; });
    context.createMediaStreamSource(stream).connect(tap);
    await context.resume();
  } catch (error) {
    close();
    throw error;
  }
  return { rate: context.sampleRate, close };
}

/** Blocks of samples joined and brought to another rate. */
async function joined(blocks, from, to) {
  const samples = new Float32Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let start = 0;
  for (const block of blocks) { samples.set(block, start); start += block.length; }
  if (!samples.length || from === to) return samples;
  const context = new OfflineAudioContext(1, Math.ceil((samples.length * to) / from), to);
  const source = context.createBufferSource();
  source.buffer = context.createBuffer(1, samples.length, from);
  source.buffer.copyToChannel(samples, 0);
  source.connect(context.destination);
  source.start();
  return (await context.startRendering()).getChannelData(0);
}
