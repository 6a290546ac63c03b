/**
 * Plays the shared vectors: `node test/vectors.js ADDRESS FOLDER [OPERATION]`, where `clients/stand_in.py` listens at the address
 * and plays the folder. Prints a line of JSON for each vector: its name, and why it failed or null.
 */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import * as client from "../src/index.js";

/** Times that a vector is played whose client waits too short for a busy machine to send all requests. */
const PLAYED_AT_MOST = 3;

/** What went wrong with a vector; null where nothing did. One that times out is played again where requests did not come. */
async function failureOf(vector, address) {
  const times = vector.name.endsWith(".timed_out") ? PLAYED_AT_MOST : 1;
  for (let number = 1; ; number += 1) {
    const { why, missing } = await played(vector, address);
    if (!missing || number >= times) return why;
  }
}

/** Play a vector once: what went wrong, null where nothing did, and how many requests did not come. */
async function played(vector, address) {
  await answered(`${address}/__play`, { method: "POST", body: JSON.stringify({ vector: vector.name }) });
  const outcome = await outcomeOf(vector, address);
  const verdict = await answered(`${address}/__verdict`);
  const { missing } = verdict;
  if (!verdict.ok) return { why: `${verdict.why} (outcome: ${JSON.stringify(outcome)})`, missing };
  try {
    assert.deepEqual(shown(outcome, vector.outcome), withoutNulls(vector.outcome));
    return { why: null, missing };
  } catch (error) {
    return { why: error.message, missing };
  }
}

async function answered(address, request) {
  const response = await fetch(address, request);
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** What the client makes of the vector's calls: the outcome of the last. */
async function outcomeOf({ client: made, operation, arguments: values, options = {}, times = 1 }, address) {
  const wenlu = new client.Wenlu({
    baseUrl: address,
    apiKey: made.api_key,
    retries: made.retries,
    backoffSeconds: made.backoff_seconds,
    timeoutSeconds: made.timeout_seconds,
    language: made.language,
  });
  const call = () => wenlu[camelCase(operation)](withFile(values), { idempotencyKey: options.idempotency_key });
  try {
    for (let number = 1; number < times; number += 1) await call();
    return { ok: withoutNulls(await call()) };
  } catch (error) {
    if (!(error instanceof client.WenluError)) throw error;
    return { error: wordsOf(error) };
  }
}

/** An error in the words of a vector. */
function wordsOf(error) {
  const { name, message, status, code, errorCode, errors, remedy, requestId, retryAfterSeconds, idempotencyKey } = error;
  return {
    type: name,
    message,
    status,
    code,
    error_code: errorCode,
    errors,
    remedy,
    request_id: requestId,
    retry_after: retryAfterSeconds,
    idempotency_key: idempotencyKey,
  };
}

/** The outcome as it is compared: of an error the fields that the vector names. */
function shown(outcome, expected) {
  if (outcome.error === undefined || expected.error === undefined) return outcome;
  const named = Object.keys(expected.error).map((name) => [name, outcome.error[name]]);
  return withoutNulls({ error: Object.fromEntries(named) });
}

function withFile({ file, ...values }) {
  if (file === undefined) return values;
  return { ...values, file: { name: file.filename, content: Buffer.from(file.base64, "base64") } };
}

function withoutNulls(value) {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== "object") return value;
  const present = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
  return Object.fromEntries(present.map(([name, each]) => [name, withoutNulls(each)]));
}

function camelCase(name) {
  return name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
}

async function main(address, folder, operation) {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json")).sort();
  const vectors = files.flatMap((file) => JSON.parse(readFileSync(join(folder, file), "utf8")));
  for (const vector of vectors.filter((each) => operation === undefined || each.operation === operation)) {
    const why = await failureOf(vector, address).catch((error) => error.stack);
    console.log(JSON.stringify({ name: vector.name, why }));
  }
}

await main(...process.argv.slice(2));
