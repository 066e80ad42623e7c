// How old something is.

/**
 * A clock that starts now: how many milliseconds ago that was, by the clock that ran further. One stands still while the
 * computer sleeps, the other can be set back.
 */
export function startAge(): () => number {
  const [started, startedAt] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - started, Date.now() - startedAt);
}
