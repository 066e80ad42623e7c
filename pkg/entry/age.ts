// Measures how much time has passed.

/**
 * Returns a function that tells how many milliseconds ago `startAge` was called. Of two clocks the one that has advanced further counts:
 * `performance.now()` may stand still while the computer sleeps, and `Date.now()` can be set back.
 */
export function startAge(): () => number {
  const [started, startedAt] = [performance.now(), Date.now()];
  return () => Math.max(performance.now() - started, Date.now() - startedAt);
}
