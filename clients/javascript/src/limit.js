/** How long one attempt may take, and the caller's own wish to stop. */

import { TimedOut } from "./errors.js";

/** What `setTimeout` takes; a longer limit is none. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Runs `work(signal)`; the signal is aborted when the seconds are over or the caller's own signal is, and its reason is thrown. */
export async function limited(work, { seconds, signal, requestId, idempotencyKey }) {
  const controller = new AbortController();
  const stop = () => controller.abort(signal.reason);
  const late = () => {
    controller.abort(new TimedOut(`There was no answer within ${seconds} s.`, { requestId, idempotencyKey }));
  };
  const timer = seconds * 1000 <= LONGEST_TIMER_MS ? setTimeout(late, seconds * 1000) : undefined;
  if (signal?.aborted) stop();
  else signal?.addEventListener("abort", stop, { once: true });
  try {
    return await work(controller.signal);
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/** What a promise gives, unless the caller's signal is aborted before; its reason is thrown then. */
export function unlessStopped(promise, signal) {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Waits so many seconds, unless the caller's signal is aborted before. */
export async function waited(seconds, signal) {
  let timer;
  const over = new Promise((resolve) => {
    timer = setTimeout(resolve, seconds * 1000);
  });
  try {
    await unlessStopped(over, signal);
  } finally {
    clearTimeout(timer); // or it would keep a process alive
  }
}
