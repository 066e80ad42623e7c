// Draws the medians as bars, with one panel for each bench, on logarithmic scales.

import { short } from "./table.mjs";

const WIDTH = 980;
const BARS_FROM = 440;
const BARS_TO = 890;
const ROW_HEIGHT = 26;
const PANEL_GAP = 24;
const TITLE_HEIGHT = 34;

const STYLE = `text{font:15px system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif;fill:#1f2328}.title{font-weight:600}.unit{fill:#59636e}.ours{fill:#0868d0}.other{fill:#a5b0bb}.paper{fill:#fff}@media(prefers-color-scheme:dark){text{fill:#e6edf3}.unit{fill:#9198a1}.ours{fill:#58a6ff}.other{fill:#59636e}.paper{fill:#0d1117}}`;

/** Returns an SVG. `rows`: the rows of each bench, by its name. */
export function chartOf(benches, rows) {
  let top = 16;
  const panels = Object.entries(benches).map(([name, bench]) => {
    const panel = panelOf(bench, rows[name], top);
    top += TITLE_HEIGHT + rows[name].length * ROW_HEIGHT + PANEL_GAP;
    return panel;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${top}" viewBox="0 0 ${WIDTH} ${top}">`,
    "<title>Medians of the bench of gates, on logarithmic scales: shorter is quicker</title>",
    `<style>${STYLE}</style>`,
    `<rect class="paper" width="${WIDTH}" height="${top}"/>`,
    ...panels.flat(),
    "</svg>\n",
  ].join("\n");
}

function panelOf({ title, unit }, rows, top) {
  const medians = rows.map(({ median }) => median);
  // The scale begins at half of the least median, so that its bar has a length, too.
  const least = Math.log10(Math.min(...medians)) - 0.3;
  const span = Math.log10(Math.max(...medians)) - least;
  const bars = rows.flatMap(({ label, median }, index) => {
    const y = top + TITLE_HEIGHT + index * ROW_HEIGHT;
    const length = (((Math.log10(median) - least) / span) * (BARS_TO - BARS_FROM)).toFixed(1);
    const kind = label.startsWith("platform-session") ? "ours" : "other";
    return [
      `<text x="${BARS_FROM - 12}" y="${y + 15}" text-anchor="end">${label.replaceAll("`", "")}</text>`,
      `<rect class="${kind}" x="${BARS_FROM}" y="${y + 2}" width="${length}" height="${ROW_HEIGHT - 9}" rx="2"/>`,
      `<text x="${BARS_FROM + Number(length) + 8}" y="${y + 15}">${short(median)}</text>`,
    ];
  });
  const heading = `<text class="title" x="16" y="${top + 16}">${title}<tspan class="unit"> · ${unit}, logarithmic</tspan></text>`;
  return [heading, ...bars];
}
