// The options of a session, checked and completed. Where else a new option goes: CONTRIBUTING.md, "Places that must agree".

import { asItIs } from "./json-value.js";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Throws a `TypeError` that names the option at fault. */
export function readOptions(given) {
  // What `Object.prototype` holds is no option.
  const options = { __proto__: null, ...given };
  const { allowedOrigins = [], token = "memory", reauthenticate } = options;
  if (token !== "memory" && token !== "discard") {
    throw new TypeError('token must be "memory" or "discard"');
  }
  if (!Array.isArray(allowedOrigins)) throw new TypeError("allowedOrigins must be a list of origins");
  const { revalidate: asked = {} } = options;
  if (Object(asked) !== asked) throw new TypeError("revalidate must be an object");
  const revalidate = { __proto__: null, ...asked };
  if (reauthenticate !== undefined && typeof reauthenticate !== "function") {
    throw new TypeError("reauthenticate must be a function");
  }
  return {
    origin: options.baseUrl === undefined ? ownOrigin() : readOrigin(options.baseUrl, "baseUrl"),
    allowedOrigins: allowedOrigins.map((origin) => readOrigin(origin, "allowedOrigins")),
    discard: token === "discard",
    initial: readJson(options.initial),
    onFocus: revalidate.onFocus !== false,
    onOnline: revalidate.onOnline !== false,
    intervalMs: readMs(revalidate.intervalMs, 0, "revalidate.intervalMs"),
    minIntervalMs: readMs(revalidate.minIntervalMs, 5000, "revalidate.minIntervalMs"),
    timeoutMs: readMs(options.timeoutMs, 10_000, "timeoutMs"),
    maxStaleMs: readMs(options.maxStaleMs, DAY_MS, "maxStaleMs"),
    expiringMs: readMs(options.expiringMs, 300_000, "expiringMs"),
    tabs: options.tabs !== false,
    reauthenticate,
    wasm: options.wasm,
  };
}

/** The page's origin; `undefined` on a server, which sends nothing. */
function ownOrigin() {
  const { origin } = globalThis.location ?? {};
  // about:blank, about:srcdoc, a sandboxed page, a file: requests from there would go to a relative address, or without
  // the cookie.
  if (origin !== undefined && (!/^https?:/.test(origin) || globalThis.origin === "null")) {
    throw new TypeError("baseUrl must be passed: the page has no origin");
  }
  return origin;
}

/** A copy, by JSON: getters of the page's run now, and no `toJSON`. `null`, and what has no JSON, counts as absent. */
function readJson(value) {
  try {
    // No exception for `undefined`: it would take milliseconds, and most pages pass no `initial`.
    const json = JSON.stringify(value, asItIs);
    return json && (JSON.parse(json) ?? undefined);
  } catch {
    return undefined;
  }
}

function readOrigin(value, name) {
  try {
    const { protocol, origin } = new URL(value);
    if (/^https?:$/.test(protocol)) return origin;
  } catch {}
  throw new TypeError(`${name} must be an http(s) URL`);
}

export function readMs(value, fallback, name) {
  if (value === undefined) return fallback;
  if (typeof value !== "number" || !(value >= 0)) {
    throw new TypeError(`${name} must be a number of milliseconds, 0 or more`);
  }
  return Math.min(value, Number.MAX_SAFE_INTEGER);
}
