// Text that a deployment has sent, for a terminal.

const LONGEST = 80;
/** Controls, and what turns the direction of writing or is not seen: a terminal would obey. */
const NOT_SHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** On one line, and not longer than a line. */
export function printable(text: string): string {
  const plain = text.replace(NOT_SHOWN, "?");
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain;
}
