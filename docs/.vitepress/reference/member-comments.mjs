// The comments of a union's members, in the text of its declaration: behind a member on its line, or on the line before.

/** `| "closed" // after close()` as `{ member: '"closed"', comment: "after close()" }`. */
export function memberComments(text) {
  const found = [];
  let before = null;
  for (const line of text.split("\n")) {
    const alone = /^\s*\/\/\s*(.*)$/.exec(line);
    if (alone) {
      before = alone[1];
      continue;
    }
    const [, member, behind] = /^\s*\|\s*("[^"]+")(?:\s*\/\/\s*(.*))?;?$/.exec(line) ?? [];
    const comment = behind ?? before;
    if (member && comment) found.push({ member, comment });
    before = null;
  }
  return found;
}
