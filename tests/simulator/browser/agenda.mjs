// The clocks of the machine, and everything that is due later: timers, answers and messages under way.

/** Makes a monotonic and a wall clock. They differ only after the machine has slept or its clock was set. */
export function createAgenda(wallMs) {
  const items = [];
  let mono = 0;
  let wall = wallMs;
  let order = 0;

  const takeFirst = (limit) => {
    let first = -1;
    for (let index = 0; index < items.length; index++) {
      const item = items[index];
      if (item.due > limit) continue;
      const best = items[first];
      if (first < 0 || item.due < best.due || (item.due === best.due && item.order < best.order))
        first = index;
    }
    if (first < 0) return undefined;
    const item = items[first];
    items[first] = items[items.length - 1];
    items.pop();
    return item;
  };

  return {
    monoMs: () => mono,
    wallMs: () => wall,
    /** Calls `act` in `afterMs`. Returns the item, for `remove`. */
    add(afterMs, act) {
      const item = { due: mono + Math.max(0, Math.floor(afterMs)), order: order++, act };
      items.push(item);
      return item;
    },
    remove(item) {
      const index = items.indexOf(item);
      if (index >= 0) items.splice(index, 1);
    },
    /** Removes the next item that is due up to `limit` on the monotonic clock, sets both clocks to its time, and returns it. */
    next(limit) {
      const item = takeFirst(limit);
      if (item) this.runTo(item.due);
      return item;
    },
    runTo(moment) {
      if (moment <= mono) return;
      wall += moment - mono;
      mono = moment;
    },
    /** Makes the clocks jump, as when the machine sleeps or a clock is set: what was due meanwhile comes late. */
    jump(wallBy, monoBy) {
      wall += wallBy;
      mono += monoBy;
    },
  };
}
