export { Wenlu } from "./client.js";
export * from "./errors.js";
export * from "./models.js";
export * from "./options.js";
/** The version of this package. */
export const VERSION: string;
