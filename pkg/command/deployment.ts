// A deployment, asked as a page would ask it.

import { type Answer, type Asked, send } from "./request.js";

export interface Deployment {
  origin: string;
  /** The origin of the page; the deployment's own where it serves the page. */
  from: string;
  isCrossOrigin: boolean;
  /** Sends a request as `fetch` of that page would. Rejects with a `NoAnswer`. */
  ask(path: string, asked?: Asked): Promise<Answer>;
  /** Sends a request as the browser asks for a file, or for the page. */
  get(url: URL, headers?: Record<string, string>): Promise<Answer>;
  /** The same deployment, for requests that must be sent after an interruption, too. */
  untilTheEnd(): Deployment;
}

const NEVER = new AbortController().signal;

/** `over`: the command was interrupted. */
export function deploymentAt(
  origin: string,
  from: string,
  timeoutMs: number,
  over: AbortSignal = NEVER,
): Deployment {
  const isCrossOrigin = from !== origin;
  const site = !isCrossOrigin ? "same-origin" : areOfOneSite(from, origin) ? "same-site" : "cross-site";
  return {
    origin,
    from,
    isCrossOrigin,
    ask(path, { method = "GET", headers = {}, body } = {}) {
      // A browser names the page's origin in each request to another, and in each that may change something.
      const named = isCrossOrigin || method !== "GET" ? { origin: from } : {};
      const all = { accept: "*/*", ...named, "sec-fetch-site": site, "sec-fetch-mode": "cors", ...headers };
      return send(
        new URL(path, origin),
        { method, headers: { ...all, "sec-fetch-dest": "empty" }, ...(body !== undefined && { body }) },
        timeoutMs,
        over,
      );
    },
    get: (url, headers = {}) =>
      send(url, { headers: { accept: "*/*", "accept-encoding": "br, gzip", ...headers } }, timeoutMs, over),
    untilTheEnd: () => deploymentAt(origin, from, timeoutMs),
  };
}

/**
 * Whether browsers call them one site. The list of public suffixes is not here: two hosts with the same two last names count as one site,
 * which is not true below a suffix of two names (`co.uk`).
 */
export function areOfOneSite(one: string, other: string): boolean {
  if (one === other) return true;
  if (![one, other].every((origin) => /^https?:/.test(origin))) return false;
  const [a, b] = [new URL(one), new URL(other)];
  return a.protocol === b.protocol && siteOf(a.hostname) === siteOf(b.hostname);
}

const siteOf = (host: string) => (/^[\d.]+$|:/.test(host) ? host : host.split(".").slice(-2).join("."));
