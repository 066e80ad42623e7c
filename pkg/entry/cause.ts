// The browser's own error behind a failure.

/** An address, a host or a port, a header, or a body. The browser's own errors have a colon after `WebAssembly.Module()` alone. */
const QUOTED = /(^|\W)\/|[@{]|[(.][a-z\d]|[^)]:/;

/**
 * The browser's own error, which says more than a code. The page's own `fetch` may reject with anything: not with what quotes a request or
 * its answer, has more than a text, or cannot be looked at.
 */
export function causeOf(error: unknown): Error | undefined {
  try {
    const hasMore = Object.keys(error as Error).length > 0 || (error as Error).cause;
    if (error instanceof Error && !hasMore && !QUOTED.test(error.message)) return error;
  } catch {}
}
