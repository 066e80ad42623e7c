// Measures orders of requests over HTTP/2 on the line alone, without a browser and so with hardly any work of the processor.
//
//   npm run bench -- wire [--rounds N] [--latency 40,150] [--pkg DIRECTORY]
//
// The session, the entry and the WebAssembly are requested as by the page (d), with Chromium's priorities; the WebAssembly also later, or not at
// all.

import { connect } from "node:http2";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { main } from "../../../scripts/run/run.mjs";
import { median, quantile } from "../quantiles.mjs";
import { startServer } from "./conditions.mjs";
import { builtSite, CHOICES, chosen, countOf } from "./options.mjs";
import { addressOf } from "./pages.mjs";

const FILES = ["/api/auth/session", "/pkg/index.js", "/pkg/wasm/platform_session_bg.wasm"];
// The priorities of Chromium 156, as RFC 7540 has them: each request depends on the last one before it that is at least as urgent.
const PRIORITIES = [
  { weight: 220, exclusive: true, parent: 0 },
  { weight: 220, exclusive: true, parent: 3 },
  { weight: 147, exclusive: true, parent: 5 },
];
const LATER_MS = [0, 5, 10, 15, 20];

/** `files`: how many of FILES are requested. `laterMs`: how much later the WebAssembly is requested. */
const ORDERS = [
  { label: "the session alone", files: 1 },
  { label: "with the entry", files: 2 },
  ...LATER_MS.map((laterMs) => ({
    label: `with both, the WebAssembly ${laterMs === 0 ? "at once" : `${laterMs} ms later`}`,
    files: 3,
    laterMs,
  })),
];

await main(import.meta, async (given) => {
  const { values: options } = parseArgs({
    args: given,
    options: { ...CHOICES, rounds: { type: "string", default: "25" } },
  });
  const rounds = countOf("rounds", options.rounds);
  const { conditions } = chosen({ ...options, protocol: "h2", cache: "cold", slowdown: "1" });
  const site = await builtSite(options, []);
  const tables = [];
  for (const condition of conditions) tables.push(await tableOf(condition, site, rounds));
  console.log(tables.join("\n\n"));
});

async function tableOf(condition, site, rounds) {
  const server = await startServer(condition, site);
  const ends = ORDERS.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, order] of ORDERS.entries()) ends[index].push(await endsOf(server.origin, order));
  }
  await server.close();
  const cell = (rows, file) => {
    const times = rows.map((row) => row[file]).filter((time) => time !== undefined);
    if (times.length === 0) return "";
    return `${median(times).toFixed(0)} (${quantile(times, 0.25).toFixed(0)} – ${quantile(times, 0.75).toFixed(0)})`;
  };
  return [
    `| after the document, ${condition.latency} ms | the answer's last byte, ms | the entry's | the WebAssembly's |`,
    "|---|--:|--:|--:|",
    ...ORDERS.map(
      ({ label }, index) => `| ${label} | ${FILES.map((_, file) => cell(ends[index], file)).join(" | ")} |`,
    ),
  ].join("\n");
}

/** Returns when the last byte of each file arrives, after a document on the same connection. */
async function endsOf(origin, { files, laterMs = 0 }) {
  // The certificate is self-signed.
  const connection = connect(origin, { rejectUnauthorized: false });
  await new Promise((resolve, reject) => connection.once("connect", resolve).once("error", reject));
  await load(connection, addressOf("head-snippet"), { weight: 256, exclusive: true, parent: 0 });
  const start = performance.now();
  const loads = FILES.slice(0, files).map(async (path, index) => {
    if (index === 2 && laterMs > 0) await pause(laterMs);
    await load(connection, path, PRIORITIES[index]);
    return performance.now() - start;
  });
  const ends = await Promise.all(loads);
  connection.close();
  return ends;
}

/** Requests a file, and resolves when its last byte has arrived. */
function load(connection, path, priority) {
  return new Promise((resolve, reject) => {
    const stream = connection.request({ ":path": path, "accept-encoding": "br" }, priority);
    stream.resume().once("end", resolve).once("error", reject);
    stream.end();
  });
}
