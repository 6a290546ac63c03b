/** The root of all errors that a call throws, other than a `TypeError` for what it cannot send. */
export class WenluError extends Error {
  /** By which the service's log knows the call. */
  readonly requestId: string | null;
}

/** An answer that is no result. */
export class ApiError extends WenluError {
  /** Of HTTP. */
  readonly status: number | null;
  /** The status, as the body has it. */
  readonly code: number | null;
  /** Says more than the status: 400001, 400002, 401001, 403001, 429001. */
  readonly errorCode: number | null;
  /** What is wrong with which argument. */
  readonly errors: Array<{ field: string; message: string }>;
  /** What helps, in the language of the client. */
  readonly remedy: string;
  /** Seconds after which the service asks for the next attempt. */
  readonly retryAfterSeconds: number | null;
}

/** 400, and every other 4xx without a class of its own. */
export class BadRequest extends ApiError {}
/** 401: no token, or one that does not hold. */
export class Unauthorized extends ApiError {}
/** 403: the key may not do this. */
export class Forbidden extends ApiError {}
/** 404 */
export class NotFound extends ApiError {}
/** 429: too many calls, or the quota is used up. */
export class RateLimited extends ApiError {}
/** 503: the service is busy or not ready. */
export class Unavailable extends ApiError {}
/** Every other 5xx, and an answer that is not what the documents say. */
export class ServerError extends ApiError {}

/** There was no answer within the time of an attempt. */
export class TimedOut extends WenluError {
  /** The key that the call bore, if any: the same call with it is not done twice. */
  readonly idempotencyKey: string | null;
}

/** There was no answer, or half of one. */
export class ConnectionFailed extends WenluError {
  /** The service cannot have begun to work: there was no connection. Node alone knows this. */
  readonly nothingSent: boolean;
  /** The key that the call bore, if any: the same call with it is not done twice. */
  readonly idempotencyKey: string | null;
}
