// For adapters of frameworks that keep the value of a computation: one cell for each value that was handed out.

export interface Cell {
  value: unknown;
}

/** The cell of this value: the one before, if it has this value. A framework passes on only another cell. */
export const cellOf = (before: Cell | undefined, value: unknown): Cell =>
  before && Object.is(before.value, value) ? before : { value };

/**
 * The session has this value now; the framework may not know it yet. Then the next computation makes another cell whatever the value is by
 * then, for what has read this one shows it.
 */
export function readAhead<Value>(cell: Cell, value: Value): Value {
  if (!Object.is(cell.value, value)) cell.value = cell;
  return value;
}
