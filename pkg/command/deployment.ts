// Sends requests to a deployment as a page would send them.

import { type Answer, type RequestParts, send } from "./request.js";

export interface Deployment {
  origin: string;
  /** The origin of the page. It is the deployment's own where the deployment serves the page. */
  from: string;
  isCrossOrigin: boolean;
  /** Sends a request as `fetch` of that page would. Rejects with a `NoAnswer`. */
  ask(path: string, request?: RequestParts): Promise<Answer>;
  /** Sends a request as the browser does for a file or for the page. Rejects with a `NoAnswer`. */
  get(url: URL, headers?: Record<string, string>): Promise<Answer>;
  /** Returns the same deployment, but for requests that an interruption of the command does not abort. */
  withoutInterruption(): Deployment;
}

const NEVER = new AbortController().signal;

/** `interrupted` aborts when the command is interrupted. */
export function deploymentAt(
  origin: string,
  from: string,
  timeoutMs: number,
  interrupted: AbortSignal = NEVER,
): Deployment {
  const isCrossOrigin = from !== origin;
  const site = !isCrossOrigin ? "same-origin" : areOfOneSite(from, origin) ? "same-site" : "cross-site";
  return {
    origin,
    from,
    isCrossOrigin,
    ask(path, { method = "GET", headers = {}, body } = {}) {
      // A browser sends `Origin` with every request to another origin, and with every request that is no GET.
      const originHeader = isCrossOrigin || method !== "GET" ? { origin: from } : {};
      const all = {
        accept: "*/*",
        ...originHeader,
        "sec-fetch-site": site,
        "sec-fetch-mode": "cors",
        ...headers,
      };
      return send(
        new URL(path, origin),
        { method, headers: { ...all, "sec-fetch-dest": "empty" }, ...(body !== undefined && { body }) },
        timeoutMs,
        interrupted,
      );
    },
    get: (url, headers = {}) =>
      send(
        url,
        { headers: { accept: "*/*", "accept-encoding": "br, gzip", ...headers } },
        timeoutMs,
        interrupted,
      ),
    withoutInterruption: () => deploymentAt(origin, from, timeoutMs),
  };
}

/**
 * Whether two origins belong to one site, as browsers say. Without the list of public suffixes, hosts with the same last two names count as one
 * site, which is wrong below a suffix of two names (`co.uk`).
 */
export function areOfOneSite(one: string, other: string): boolean {
  if (one === other) return true;
  if (![one, other].every((origin) => /^https?:/.test(origin))) return false;
  const [a, b] = [new URL(one), new URL(other)];
  return a.protocol === b.protocol && siteOf(a.hostname) === siteOf(b.hostname);
}

const siteOf = (host: string) => (/^[\d.]+$|:/.test(host) ? host : host.split(".").slice(-2).join("."));
