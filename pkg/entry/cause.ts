// The browser's own error behind a failure.

/** Matches a text that quotes an address, a host or a port, a header, or a body. Browsers' errors have a colon after `WebAssembly.Module()` alone. */
const QUOTED = /(^|\W)\/|[@{]|[(.][a-z\d]|[^)]:/;

/**
 * Returns the browser's own error, which says more than a code. The page's own `fetch` may reject with anything: `undefined` where that quotes
 * a request or its answer, has more than a text, or cannot be looked at.
 */
export function causeOf(error: unknown): Error | undefined {
  try {
    const hasMore = Object.keys(error as Error).length > 0 || (error as Error).cause;
    if (error instanceof Error && !hasMore && !QUOTED.test(error.message)) return error;
  } catch {}
}
