/** One call over HTTP: its token, its attempts, its answer. */

import {
  ConnectionFailed,
  errorOfAnswer,
  errorOfConnection,
  RateLimited,
  ServerError,
  Unauthorized,
  Unavailable,
} from "./errors.js";
import { limited, unlessStopped, waited } from "./limit.js";
import { read } from "./reading.js";
import { checkedToken, TokenSource } from "./token.js";
import { recordingOf } from "./upload.js";
import { VERSION } from "./version.js";

const REPEATED_STATUSES = new Set([429, 500, 502, 503, 504]);
const LONGEST_WAIT_SECONDS = 60;
/** What can be sent as an idempotency key or a request id. */
const NAME = /^[\x21-\x7e]{1,200}$/;

export class Transport {
  #addresses;
  #tokens = null;
  #retries;
  #backoffSeconds;
  #timeoutSeconds;
  #language;
  #fetch;
  #warned = new Set();

  /** `tokenOperation`: the operation that gives a token for an API key. The rest is documented in `options.d.ts`. */
  constructor(
    tokenOperation,
    {
      apiKey,
      getToken,
      baseUrl,
      speechUrl,
      grammarUrl,
      timeoutSeconds = 60,
      retries = 2,
      backoffSeconds = 0.5,
      language,
      fetch = globalThis.fetch,
    } = {},
  ) {
    this.#addresses = addressesOf(baseUrl, speechUrl, grammarUrl);
    this.#retries = retries;
    this.#backoffSeconds = backoffSeconds;
    this.#timeoutSeconds = timeoutSeconds;
    this.#language = language;
    this.#fetch = (address, request) => fetch(address, request); // a browser's fetch must not be called as a method
    if (getToken) this.#tokens = new TokenSource(() => this.#given(getToken));
    else if (apiKey) this.#tokens = new TokenSource(() => this.#exchanged(tokenOperation, apiKey));
  }

  /** The token that a page has from its own server, within the time of an attempt. */
  async #given(getToken) {
    const work = (signal) => unlessStopped((async () => getToken())(), signal);
    return checkedToken(await limited(work, { seconds: this.#timeoutSeconds }));
  }

  async #exchanged(tokenOperation, apiKey) {
    const requestId = identifier();
    const token = await this.call(tokenOperation, { api_key: apiKey }, { requestId });
    try {
      return checkedToken(token);
    } catch (cause) {
      const message = "The answer is not what the documents say (it holds no token).";
      throw new ServerError(message, { status: 200, requestId, cause });
    }
  }

  /**
   * The result of an operation for arguments that are named as in the documents. Throws `WenluError`, and `TypeError` for what
   * cannot be sent.
   */
  async call(operation, values = {}, options = {}) {
    const { timeoutSeconds = this.#timeoutSeconds, signal } = options;
    const requestId = nameOf(options.requestId, "requestId");
    const idempotencyKey = operation.idempotencyKey ? nameOf(options.idempotencyKey, "idempotencyKey") : undefined;
    const request = await unlessStopped(this.#requestOf(operation, values, { idempotencyKey, requestId }), signal);
    return this.#repeated(operation, request, { seconds: timeoutSeconds, signal, requestId, idempotencyKey });
  }

  /** Attempts until one succeeds, or fails in a way that another would not mend. */
  async #repeated(operation, request, limit) {
    let renewed = false;
    for (let failures = 0; ; ) {
      const token = await this.#tokenFor(operation, limit.signal);
      try {
        return await limited((signal) => this.#attempt(operation, request, token, signal), limit);
      } catch (error) {
        if (error instanceof Unauthorized && token !== null && !renewed) {
          renewed = true;
          this.#tokens.drop(token);
          continue;
        }
        failures += 1;
        if (failures > this.#retries || !mayRepeat(operation, error)) throw error;
        const seconds = this.#waitSeconds(error, failures);
        if (seconds > LONGEST_WAIT_SECONDS) throw error;
        await waited(seconds, limit.signal);
      }
    }
  }

  async #tokenFor(operation, signal) {
    if (operation.authentication === "none") return null;
    if (this.#tokens !== null) return unlessStopped(this.#tokens.token(), signal);
    if (operation.authentication === "optional") return null;
    throw new TypeError("This call needs a token: make the client with an apiKey, or with getToken.");
  }

  /** How long to wait before the next attempt: as the service says, else doubled each time, of which a random half to whole. */
  #waitSeconds(error, failures) {
    return error.retryAfterSeconds ?? this.#backoffSeconds * 2 ** (failures - 1) * (0.5 + Math.random() / 2);
  }

  async #attempt(operation, { method, address, headers, body, requestId, idempotencyKey }, token, signal) {
    const sent = token === null ? headers : { ...headers, Authorization: `Bearer ${token}` };
    let response, text;
    try {
      response = await this.#fetch(address, {
        method,
        headers: sent,
        body,
        redirect: "manual", // a token goes to no other address
        credentials: "omit",
        signal,
      });
      text = await response.text();
    } catch (cause) {
      throw errorOfConnection(cause, address, { requestId, idempotencyKey });
    }
    if (response.status >= 400) throw errorOfAnswer(response.status, response.headers, text, requestId);
    const result = resultOf(operation, response, text, requestId);
    this.#warnOfDeprecation(operation, response.headers);
    return result;
  }

