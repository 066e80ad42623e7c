/** Removes the indentation that all lines of a text share. */
export function withoutIndent(text) {
  const lines = text.split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^ */.exec(line)[0].length);
  const indent = Math.min(...indents, text.length);
  return lines.map((line) => line.slice(indent)).join("\n");
}
