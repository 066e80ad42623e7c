// The options of a session, checked and completed. Where else a new option goes: CONTRIBUTING.md, "Places that must agree".

import type { SessionOptions } from "../index.js";
import { asItIs } from "./json-value.js";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The default of `expiringMs`: how long before its end a session dispatches `expiring`. */
export const EXPIRING_MS = 300_000;

/** The default of each option. A boolean option is `true` unless `false` is given; a number is milliseconds, 0 or more. */
const DEFAULTS = {
  baseUrl: undefined,
  allowedOrigins: [],
  token: "memory",
  initial: undefined,
  revalidate: {},
  timeoutMs: 10_000,
  maxStaleMs: DAY_MS,
  expiringMs: EXPIRING_MS,
  tabs: true,
  reauthenticate: undefined,
  wasm: undefined,
};
const DEFAULTS_OF_REVALIDATE = { onFocus: true, onOnline: true, intervalMs: 0, minIntervalMs: 5000 };

/** The options with their defaults. Booleans and milliseconds are checked; `readOptions` checks the other members. */
interface Completed {
  baseUrl: string | undefined;
  allowedOrigins: readonly string[];
  token: "memory" | "discard";
  initial: unknown;
  revalidate: object;
  timeoutMs: number;
  maxStaleMs: number;
  expiringMs: number;
  tabs: boolean;
  reauthenticate: SessionOptions["reauthenticate"];
  wasm: SessionOptions["wasm"];
}

interface Revalidation {
  onFocus: boolean;
  onOnline: boolean;
  intervalMs: number;
  minIntervalMs: number;
}

/** The checked options of a session. The engine reads some of them (`src/js/engine.rs`, `begin`). */
export interface Settings extends Omit<Completed, "baseUrl" | "token" | "revalidate">, Revalidation {
  /** The deployment's origin; `undefined` on a server where `baseUrl` is not given. */
  origin: string | undefined;
  allowedOrigins: string[];
  /** Whether no token is kept. */
  discard: boolean;
}

/** Returns the settings that the options ask for. Throws a `TypeError` that names the option at fault. */
export function readOptions(given?: SessionOptions): Settings {
  const { baseUrl, allowedOrigins, token, revalidate, ...options } = complete<Completed>(given, DEFAULTS);
  const { initial, reauthenticate } = options;
  if (token !== "memory" && token !== "discard") {
    throw new TypeError('token must be "memory" or "discard"');
  }
  if (!Array.isArray(allowedOrigins)) throw new TypeError("allowedOrigins must be a list of origins");
  if (Object(revalidate) !== revalidate) throw new TypeError("revalidate must be an object");
  if (reauthenticate !== undefined && typeof reauthenticate !== "function") {
    throw new TypeError("reauthenticate must be a function");
  }
  return {
    ...options,
    ...complete<Revalidation>(revalidate, DEFAULTS_OF_REVALIDATE, "revalidate."),
    origin: baseUrl === undefined ? ownOrigin() : readOrigin(baseUrl, "baseUrl"),
    allowedOrigins: allowedOrigins.map((origin) => readOrigin(origin, "allowedOrigins")),
    discard: token === "discard",
    initial: readJson(initial),
  };
}

/**
 * Returns the options, with the default of each option that is not given. Throws a `TypeError` that names an option that does not exist,
 * or that is no number of milliseconds. `prefix` stands before the names in such errors.
 */
// biome-ignore lint/suspicious/noExplicitAny: a caller in JavaScript names no type, and checks each option itself.
export function complete<Options = Record<string, any>>(
  given: unknown,
  defaults: object,
  prefix = "",
): Options {
  // A copy without a prototype: what the page has put on `Object.prototype` is no option.
  const options: Record<string, unknown> = { __proto__: null, ...(given as object | undefined) };
  const names = Object.keys(defaults);
  for (const name of Object.keys(options)) {
    if (names.includes(name)) continue;
    // Suggests an option if the unknown name contains its first three letters, or else all options.
    const [nearest = names] = names.filter((known) => new RegExp(known.slice(0, 3), "i").test(name));
    throw new TypeError(`no option ${prefix}${name}: ${nearest}?`);
  }
  for (const [name, fallback] of Object.entries(defaults)) {
    const value = options[name];
    if (value === undefined) options[name] = fallback;
    else if (fallback === true) options[name] = value !== false;
    else if (typeof fallback === "number") options[name] = readMs(value, fallback, prefix + name);
  }
  return options as Options;
}

/** The page's origin; `undefined` on a server, which sends nothing. */
function ownOrigin(): string | undefined {
  const { origin } = globalThis.location ?? {};
  // For example `about:blank`, a sandboxed page or a file: its requests would go to a relative address, or without the cookie.
  if (origin !== undefined && (!/^https?:/.test(origin) || globalThis.origin === "null")) {
    throw new TypeError("baseUrl must be passed: the page has no origin");
  }
  return origin;
}

/** Returns a copy made by way of JSON: later changes of the page's object do not count. `null`, and a value without JSON, becomes `undefined`. */
function readJson(value: unknown): unknown {
  try {
    // Does not parse an `undefined`: the exception would take milliseconds, and most pages pass no `initial`.
    const json = JSON.stringify(value, asItIs);
    return json && (JSON.parse(json) ?? undefined);
  } catch {
    return undefined;
  }
}

function readOrigin(value: string, name: string): string {
  try {
    const { protocol, origin } = new URL(value);
    if (/^https?:$/.test(protocol)) return origin;
  } catch {}
  throw new TypeError(`${name} must be an http(s) URL`);
}

function readMs(value: unknown, fallback: number, name: string): number {
  if (value === undefined) return fallback;
  if (typeof value !== "number" || !(value >= 0)) {
    throw new TypeError(`${name} must be a number of milliseconds, 0 or more`);
  }
  return Math.min(value, Number.MAX_SAFE_INTEGER);
}
