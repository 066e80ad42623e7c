// Runs work in parallel.

/**
 * Runs lanes side by side. A lane is a list of asynchronous functions, which run one after another. After an error no lane begins further work; the
 * error is thrown once all lanes have stopped.
 * @param {(() => Promise<unknown>)[][]} lanes
 */
export async function sideBySide(lanes) {
  const errors = [];
  const runLane = async (lane) => {
    for (const work of lane) {
      if (errors.length > 0) return;
      await work().catch((error) => errors.push(error));
    }
  };
  await Promise.all(lanes.map(runLane));
  if (errors.length > 0) throw errors[0];
}

/** Returns a function that runs `work` at its first call; further calls get the same promise. For work that several lanes need. */
export function once(work) {
  let outcome;
  return () => {
    outcome ??= work();
    return outcome;
  };
}
