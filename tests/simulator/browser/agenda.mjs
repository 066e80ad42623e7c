// The time, and all that is due later: timers, answers and messages under way.

/** Makes two clocks that run together, unless the machine sleeps or the wall clock is set. */
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
    /** Has `act` happen `afterMs` from now. */
    add(afterMs, act) {
      const item = { due: mono + Math.max(0, Math.floor(afterMs)), order: order++, act };
      items.push(item);
      return item;
    },
    remove(item) {
      const index = items.indexOf(item);
      if (index >= 0) items.splice(index, 1);
    },
    /** Takes out what comes next, up to `limit` on the monotonic clock, and turns both clocks to its time. */
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
    /** Makes the clocks jump, as the machine sleeps or a clock is set: what was due comes late. */
    jump(wallBy, monoBy) {
      wall += wallBy;
      mono += monoBy;
    },
  };
}
