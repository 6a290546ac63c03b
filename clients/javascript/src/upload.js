/** A recording to upload, from whatever the caller has of it. */

const UNNAMED = "recording";

/**
 * The recording as a Blob with its name.
 *
 * `source` is a path (in Node), a File or Blob, bytes, a stream, or `{ name, content }` with any of these as its content. A
 * stream is read to its end first: a repeated attempt sends it again.
 */
export async function recordingOf(source) {
  if (typeof source === "string") return { name: source.split(/[\\/]/).pop(), blob: new Blob([await fileAt(source)]) };
  if (source instanceof Blob) return { name: source.name || UNNAMED, blob: source };
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return { name: UNNAMED, blob: new Blob([source]) };
  if (typeof source?.getReader === "function") return { name: UNNAMED, blob: await new Response(source).blob() };
  if (typeof source?.[Symbol.asyncIterator] === "function") return { name: UNNAMED, blob: await readWhole(source) };
  if (source?.content !== undefined) {
    const { name, blob } = await recordingOf(source.content);
    return { name: source.name || name, blob };
  }
  throw new TypeError("A recording is a path, a File or Blob, bytes, a stream, or { name, content }.");
}

async function fileAt(path) {
  const module = "node:fs/promises"; // a variable, so that no bundler for browsers looks for it
  let files;
  try {
    files = await import(/* webpackIgnore: true */ /* @vite-ignore */ module);
  } catch {
    throw new TypeError("Only Node reads a recording from a path; in a browser give the File itself.");
  }
  return files.readFile(path);
}

async function readWhole(stream) {
  const pieces = [];
  for await (const piece of stream) pieces.push(piece);
  return new Blob(pieces);
}
