/** The access token that all calls of a client share. */

/** A token is renewed when less than a tenth of its life, at most half a minute, is left: no call under way outlives it. */
const EARLY_SHARE = 0.1;
const EARLY_SECONDS = 30;

export class TokenSource {
  #fetchToken;
  #current = null;
  #pending = null;

  /** `fetchToken` gives what `POST /auth/token` answers, checked by `checkedToken`. */
  constructor(fetchToken) {
    this.#fetchToken = fetchToken;
  }

  /** A token that holds. Calls that ask while one is fetched wait for the same one. */
  async token() {
    if (this.#current !== null && now() < this.#current.renewAt) return this.#current.text;
    this.#pending ??= this.#renewed().finally(() => {
      this.#pending = null;
    });
    return this.#pending;
  }

  /** The service refused this token; another that was fetched meanwhile stays. */
  drop(text) {
    if (this.#current?.text === text) this.#current = null;
  }

  async #renewed() {
    const asked = now();
    const { access_token: text, expires_in: seconds } = await this.#fetchToken();
    const early = Math.min(EARLY_SECONDS, seconds * EARLY_SHARE);
    this.#current = { text, renewAt: asked + seconds - early };
    return text;
  }
}

/** A token with its text and its life. Throws `TypeError` for anything else. */
export function checkedToken(token) {
  if (typeof token?.access_token === "string" && token.access_token && Number.isFinite(token.expires_in)) return token;
  throw new TypeError("A token is { access_token, expires_in }, a text and seconds.");
}

function now() {
  return performance.now() / 1000;
}
