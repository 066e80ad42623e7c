import { deliver } from "./subscribable.js";

/** The texts that were written to the console already. */
const written = new Set<string>();

/** Warns on the console. The page may have replaced `console.warn`: what that throws is reported. */
export const warn = (...details: unknown[]) => deliver(() => console.warn(...details));

/** Warns on the console, once for each text, of what only the page or its deployment can put right. */
export function warnOnce(text: string) {
  if (!written.has(text)) warn(`platform-session: ${text}`);
  written.add(text);
}
