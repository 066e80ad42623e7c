// Reads a source map (ECMA-426), as far as a place in a file needs it.

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Where what is at `offset` of `code` comes from: `{ source, line, column }`, both from 0. */
export function originalPlace({ mappings, sources }, code, offset) {
  const before = code.slice(0, offset).split("\n");
  const [wantedLine, wantedColumn] = [before.length - 1, before.at(-1).length];
  const place = { source: 0, line: 0, column: 0 };
  let found;
  for (const [index, line] of mappings.split(";").entries()) {
    let generated = 0;
    for (const segment of line.split(",").filter(Boolean)) {
      const [column, source = 0, originalLine = 0, originalColumn = 0] = numbersOf(segment);
      generated += column;
      place.source += source;
      place.line += originalLine;
      place.column += originalColumn;
      if (index === wantedLine && generated <= wantedColumn) found = { ...place };
    }
  }
  return found && { ...found, source: sources[found.source] };
}

/** Variable-length numbers: five bits a digit, the sixth says that there are more. */
function numbersOf(segment) {
  const numbers = [];
  let [value, shift] = [0, 0];
  for (const digit of segment) {
    const bits = DIGITS.indexOf(digit);
    value |= (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}
