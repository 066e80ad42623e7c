// The session for what renders on a server.

import type { Session, SessionErrorCode } from "platform-session";

/** What carries the cookie: a `Request`, Express's and H3's requests, the event of SvelteKit and the context of Astro as `{ headers: request.headers }`, Next's as `{ headers: await headers() }`. */
export interface RequestWithHeaders {
  /** The headers of the request, with its cookie. */
  readonly headers:
    | { get(name: string): string | null | undefined }
    | Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The options of `readSession`. */
export interface ReadSessionOptions {
  /** Origin of the deployment, as this server reaches it: an absolute http(s) URL, whose path is ignored. */
  baseUrl: string;
  /** Also read the role catalogue, for gates with `atLeast`. Default false. */
  roles?: boolean | undefined;
  /** Further headers for the deployment, e.g. `X-Forwarded-For`: nothing of the request but its cookie is passed on by itself. */
  headers?: HeadersInit | undefined;
  /** Ends the read. */
  signal?: AbortSignal | undefined;
  /** How long the page may wait for the deployment, in milliseconds, bodies included. Default 5000. */
  timeoutMs?: number | undefined;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch | undefined;
}

/** What `readSession` gives: what is known of this request's user, for rendering and for the page. */
export interface ServerSession {
  /** For rendering: gates are as the deployment said. Inert: no request, no timer, every call rejects with "closed". Of this request alone. */
  readonly session: Session;
  /**
   * For the page: `createSession({ initial })`, by way of `serializeInitial`. Fields that were decoded, never a token; null
   * where nothing is known. That an account is deactivated, and the roles where asked for, are kept.
   */
  readonly initial: unknown;
  /** Why nothing is known; else null. The page then renders with "unknown", and the browser's own read follows. */
  readonly error: SessionErrorCode | null;
  /** Send them with the page: the deployment's `set-cookie`, and `cache-control: private, no-store`. */
  readonly headers: Headers;
}

/**
 * Reads the session with the cookie of the current request. Resolves whatever the deployment does; rejects with a `TypeError`
 * where `baseUrl` is no http(s) URL, `timeoutMs` no number of milliseconds, 0 or more, or the request's `headers` a promise. Keeps nothing: call it once for each request.
 */
export function readSession(request: RequestWithHeaders, options: ReadSessionOptions): Promise<ServerSession>;

/** JSON that is safe inside `<script type="application/json">`, whatever a name or limit holds. Read it with `JSON.parse(element.textContent)`. */
export function serializeInitial(initial: unknown): string;
