// The confidence interval of a median.

import { median, quantile } from "../../quantiles.mjs";

const RESAMPLES = 2_000;
const CONFIDENCE = 0.95;

/**
 * Returns the confidence interval of the median, by the bootstrap: the medians of samples that are drawn from the numbers with replacement.
 * The same numbers always give the same interval.
 */
export function medianInterval(numbers) {
  const random = seeded(1);
  const draw = () => numbers[Math.floor(random() * numbers.length)];
  const medians = Array.from({ length: RESAMPLES }, () => median(numbers.map(draw)));
  const outside = (1 - CONFIDENCE) / 2;
  return [quantile(medians, outside), quantile(medians, 1 - outside)];
}

/** Mulberry32. */
function seeded(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
