/** Calls `work` `count` times, never more than `size` at once, with the number of the worker that does: the workers' promises. */
export function atOnce(size, count, work) {
  let left = count;
  return Array.from({ length: size }, async (_, worker) => {
    while (left > 0) {
      left -= 1;
      await work(worker);
    }
  });
}