  /** Says that an operation is to go away, the first time that the service says so. */
  #warnOfDeprecation({ method, path }, headers) {
    if (!headers.has("deprecation") || this.#warned.has(path)) return;
    this.#warned.add(path);
    const until = headers.get("sunset") ?? "a day that it does not name";
    console.warn(`wenlu-client: ${method} ${path} is deprecated: the service answers it until ${until}. See its changelog.`);
  }

  /** Everything of a request that all of its attempts have in common. */
  async #requestOf(operation, values, { idempotencyKey, requestId }) {
    const { method, body } = operation;
    const { path, rest } = pathOf(operation.path, values);
    const headers = { Accept: "application/json", "X-Request-Id": requestId, ...agent() };
    if (this.#language) headers["Accept-Language"] = this.#language;
    if (idempotencyKey !== undefined) headers["Idempotency-Key"] = idempotencyKey;
    const address = this.#addresses[operation.address] + path;
    const common = { method, headers, requestId, idempotencyKey };
    if (body === "multipart") return { ...common, address, body: await formOf(rest) };
    if (body === "json") {
      headers["Content-Type"] = "application/json";
      return { ...common, address, body: JSON.stringify(rest) };
    }
    const query = new URLSearchParams(rest).toString();
    return { ...common, address: query ? `${address}?${query}` : address };
  }
}

/** Whether a call may be sent again after an error without being done twice. */
function mayRepeat(operation, error) {
  if (error instanceof ConnectionFailed) return operation.repeatable || error.nothingSent;
  if (!REPEATED_STATUSES.has(error.status)) return false;
  return operation.repeatable || error instanceof RateLimited || error instanceof Unavailable;
}

/** The result out of its envelope. */
function resultOf(operation, response, text, sentRequestId) {
  const requestId = response.headers.get("x-request-id") ?? sentRequestId;
  const details = { status: response.status, requestId };
  if (response.type === "opaqueredirect" || response.status >= 300) {
    const where = response.headers.get("location") ?? "another address";
    throw new ServerError(`The service redirects to ${where}; make the client with that address.`, details);
  }
  try {
    const body = JSON.parse(text);
    const result = operation.envelope ? body?.data : body;
    if (result === null || result === undefined) throw new TypeError("there is no result in it");
    return read(result, operation.result);
  } catch (cause) {
    const message = `The answer is not what the documents say (${cause.message}); is this the service's address?`;
    throw new ServerError(message, { ...details, cause });
  }
}

/** The three addresses. `baseUrl` may end in `/v1`, as the contract writes it, or stand without. */
function addressesOf(baseUrl, speechUrl, grammarUrl) {
  const root = addressOf(baseUrl).replace(/\/v1$/, "");
  return {
    v1: `${root}/v1`,
    speech: speechUrl ? addressOf(speechUrl) : `${root}/speech`,
    grammar: grammarUrl ? addressOf(grammarUrl) : `${root}/grammar`,
  };
}

/** An address without slashes at its end. */
function addressOf(given) {
  const text = String(given ?? "");
  if (/^[^:]*:\/\/[^/?#]*@/.test(text)) {
    throw new TypeError("The address of a server holds no user and no password: they would stand in logs.");
  }
  if (!/^https?:\/\/[^/?#]+[^?#]*$/i.test(text)) {
    throw new TypeError(`${JSON.stringify(text)} is no address of a server, such as https://wenlu.example.org.`);
  }
  return text.replace(/\/+$/, "");
}

/** The path with its arguments filled in, and the arguments that are not in it; null and undefined count as not given. */
function pathOf(template, values) {
  const rest = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null));
  const path = template.replace(/\{(\w+)\}/g, (_, name) => {
    const value = String(rest[name] ?? "");
    delete rest[name];
    if (value === "" || value === "." || value === "..") throw new TypeError(`${name} must be an identifier.`);
    return encodeURIComponent(value);
  });
  return { path, rest };
}

async function formOf({ file, ...fields }) {
  const form = new FormData();
  if (file !== undefined) {
    const { name, blob } = await recordingOf(file);
    form.append("file", blob, name);
  }
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Node says who calls. A browser says so itself, and would first have to ask the service whether it may send the header. */
function agent() {
  const node = globalThis.process?.versions?.node;
  return node ? { "User-Agent": `wenlu-client-javascript/${VERSION} (node ${node})` } : {};
}

/** A key or an id of the caller's, or a new one. Throws `TypeError` for one that cannot be sent. */
function nameOf(given, what) {
  const name = given ?? identifier();
  if (typeof name === "string" && NAME.test(name)) return name;
  throw new TypeError(`${what} is 1 to 200 letters, digits and marks of ASCII, without spaces.`);
}

/** 128 random bits in hexadecimal digits. Node 18 has no global `crypto`. */
function identifier() {
  const bytes = new Uint8Array(16);
  if (globalThis.crypto?.getRandomValues) globalThis.crypto.getRandomValues(bytes);
  else bytes.forEach((_, index) => (bytes[index] = Math.floor(Math.random() * 256)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
