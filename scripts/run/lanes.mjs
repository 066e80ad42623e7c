// Work side by side.

/**
 * Runs lanes side by side, the work of each in its order. Where one throws, no lane begins anything more; that error is thrown
 * once all have stopped.
 * @param {(() => Promise<unknown>)[][]} lanes
 */
export async function sideBySide(lanes) {
  const errors = [];
  const walk = async (lane) => {
    for (const work of lane) {
      if (errors.length > 0) return;
      await work().catch((error) => errors.push(error));
    }
  };
  await Promise.all(lanes.map(walk));
  if (errors.length > 0) throw errors[0];
}

/** Work that several lanes need: the first that comes does it, the others wait for it. */
export function once(work) {
  let outcome;
  return () => {
    outcome ??= work();
    return outcome;
  };
}
