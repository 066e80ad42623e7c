/** The texts that the console has shown already. */
const said = new Set<string>();

/** Says on the console what only the page, or its deployment, can put right. */
export function warnOnce(text: string) {
  if (!said.has(text)) console.warn(`platform-session: ${text}`);
  said.add(text);
}
