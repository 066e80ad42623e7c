// For adapters of frameworks that keep the value of a computation: one cell for each value that was handed out.

export interface Cell {
  value: unknown;
}

/** Returns a cell with this value: the one before, if it has that. A framework notifies its readers only of another cell. */
export const cellOf = (before: Cell | undefined, value: unknown): Cell =>
  before && Object.is(before.value, value) ? before : { value };

/**
 * Returns the value that the session has now, which the framework may not know yet. Then the cell is marked, so that the next computation makes
 * another cell, even if the session is back to the older value by then: a reader may have shown this one.
 */
export function readAhead<Value>(cell: Cell, value: Value): Value {
  if (!Object.is(cell.value, value)) cell.value = cell;
  return value;
}
