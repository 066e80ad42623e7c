// What the visits say: quartiles for each page, how pages compare round by round, and what each page loads.

import { median, quantile } from "../quantiles.mjs";
import { medianInterval } from "./interval.mjs";
import { COMPARISONS } from "./pages.mjs";

/** Quartiles of the time until `until` (`knownMs`, `readyMs`), for each page that knows it at each slowdown. */
export function quartiles(visits, pages, slowdowns, until) {
  const knowing = pages.filter((page) =>
    visits.some((visit) => visit.page === page && visit[until] !== undefined),
  );
  return slowdowns.flatMap((slowdown) =>
    knowing.map((page) => {
      const times = timesOf(visits, page, slowdown, until);
      return {
        page,
        slowdown,
        until,
        p25: quantile(times, 0.25),
        median: median(times),
        p75: quantile(times, 0.75),
      };
    }),
  );
}

/**
 * For each comparison and slowdown, the median of the rounds' own ratios with its interval, and what that says of the
 * limit. The two visits of a pair are seconds apart: what slows the machine for longer slows both.
 */
export function ratios(visits, pages, slowdowns) {
  const compared = COMPARISONS.filter(({ of, to }) => pages.includes(of) && pages.includes(to));
  return slowdowns.flatMap((slowdown) =>
    compared.map(({ name, of, to, until = "knownMs", limit }) => {
      const others = timesOf(visits, to, slowdown, until);
      const paired = timesOf(visits, of, slowdown, until).map((time, round) => time / others[round]);
      const [low, high] = medianInterval(paired);
      return {
        name,
        slowdown,
        limit,
        ratio: median(paired),
        low,
        high,
        verdict: verdictOf(low, high, limit),
      };
    }),
  );
}

/** Where the interval holds the limit, this run cannot tell. */
function verdictOf(low, high, limit) {
  if (limit === undefined) return null;
  if (high <= limit) return "within";
  return low > limit ? "above" : "undecided";
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
function timesOf(visits, page, slowdown, until) {
  return visits
    .filter((visit) => visit.page === page && visit.slowdown === slowdown)
    .map((visit) => visit[until]);
}
