// Makes a text that a deployment has sent safe to print on a terminal.

const LONGEST = 80;
/** Matches control characters, which a terminal would execute, and characters that are invisible or change the writing direction. */
const NOT_SHOWN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Returns the text on one line, without special characters, and shortened to 80 characters. */
export function printable(text: string): string {
  const plain = text.replace(NOT_SHOWN, "?");
  return plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain;
}
