// The conditions of a visit: protocol, latency, the browser's cache, and the slowdown of the processor.

import { startHttp1 } from "./servers/http1.mjs";
import { startHttp2 } from "./servers/http2.mjs";

export const MEGABITS_PER_SECOND = 10;

/** By kind of condition, `of`: all values, which `--all` measures; `usual`: the values that are measured otherwise. */
export const KINDS = {
  protocol: { of: ["h1", "h2"], usual: ["h1", "h2"] },
  latency: { of: [40, 150], usual: [40] },
  cache: { of: ["cold", "warm"], usual: ["cold"] },
  slowdown: { of: [1, 4], usual: [1, 4] },
};

const PROTOCOLS = { h1: startHttp1, h2: startHttp2 };

/** Starts a server for a condition. */
export const startServer = (condition, site) =>
  PROTOCOLS[condition.protocol]({ site, cache: condition.cache, network: networkOf(condition) });

export const networkOf = ({ latency }) => ({
  latencyMs: latency,
  megabitsPerSecond: MEGABITS_PER_SECOND,
});

/** Over HTTP/1.1, Chromium delays its requests; over HTTP/2, a slow line in front of the server does (`servers/http2.mjs`). */
export const isThrottledByBrowser = ({ protocol }) => protocol === "h1";

/** Returns every combination of the chosen values. */
export function conditionsOf(chosen) {
  let conditions = [{}];
  for (const kind of Object.keys(KINDS)) {
    conditions = conditions.flatMap((condition) =>
      chosen[kind].map((value) => ({ ...condition, [kind]: value })),
    );
  }
  return conditions;
}

const PROTOCOL_NAMES = { h1: "HTTP/1.1", h2: "HTTP/2" };

/** Returns the conditions as a title. */
export const titleOf = ({ protocol, latency, cache, slowdown }) =>
  `${PROTOCOL_NAMES[protocol]}, ${latency} ms, ${cache} cache, processor ${speedOf(slowdown)}`;

const speedOf = (slowdown) => (slowdown === 1 ? "as is" : `${slowdown}× slower`);
