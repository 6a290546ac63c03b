/**
 * Prints a TypeScript module that says what the code does: `node test/declared.js FOLDER`, with the folder of the shared vectors. It
 * compiles only where the declarations say the same: what is exported, which methods there are, which options are read, which fields
 * results and errors have.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import * as client from "../src/index.js";

const OF_EVERY_ERROR = new Set(["name", "message", "stack", "cause"]);

/** A `fetch` that gives a vector's answers one after another. */
function playing(vector) {
  const answers = vector.server.map(({ answer }) => answer);
  return async (_, { signal }) => {
    const { status, headers, json, text, delay_seconds: late } = answers.shift();
    if (late) await new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    if (status === undefined) throw new TypeError("fetch failed");
    return new Response(text ?? JSON.stringify(json), { status, headers });
  };
}

/** What a vector's call gives or throws. */
async function outcomeOf(vector) {
  const { client: made, operation, arguments: values } = vector;
  const wenlu = new client.Wenlu({
    baseUrl: "http://127.0.0.1",
    apiKey: made.api_key,
    retries: made.retries,
    backoffSeconds: 0,
    timeoutSeconds: vector.server.some(({ answer }) => "delay_seconds" in answer) ? 0.01 : made.timeout_seconds,
    fetch: playing(vector),
  });
  try {
    return { result: await wenlu[camelCase(operation)](withBytes(values)) };
  } catch (error) {
    if (!(error instanceof client.WenluError)) throw error;
    return { error };
  }
}

/** Every name that a function reads of the object that it is given. */
function namesReadBy(reader, object) {
  const names = new Set();
  const watched = new Proxy(object, {
    get(target, name) {
      if (typeof name === "string") names.add(name);
      return target[name];
    },
  });
  return Promise.resolve(reader(watched)).then(() => [...names]);
}

function fieldsOf(error) {
  return Object.fromEntries(Object.entries(error).filter(([name]) => !OF_EVERY_ERROR.has(name)));
}

function withBytes({ file, ...values }) {
  return file === undefined ? values : { ...values, file: { name: file.filename, content: new Blob([file.base64]) } };
}

/** Arguments as TypeScript is shown them: of a recording its path. */
function withPath({ file, ...values }) {
  return file === undefined ? values : { ...values, file: { name: file.filename, content: file.filename } };
}

function camelCase(name) {
  return name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
}

function add(lists, name, value) {
  (lists[name] ??= []).push(value);
}

/** A constant whose value has exactly the names of a type. */
function sameNames(constant, type, names) {
  const each = Object.fromEntries(names.map((name) => [name, true]));
  return `export const ${constant}: Record<${type}, true> = ${JSON.stringify(each)};`;
}

/** A constant with values of a type each, by the type's name. */
function values(constant, lists, typeOf) {
  const types = Object.keys(lists).map((name) => `${name}: Array<${typeOf(name)}>`);
  return `export const ${constant}: { ${types.join("; ")} } = ${JSON.stringify(lists, null, 1)};`;
}

async function main(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json")).sort();
  const vectors = files.flatMap((file) => JSON.parse(readFileSync(join(folder, file), "utf8")));
  const [calls, results, errors] = [{}, {}, {}];
  for (const vector of vectors.filter(({ times = 1 }) => times === 1)) {
    const name = camelCase(vector.operation);
    add(calls, name, withPath(vector.arguments));
    const { result, error } = await outcomeOf(vector);
    if (error === undefined) add(results, name, result);
    else add(errors, error.name, fieldsOf(error));
  }
  const submitted = vectors.find(({ name }) => name === "submit_evaluation.ok_with_the_least");
  const options = { baseUrl: "http://127.0.0.1", apiKey: "key", fetch: playing(submitted) };
  const optionsOfCall = await namesReadBy(
    (watched) => new client.Wenlu(options).submitEvaluation(submitted.arguments, watched),
    {},
  );
  const optionsOfClient = await namesReadBy((watched) => void new client.Wenlu(watched), options);
  const methods = Object.getOwnPropertyNames(client.Wenlu.prototype).filter((name) => name !== "constructor");
  const source = fileURLToPath(new URL("../src/index.js", import.meta.url));
  console.log(
    [
      `import * as client from ${JSON.stringify(source)};`,
      sameNames("exported", "keyof typeof client", Object.keys(client)),
      sameNames("methods", "keyof client.Wenlu", methods),
      sameNames("optionsOfClient", "keyof client.ClientOptions", optionsOfClient),
      sameNames("optionsOfCall", "keyof client.CallOptions", optionsOfCall),
      values("calls", calls, (name) => `NonNullable<Parameters<client.Wenlu["${name}"]>[0]>`),
      values("results", results, (name) => `Awaited<ReturnType<client.Wenlu["${name}"]>>`),
      values("errors", errors, (name) => `Omit<client.${name}, keyof Error>`),
    ].join("\n"),
  );
}

await main(...process.argv.slice(2));
