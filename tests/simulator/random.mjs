// Pseudo-random numbers from a seed: the same in every JavaScript engine.

/** Returns a generator: mulberry32 by Tommy Ettinger, in the public domain. */
export function createRandom(seed) {
  let state = seed >>> 0;

  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  /** Returns a number of at least 0 and less than 1. */
  const unit = () => next() / 2 ** 32;
  const below = (limit) => Math.floor(unit() * limit);

  return {
    next,
    unit,
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (probability) => unit() < probability,
    pick: (list) => list[below(list.length)],
    /** Returns one of the values in a list of `[value, weight]`. */
    weighted(choices) {
      let rest = unit() * choices.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [value, weight] of choices) {
        rest -= weight;
        if (rest < 0) return value;
      }
      return choices[0][0];
    },
    /** Returns a separate generator, so that what one part of a schedule draws does not change what another part draws. */
    split: () => createRandom(next()),
  };
}
