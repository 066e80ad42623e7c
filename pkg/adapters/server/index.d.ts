// The session of a request, for rendering on a server.

import type { Session, SessionErrorCode } from "platform-session";

/**
 * An object with the request's headers: a `Request`, or a request of Express or H3. For SvelteKit's event and Astro's context pass
 * `{ headers: request.headers }`, for Next `{ headers: await headers() }`.
 */
export interface RequestWithHeaders {
  /** The headers of the request, with its cookie. */
  readonly headers:
    | { get(name: string): string | null | undefined }
    | Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The options of `readSession`. */
export interface ReadSessionOptions {
  /** Origin of the deployment, as this server reaches it: an absolute http(s) URL. Its path is ignored. */
  baseUrl: string;
  /** Also read the role catalogue, for gates with `atLeast`. Default false. */
  roles?: boolean | undefined;
  /** Further headers for the deployment, e.g. `X-Forwarded-For`: of the request's own headers only its cookie is passed on. */
  headers?: HeadersInit | undefined;
  /** Aborts the read: it resolves with the error "aborted". */
  signal?: AbortSignal | undefined;
  /** How long the page may wait for the deployment, in milliseconds, bodies included. Default 5000. */
  timeoutMs?: number | undefined;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

/** The result of `readSession`: the session of this request's user, for rendering and for the page. */
export interface ServerSession {
  /**
   * For rendering: gates are as the deployment answered. It is inert: no request, no timer, every call rejects with "closed". It belongs to this
   * request alone.
   */
  readonly session: Session;
  /**
   * For the page: `createSession({ initial })`, passed through `serializeInitial`. It has the decoded fields of the session body, the roles if
   * they were asked for, or that the account is deactivated; never a token. Null where nothing is known.
   */
  readonly initial: unknown;
  /** Why nothing is known; else null. The page then renders with "unknown", and the browser's own read follows. */
  readonly error: SessionErrorCode | null;
  /** Send them with the page: the deployment's `set-cookie`, and `cache-control: private, no-store`. */
  readonly headers: Headers;
}

/**
 * Reads the session with the cookie of the current request. Resolves whatever the deployment does. Rejects with a `TypeError` where `baseUrl`
 * is no http(s) URL, `timeoutMs` is no number of milliseconds from 0 on, or the request's `headers` are a promise. It keeps nothing: call it once
 * for each request.
 */
export function readSession(request: RequestWithHeaders, options: ReadSessionOptions): Promise<ServerSession>;

/** Returns JSON that is safe inside `<script type="application/json">`, whatever a name or limit contains. Read it with `JSON.parse(element.textContent)`. */
export function serializeInitial(initial: unknown): string;
