// `readSession`: reads the session of one request's user from the deployment, with that request's cookie.

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

/** The result of a request: an answer with its parsed body, or the code that says why there is no answer. */
interface ReadResult {
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
  const requestHeaders = headersOf(given, cookieOf(request));
  const controller = new AbortController();
  let failureCode: SessionErrorCode = "network";
  const endWith = (code: SessionErrorCode) => {
    failureCode = code;
    controller.abort();
  };
  const onAbort = () => endWith("aborted");
  const timer = setTimeout(() => endWith("timeout"), Math.min(Math.ceil(timeoutMs), LONGEST_MS));
  if (signal?.aborted) onAbort();
  else signal?.addEventListener("abort", onAbort);
  const read = (path: string) =>
    ask(send, origin + path, requestHeaders, controller.signal, () => failureCode);
  const [session, roles] = await Promise.all([read(SESSION_PATH), wantsRoles && read(ROLES_PATH)]);
  clearTimeout(timer);
  signal?.removeEventListener("abort", onAbort);
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

/** Sends one request with the function `send`. Never rejects: without an answer it resolves with the code that `failureCode` returns then. */
async function ask(
  send: typeof fetch,
  url: string,
  headers: Headers,
  signal: AbortSignal,
  failureCode: () => SessionErrorCode,
): Promise<ReadResult> {
  // Raced with the answer, because a `fetch` of the caller may ignore the signal.
  const interrupted = new Promise<never>((_, reject) => {
    if (signal.aborted) reject();
    else signal.addEventListener("abort", reject, { once: true });
  });
  interrupted.catch(() => {});
  try {
    const responding = (async () =>
      // No cache may keep or give the answer: it belongs to one user.
      send(url, { headers, signal, redirect: "manual", cache: "no-store" }))();
    responding.catch(() => {});
    const { response, text } = await Promise.race([readAnswer(responding), interrupted]);
    return { response, body: parse(text) };
  } catch {
    return { error: failureCode() };
  }
}

/** Returns the error code for an answer with this status, by the same rules as `src/api/failure.rs`. */
function codeOf(status: number): SessionErrorCode {
  if (status === 403) return "forbidden";
  if (status === 404) return "not-supported";
  if (status === 429) return "rate-limited";
  return status >= 500 && status < 600 ? "server-error" : "invalid-response";
}

/** Returns `initial` for the answers to the two reads: only decoded fields, for this server's rendering and for the page. */
function initialOf(
  { response, body, error }: ReadResult,
  roles: ReadResult | false,
): Pick<ServerSession, "initial" | "error"> {
  if (!response) return { initial: null, error: error ?? "network" };
  // A 401 to a session read means a deactivated account. It is kept, because the answer clears the cookie: the browser's own read could not
  // find it out.
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

/** Returns the role catalogue; `null` where the deployment does not show it: then the browser reads it by itself. */
const rolesOf = ({ response, body }: ReadResult) =>
  response?.status === 200 && own(body, "success") === true ? readRoles(own(body, "roles")) : null;

function headersToHandOn(answers: (ReadResult | false)[]): Headers {
  const headers = new Headers({ "cache-control": "private, no-store" });
  for (const { response } of answers.filter(Boolean) as ReadResult[])
    for (const cookie of response?.headers.getSetCookie() ?? []) headers.append("set-cookie", cookie);
  return headers;
}
