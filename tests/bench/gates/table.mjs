// The result as Markdown: a table for each bench, and one of the targets.

const SIGNIFICANT_DIGITS = 3;

/** Returns all tables. `rows`: the rows of each bench, by its name. */
export function tablesOf(benches, rows, targets) {
  const tables = Object.entries(benches).map(([name, bench]) => tableOf(bench, rows[name]).join("\n"));
  return [targetTableOf(targets), ...tables].join("\n\n");
}

/** Returns the table of the targets. */
export function targetTableOf(targets) {
  return [
    "| to reach | target | measured | |",
    "|---|---|--:|---|",
    ...targets.map(
      ({ what, target, reached, isKept }) =>
        `| ${what} | ${target} | ${short(reached)} | ${isKept ? "reached" : "**missed**"} |`,
    ),
  ].join("\n");
}

/** Returns the table of the targets with `readme`, for docs/figures.md. */
export function shortTableOf(targets) {
  const shown = targets.filter(({ readme }) => readme);
  return [
    "| this package | measured |",
    "|---|--:|",
    ...shown.map(({ readme, reached }) => `| ${readme} | ${short(reached)} |`),
  ].join("\n");
}

function tableOf({ title, unit }, rows) {
  const counts = rows.some(({ renders }) => !Number.isNaN(renders));
  const cells = [title, `${unit}, median (quartiles)`, "ratio", ...(counts ? ["components rendered"] : [])];
  return [
    `| ${cells.join(" | ")} |`,
    `|---|--:|--:|${counts ? "--:|" : ""}`,
    ...rows.map(({ label, median, p25, p75, ratio, renders }) => {
      const times = `${short(median)} (${short(p25)} – ${short(p75)})`;
      const end = counts ? ` ${renders} |` : "";
      return `| ${label} | ${times} | ${ratio === undefined ? "" : short(ratio)} |${end}`;
    }),
  ];
}

/** Returns a number with three significant digits. */
export function short(number) {
  if (number >= 10 ** SIGNIFICANT_DIGITS) return Math.round(number).toLocaleString("en");
  return String(Number(number.toPrecision(SIGNIFICANT_DIGITS)));
}
