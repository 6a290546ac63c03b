export { Wenlu } from "./client.js";
export * from "./errors.js";
export type * from "./models.js";
export type * from "./options.js";
/** The version of this package. */
export const VERSION: string;
