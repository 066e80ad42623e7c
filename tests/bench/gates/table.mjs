// The result as people read it: one table a bench, and what was to be reached.

const SIGNS = 3;

/** Returns the tables, in markdown. `rows`: by bench. */
export function tablesOf(benches, rows, targets) {
  const tables = Object.entries(benches).map(([name, bench]) => tableOf(bench, rows[name]).join("\n"));
  return [targetTableOf(targets), ...tables].join("\n\n");
}

/** What was to be reached. */
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

/** A few of them, for the README. */
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

/** Three significant digits. */
export function short(number) {
  if (number >= 10 ** SIGNS) return Math.round(number).toLocaleString("en");
  return String(Number(number.toPrecision(SIGNS)));
}
