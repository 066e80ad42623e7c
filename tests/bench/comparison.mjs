// What the visits say: quartiles for each page, how pages compare round by round, and what each page loads.

import { median, quantile } from "./quantiles.mjs";

/** The pages that are compared, and the most that one may take of another. */
export const COMPARISONS = [
  { name: "c/b", of: "plain-import", to: "naive", limit: 1.1 },
  { name: "d/a", of: "head-snippet", to: "inline-fetch", limit: 1.25 },
];

/** Quartiles of the time to a known session, for each page at each slowdown. */
export function quartiles(visits, pages, slowdowns) {
  return slowdowns.flatMap((slowdown) =>
    pages.map((page) => {
      const times = timesOf(visits, page, slowdown);
      return {
        page,
        slowdown,
        p25: quantile(times, 0.25),
        median: median(times),
        p75: quantile(times, 0.75),
      };
    }),
  );
}

/** For each comparison and slowdown, the ratio of the medians and the median of the rounds' own ratios. */
export function ratios(visits, slowdowns) {
  return slowdowns.flatMap((slowdown) =>
    COMPARISONS.map(({ name, of, to, limit }) => {
      const numerators = timesOf(visits, of, slowdown);
      const denominators = timesOf(visits, to, slowdown);
      return {
        name,
        slowdown,
        limit,
        ofMedians: median(numerators) / median(denominators),
        paired: median(numerators.map((time, round) => time / denominators[round])),
      };
    }),
  );
}

/** Every path that a page asked for in any visit, beside its document. */
export function requestedBy(visits, page) {
  const paths = visits.filter((visit) => visit.page === page).flatMap((visit) => visit.requests);
  return [...new Set(paths)].filter((path) => !path.endsWith(".html"));
}

/** What a page loads, the session answer not counted: path and compressed bytes. */
export function loadedBy(visits, page, bytesOf) {
  return requestedBy(visits, page)
    .filter((path) => !path.startsWith("/api/"))
    .map((path) => ({ path, bytes: bytesOf(path) }));
}

/** The bytes of these files together. */
export function sumOf(files) {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The requests that a page made more than once in a visit; a preload that is not used shows here. */
export function repeatedRequests(visits) {
  const repeated = visits.flatMap(({ page, requests }) =>
    requests.filter((path, index) => requests.indexOf(path) !== index).map((path) => `${page}: ${path}`),
  );
  return [...new Set(repeated)];
}

/** In the order of the rounds, so that equal places of two pages belong to one round. */
function timesOf(visits, page, slowdown) {
  return visits
    .filter((visit) => visit.page === page && visit.slowdown === slowdown)
    .map((visit) => visit.knownMs);
}
