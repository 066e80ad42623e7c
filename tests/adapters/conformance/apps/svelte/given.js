/**
 * Members that the page and the components of the table of frames share: `Awaiting`, a component that awaits requests, with `experimental.async`
 * only; `values` and `hold` (`frames.js`).
 */
export const given = {};
