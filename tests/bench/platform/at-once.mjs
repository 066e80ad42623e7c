/** Calls `work(worker)` `count` times, by `size` workers in parallel; `worker` is the number of the worker. Returns the promises of the workers. */
export function atOnce(size, count, work) {
  let left = count;
  return Array.from({ length: size }, async (_, worker) => {
    while (left > 0) {
      left -= 1;
      await work(worker);
    }
  });
}
