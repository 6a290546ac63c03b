/**
 * Results, as the documents describe them.
 *
 * A type is null for what is kept as it is (texts, numbers, what has no fixed form), the name of a model, `{ list: type }`,
 * `{ map: type }`, `{ tuple: [types] }` or `{ union: [types] }`.
 */

import { MODELS, REQUIRED } from "./operations.js";

/** A value with the fields that its type has: others are left out, one that is absent is null. Throws `TypeError` for another form. */
export function read(value, type) {
  if (type === null || value === null) return value;
  if (typeof type === "string") return readModel(value, MODELS[type]);
  if ("union" in type) return read(value, alternativeOf(value, type.union));
  if ("map" in type) return fromEntries(objectOf(value), (each) => read(each, type.map));
  if (!Array.isArray(value)) throw new TypeError("a list was expected");
  return value.map((each, place) => read(each, "tuple" in type ? (type.tuple[place] ?? null) : type.list));
}

function readModel(value, fields) {
  const present = objectOf(value);
  return fromEntries(fields, (type, name) => read(present[name] ?? null, type));
}

/**
 * Of several types the first model whose required fields are all there, else what fits by its kind; null: as it is. Throws
 * `TypeError` for what can only be a model, and is none of them.
 */
function alternativeOf(value, types) {
  const fits = (type) => {
    if (Array.isArray(value)) return type !== null && typeof type === "object" && ("list" in type || "tuple" in type);
    if (typeof value !== "object" || typeof type !== "string") return false;
    return REQUIRED[type].every((name) => value[name] !== undefined);
  };
  const found = types.find(fits);
  if (found === undefined && types.every((type) => typeof type === "string")) {
    throw new TypeError(`none of ${types.join(", ")} came`);
  }
  return found ?? null;
}

function objectOf(value) {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new TypeError("an object was expected");
  return value;
}

function fromEntries(object, made) {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, made(value, name)]));
}
