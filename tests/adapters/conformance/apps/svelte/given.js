/**
 * The values that the page and the components of the table of frames give each other: `Awaiting`, a component that waits for requests, where
 * it was compiled with `experimental.async`; `values`; and `hold`.
 */
export const given = {};
