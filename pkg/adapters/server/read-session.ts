// Reads the session with the cookie of one request.

import type { Session, SessionErrorCode, SessionOptions } from "platform-session";
import { readAnswer } from "../../entry/answer.js";
import { ROLES_PATH, SESSION_PATH } from "../../entry/boundary.js";
import { createSessionOn } from "../../entry/create-session.js";
import { createFetch } from "../../entry/fetch.js";
import { createInertLink } from "../../entry/inert-link.js";
import { readInitial } from "../../entry/initial.js";
import { own, parse } from "../../entry/json-value.js";
import { LONGEST_MS } from "../../entry/longest-wait.js";
import { complete, readOptions } from "../../entry/options.js";
import { readRoles } from "../../entry/record.js";
import { createSingleSignOn } from "../../entry/single-sign-on.js";
import { cookieOf } from "./cookie-of.js";
import type { ReadSessionOptions, RequestWithHeaders, ServerSession } from "./index.js";

interface Completed extends Required<ReadSessionOptions> {
  roles: boolean;
  timeoutMs: number;
}

/** An answer with its parsed body, or the code that says why there is none. */
interface Read {
  response?: Response;
  body?: unknown;
  error?: SessionErrorCode;
}

const DEFAULTS = {
  baseUrl: undefined,
  roles: false,
  headers: undefined,
  signal: undefined,
  timeoutMs: 5_000,
  fetch: undefined,
};

export async function readSession(
  request: RequestWithHeaders,
  options: ReadSessionOptions,
): Promise<ServerSession> {
  const {
    baseUrl,
    roles: wantsRoles,
    headers: given,
    signal,
    timeoutMs,
    fetch: send = fetch,
  } = complete<Completed>(options, DEFAULTS);
  const origin = originOf(baseUrl);
  const asked = headersOf(given, cookieOf(request));
  const over = new AbortController();
  let why: SessionErrorCode = "network";
  const end = (code: SessionErrorCode) => {
    why = code;
    over.abort();
  };
  const aborted = () => end("aborted");
  const timer = setTimeout(() => end("timeout"), Math.min(Math.ceil(timeoutMs), LONGEST_MS));
  if (signal?.aborted) aborted();
  else signal?.addEventListener("abort", aborted);
  const read = (path: string) => ask(send, origin + path, asked, over.signal, () => why);
  const [session, roles] = await Promise.all([read(SESSION_PATH), wantsRoles && read(ROLES_PATH)]);
  // Nothing that outlives the call keeps a part of it: neither the timer nor the caller's signal.
  clearTimeout(timer);
  signal?.removeEventListener("abort", aborted);
  const { initial, error } = initialOf(session, roles);
  return {
    session: inertSession({ baseUrl: origin, initial }),
    initial,
    error,
    headers: headersToHandOn([session, roles]),
  };
}

const inertSession = (options: SessionOptions): Session =>
  createSessionOn(readOptions(options), createInertLink, createFetch, createSingleSignOn);

/** Returns the deployment's origin. Throws a `TypeError` where `baseUrl` has none. */
function originOf(baseUrl: string): string {
  try {
    const { origin, protocol } = new URL(baseUrl);
    if (/^https?:$/.test(protocol)) return origin;
  } catch {
    // No URL.
  }
  throw new TypeError("baseUrl must be an absolute http(s) URL: a server has no origin of its own");
}

function headersOf(given: HeadersInit | undefined, cookie: string): Headers {
  const headers = new Headers(given);
  if (cookie) headers.set("cookie", cookie);
  else headers.delete("cookie");
  headers.set("accept", "application/json");
  return headers;
}

/** Sends one request, and resolves to its answer, or to the code that says why there is none. It never rejects. */
async function ask(
  send: typeof fetch,
  url: string,
  headers: Headers,
  over: AbortSignal,
  why: () => SessionErrorCode,
): Promise<Read> {
  const interrupted = new Promise<never>((_, reject) => {
    if (over.aborted) reject();
    else over.addEventListener("abort", reject, { once: true });
  });
  interrupted.catch(() => {});
  try {
    const responding = (async () =>
      // Neither from a cache nor into one: the answer is one user's.
      send(url, { headers, signal: over, redirect: "manual", cache: "no-store" }))();
    responding.catch(() => {});
    const { response, text } = await Promise.race([readAnswer(responding), interrupted]);
    return { response, body: parse(text) };
  } catch {
    return { error: why() };
  }
}

/** Returns the code of a failure with this status, the same as in `src/api/failure.rs`. */
function codeOf(status: number): SessionErrorCode {
  if (status === 403) return "forbidden";
  if (status === 404) return "not-supported";
  if (status === 429) return "rate-limited";
  return status >= 500 && status < 600 ? "server-error" : "invalid-response";
}

/** Returns what was decoded of the answer, and nothing else of it: for this server's rendering and for the browser's page. */
function initialOf(
  { response, body, error }: Read,
  roles: Read | false,
): Pick<ServerSession, "initial" | "error"> {
  if (!response) return { initial: null, error: error ?? "network" };
  // The account is deactivated, and the cookie is cleared: the browser's own read would not learn why.
  if (response.status === 401)
    return { initial: { authenticated: false, reason: "deactivated" }, error: null };
  const publication = response.status === 200 ? readInitial(body) : null;
  if (!publication)
    return { initial: null, error: response.status === 200 ? "invalid-response" : codeOf(response.status) };
  const { user, features } = publication;
  if (!user) return { initial: { authenticated: false }, error: null };
  const { company: _, ...fields } = user;
  const catalogue = roles && rolesOf(roles);
  return {
    initial: {
      authenticated: true,
      user: { ...fields, permissions: { ...features } },
      ...(catalogue && { roles: catalogue }),
    },
    error: null,
  };
}

/** Returns the role catalogue; `null` where the deployment does not show it: the browser then asks for itself. */
const rolesOf = ({ response, body }: Read) =>
  response?.status === 200 && own(body, "success") === true ? readRoles(own(body, "roles")) : null;

function headersToHandOn(answers: (Read | false)[]): Headers {
  const headers = new Headers({ "cache-control": "private, no-store" });
  for (const { response } of answers.filter(Boolean) as Read[])
    for (const cookie of response?.headers.getSetCookie() ?? []) headers.append("set-cookie", cookie);
  return headers;
}
