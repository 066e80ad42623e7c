// The browser's own error behind a failure.

/** Matches a message that quotes an address, a host, a port, a header or a body. `):` is allowed, as in "WebAssembly.Module(): …". */
const QUOTED = /(^|\W)\/|[@{]|[(.][a-z\d]|[^)]:/;

/**
 * Returns the error, if it may become the `cause` of a `SessionError`. A `fetch` that the page has replaced may reject with anything: the
 * result is `undefined` if the message quotes a request or its answer, if there are other members, or if reading them throws.
 */
export function causeOf(error: unknown): Error | undefined {
  try {
    const hasMore = Object.keys(error as Error).length > 0 || (error as Error).cause;
    if (error instanceof Error && !hasMore && !QUOTED.test(error.message)) return error;
  } catch {}
}
