/**
 * What the page and the components of the table of frames give each other: `Awaiting`, what waits for requests, where it was compiled with
 * `experimental.async`; `values`; and `hold`.
 */
export const given = {};
