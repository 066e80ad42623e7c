// Writes the option `initial` of a page's session as JSON that is safe within a script element.

import { asItIs } from "../../entry/json-value.js";

/** Matches the characters that could end a script element, begin a comment in it, or end a line in older engines. */
const UNSAFE = /[<>&\u2028\u2029]/g;

export function serializeInitial(initial: unknown): string {
  const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(initial ?? null, asItIs).replace(UNSAFE, escaped);
}
