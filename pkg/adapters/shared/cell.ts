// For frameworks that keep the value of a computation (Vue, Solid): the computation returns a cell, which holds the value.

export interface Cell {
  value: unknown;
}

/** Returns a cell with this value: `before`, if that holds it already. A framework notifies its readers only if the cell is another object. */
export const cellOf = (before: Cell | undefined, value: unknown): Cell =>
  before && Object.is(before.value, value) ? before : { value };

/**
 * Returns `value`, which the session has now; the framework's cell may still hold an older one. The cell then gets a value that equals no other
 * (itself), so that the next computation makes a new cell, even if the session is back to the older value by then.
 */
export function readAhead<Value>(cell: Cell, value: Value): Value {
  if (!Object.is(cell.value, value)) cell.value = cell;
  return value;
}
