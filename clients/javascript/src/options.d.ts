import type { AccessToken } from "./models.js";

/** How a client is made. */
export interface ClientOptions {
  /** The server, with or without `/v1` at its end, such as `https://wenlu.example.org`. */
  baseUrl: string;
  /** Exchanged for an access token at the first call. It is a secret: in a browser give `getToken` in its place. */
  apiKey?: string | null;
  /** Gives an access token, as `POST /auth/token` answers it: a page asks its own server, which keeps the key. */
  getToken?: () => Promise<Pick<AccessToken, "access_token" | "expires_in">>;
  /** Where readings go, if not to `/speech` of the server. */
  speechUrl?: string;
  /** Where texts go, if not to `/grammar` of the server. */
  grammarUrl?: string;
  /** Seconds that one attempt may take, from connecting to the last byte of the answer. Default: 60. */
  timeoutSeconds?: number;
  /** Attempts after the first. Default: 2. */
  retries?: number;
  /** The wait before the first retry where the service names none; it doubles with each. Default: 0.5. */
  backoffSeconds?: number;
  /** The language of messages and reasons. */
  language?: "zh" | "en";
  /** What is called in place of the global `fetch`: one with a proxy, or with certificates of one's own. */
  fetch?: typeof globalThis.fetch;
}

/** What one call has for itself. */
export interface CallOptions {
  /** Seconds that one attempt may take, in place of the client's. */
  timeoutSeconds?: number;
  /** Ends the call; its reason is thrown. */
  signal?: AbortSignal;
  /** 1 to 200 letters, digits and marks of ASCII; calls with the same key and arguments are done once. Without it each has its own. */
  idempotencyKey?: string;
  /** Sent as `X-Request-Id`: up to 64 letters, digits and hyphens. Without it each call has one of its own. */
  requestId?: string;
}

/** What a recording is made of. */
export type RecordingContent =
  /** A path, in Node alone. */
  | string
  /** A File keeps its name. */
  | Blob
  | ArrayBuffer
  | ArrayBufferView
  | ReadableStream<Uint8Array>
  /** A stream of Node, among others. */
  | AsyncIterable<Uint8Array>;

/** A recording to upload; `name` is the file name that the service is told. */
export type Recording = RecordingContent | { name: string; content: RecordingContent };
