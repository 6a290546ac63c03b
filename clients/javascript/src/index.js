/** The client of the Wenlu service; `README.md` shows a first call. */

export { Wenlu } from "./client.js";
export {
  ApiError,
  BadRequest,
  ConnectionFailed,
  Forbidden,
  NotFound,
  RateLimited,
  ServerError,
  TimedOut,
  Unauthorized,
  Unavailable,
  WenluError,
} from "./errors.js";
export { VERSION } from "./version.js";
