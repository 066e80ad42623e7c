// Draws the times until the first gate as bars with their quartiles, one panel for each condition. A thin line goes on until `ready`.

import { titleOf } from "../conditions.mjs";
import { PAGES } from "../pages.mjs";

const WIDTH = 980;
const BARS_FROM = 470;
const BARS_TO = 880;
const ROW_HEIGHT = 26;
const BAR_HEIGHT = ROW_HEIGHT - 9;
const PANEL_GAP = 24;
const TITLE_HEIGHT = 34;

const STYLE = `text{font:15px system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif;fill:#1f2328}.title{font-weight:600}.unit{fill:#59636e}.ours{fill:#0868d0}.other{fill:#a5b0bb}.paper{fill:#fff}.spread{stroke:#1f2328;stroke-width:1.5}.ready{stroke:#0868d0;stroke-width:3}@media(prefers-color-scheme:dark){text{fill:#e6edf3}.unit{fill:#9198a1}.ours{fill:#58a6ff}.other{fill:#59636e}.paper{fill:#0d1117}.spread{stroke:#e6edf3}.ready{stroke:#58a6ff}}`;

/** Returns an SVG. `summaries`: conditions with their rows. */
export function chartOf(summaries) {
  let top = 16;
  const panels = summaries.map(({ condition, rows }) => {
    const panel = panelOf(condition, rows, top);
    top += TITLE_HEIGHT + rows.length * ROW_HEIGHT + PANEL_GAP;
    return panel;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${top}" viewBox="0 0 ${WIDTH} ${top}">`,
    "<title>From navigation to the first open gate: shorter is quicker</title>",
    `<style>${STYLE}</style>`,
    `<rect class="paper" width="${WIDTH}" height="${top}"/>`,
    ...panels.flat(),
    "</svg>\n",
  ].join("\n");
}

function panelOf(condition, rows, top) {
  const longest = Math.max(...rows.flatMap(({ gate, ready }) => [gate.p75, ready?.median ?? 0]));
  const at = (ms) => (BARS_FROM + (ms / longest) * (BARS_TO - BARS_FROM)).toFixed(1);
  const heading = `<text class="title" x="16" y="${top + 16}">${titleOf(condition)}<tspan class="unit"> · milliseconds until the first gate; the line goes on until ready</tspan></text>`;
  return [heading, ...rows.flatMap((row, index) => barsOf(row, top + TITLE_HEIGHT + index * ROW_HEIGHT, at))];
}

function barsOf({ page, gate, ready }, y, at) {
  const middle = y + 2 + BAR_HEIGHT / 2;
  const end = Math.max(gate.p75, ready?.median ?? 0);
  const label = PAGES[page].label.replaceAll("`", "");
  const kind = label.includes("this package") ? "ours" : "other";
  return [
    `<text x="${BARS_FROM - 12}" y="${y + 15}" text-anchor="end">${label}</text>`,
    `<rect class="${kind}" x="${BARS_FROM}" y="${y + 2}" width="${(at(gate.median) - BARS_FROM).toFixed(1)}" height="${BAR_HEIGHT}" rx="2"/>`,
    ...(ready
      ? [`<path class="ready" d="M${at(gate.median)} ${middle}H${at(ready.median)}" fill="none"/>`]
      : []),
    `<path class="spread" d="M${at(gate.p25)} ${middle}H${at(gate.p75)}" fill="none"/>`,
    `<text x="${Number(at(end)) + 8}" y="${y + 15}">${gate.median.toFixed(0)}${ready ? ` · ${ready.median.toFixed(0)}` : ""}</text>`,
  ];
}
