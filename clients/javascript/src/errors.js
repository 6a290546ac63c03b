/**
 * What a call may throw.
 *
 *     WenluError
 *       ApiError            what the service answered with
 *         BadRequest        400 and every other 4xx without a class of its own
 *         Unauthorized      401
 *         Forbidden         403
 *         NotFound          404
 *         RateLimited       429
 *         Unavailable       503
 *         ServerError       every other 5xx, and an answer that is not what the documents say
 *       TimedOut            no answer within the time of an attempt
 *       ConnectionFailed    no answer, or half of one
 */

/** The root of the tree. */
export class WenluError extends Error {
  constructor(message, { cause, requestId } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = new.target.name;
    this.requestId = requestId ?? null;
  }
}

/** An answer that is no result. What it does not say is null, an empty text or an empty list. */
export class ApiError extends WenluError {
  constructor(message, { status, code, errorCode, errors, remedy, retryAfterSeconds, ...details } = {}) {
    super(message, details);
    this.status = status ?? null;
    this.code = code ?? this.status;
    this.errorCode = errorCode ?? null;
    this.errors = errors ?? [];
    this.remedy = remedy ?? "";
    this.retryAfterSeconds = retryAfterSeconds ?? null;
  }
}

export class BadRequest extends ApiError {}
export class Unauthorized extends ApiError {}
export class Forbidden extends ApiError {}
export class NotFound extends ApiError {}
export class RateLimited extends ApiError {}
export class Unavailable extends ApiError {}
export class ServerError extends ApiError {}

/** `idempotencyKey`: the key that the call bore, or null. The same call with it is not done twice. */
export class TimedOut extends WenluError {
  constructor(message, { idempotencyKey, ...details } = {}) {
    super(message, details);
    this.idempotencyKey = idempotencyKey ?? null;
  }
}

/** `nothingSent` is true where the service cannot have begun to work: there was no connection. `idempotencyKey`: as above. */
export class ConnectionFailed extends WenluError {
  constructor(message, { idempotencyKey, nothingSent = false, ...details } = {}) {
    super(message, details);
    this.idempotencyKey = idempotencyKey ?? null;
    this.nothingSent = nothingSent;
  }
}

const BY_STATUS = new Map([
  [401, Unauthorized],
  [403, Forbidden],
  [404, NotFound],
  [429, RateLimited],
  [503, Unavailable],
]);

/** Codes by which Node says that it reached nobody. Browsers say nothing of the cause. */
const NOT_CONNECTED = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** The error that an answer with a status of 400 or above means. The text need not be JSON: a proxy may have written it. */
export function errorOfAnswer(status, headers, text, sentRequestId) {
  const body = objectOf(text);
  const kind = BY_STATUS.get(status) ?? (status >= 500 ? ServerError : BadRequest);
  return new kind(textOf(body.message) ?? `The service answered with status ${status}.`, {
    status,
    code: numberOf(body.code),
    errorCode: numberOf(body.error_code),
    errors: errorsOf(body.errors),
    remedy: textOf(body.remedy),
    requestId: textOf(body.request_id) ?? headers.get("x-request-id") ?? sentRequestId,
    retryAfterSeconds: secondsOf(headers.get("retry-after")),
  });
}

/** What `fetch` threw, as an error of this tree. The message names the host alone: a path can hold who the student is. */
export function errorOfConnection(cause, address, details) {
  const beneath = cause?.cause; // undici wraps what the socket said
  const reason = beneath?.message || beneath?.code || cause?.message || String(cause);
  const codes = [beneath, ...(beneath?.errors ?? [])].map((each) => each?.code);
  const nothingSent = codes.some((code) => NOT_CONNECTED.has(code));
  const message = `The connection to ${new URL(address).host} failed: ${reason}`;
  return new ConnectionFailed(message, { cause, nothingSent, ...details });
}

/** What is wrong with which argument; nothing where the service lists nothing. */
function errorsOf(listed) {
  const errors = Array.isArray(listed) ? listed.filter((each) => each !== null && typeof each === "object") : [];
  return errors.map(({ field, message }) => ({ field: textOf(field) ?? "", message: textOf(message) ?? "" }));
}

function numberOf(value) {
  return typeof value === "number" ? value : undefined;
}

function objectOf(text) {
  try {
    const value = JSON.parse(text);
    return value !== null && typeof value === "object" ? value : {};
  } catch {
    return {};
  }
}

function textOf(value) {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** Retry-After in seconds; null where it is missing or written as a date. */
function secondsOf(header) {
  const seconds = header === null || header.trim() === "" ? NaN : Number(header);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
