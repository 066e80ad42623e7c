// The traces as Markdown tables: the moments of each page, in the order of their medians.

import { median } from "../../quantiles.mjs";
import { titleOf } from "../conditions.mjs";
import { PAGES } from "../pages.mjs";

/** Returns a table for each page. `traces`: `[{ condition, page, visits: [moments] }]`. */
export function traceTables(traces) {
  return traces
    .flatMap(({ condition, page, visits }) => [
      `| ${PAGES[page].label} · ${titleOf(condition)} | at, ms | since | main thread busy | with |`,
      "|---|--:|--:|--:|---|",
      ...rowsOf(visits).map(
        ({ what, at, since, busy, work }) =>
          `| ${what} | ${at.toFixed(0)} | ${since.toFixed(0)} | ${busy.toFixed(1)} | ${work} |`,
      ),
      "",
    ])
    .join("\n");
}

/** Returns a table of the main thread's work until each of the page's marks. */
export function busyTable(traces) {
  const until = (visits, what) => {
    const found = visits.flatMap((moments) => moments.find((moment) => moment.what.includes(what)) ?? []);
    return found.length > 0 ? median(found.map(({ busy }) => busy)).toFixed(1) : "";
  };
  return [
    "| main thread busy until, ms | condition | the session is known | the first gate | `ready` |",
    "|---|---|--:|--:|--:|",
    ...traces.map(({ condition, page, visits }) => {
      const times = ["known", "first gate", "ready"].map((what) => until(visits, what));
      return `| ${PAGES[page].label} | ${titleOf(condition)} | ${times.join(" | ")} |`;
    }),
  ].join("\n");
}

function rowsOf(visits) {
  const rows = [...new Set(visits.flatMap((moments) => moments.map(({ what }) => what)))]
    .map((what) => {
      const found = visits.flatMap((moments) => moments.find((moment) => moment.what === what) ?? []);
      return {
        what,
        at: median(found.map(({ at }) => at)),
        done: median(found.map(({ busy }) => busy)),
        work: mostly(found.map(({ work }) => work)),
      };
    })
    .sort((left, right) => left.at - right.at);
  return rows.map((row, index) => ({
    ...row,
    since: row.at - (rows[index - 1]?.at ?? 0),
    busy: Math.max(0, row.done - (rows[index - 1]?.done ?? 0)),
  }));
}

/** Returns the kinds of work that took half a millisecond or more, as text. */
function mostly(works) {
  const kinds = new Set(works.flatMap((work) => Object.keys(work)));
  return [...kinds]
    .map((kind) => [kind, median(works.map((work) => work[kind] ?? 0))])
    .filter(([, ms]) => ms >= 0.5)
    .sort(([, left], [, right]) => right - left)
    .map(([kind, ms]) => `${kind} ${ms.toFixed(1)}`)
    .join(", ");
}
