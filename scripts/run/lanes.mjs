// Work side by side.

/**
 * Runs lanes side by side, the work of each in its order. One that has nothing left takes over what another would do last. Where
 * one throws, no lane begins anything more; that error is thrown once all have stopped.
 * @param {(() => Promise<unknown>)[][]} lanes
 */
export async function sideBySide(lanes) {
  const errors = [];
  const left = lanes.map((lane) => [...lane]);
  const next = (own) => own.shift() ?? left.toSorted((a, b) => b.length - a.length)[0].pop();
  const walk = async (own) => {
    for (let work = next(own); work && errors.length === 0; work = next(own))
      await work().catch((error) => errors.push(error));
  };
  await Promise.all(left.map(walk));
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
