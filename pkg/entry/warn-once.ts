/** The texts that were written to the console already. */
const written = new Set<string>();

/** Warns on the console, once for each text, of what only the page or its deployment can put right. */
export function warnOnce(text: string) {
  if (!written.has(text)) console.warn(`platform-session: ${text}`);
  written.add(text);
}
