/** The longest wait that a browser's timer, or Node's, can hold, in milliseconds: after a longer one it fires at once. */
export const LONGEST_MS = 2 ** 31 - 1;
