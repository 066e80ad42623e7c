// Evaluates the visits: the quartiles of each page, the ratios of pages within each round, and what each page loads.

import { median, quantile } from "../../quantiles.mjs";
import { COMPARISONS, LIMIT } from "../pages.mjs";
import { medianInterval } from "./interval.mjs";

/** A verdict needs at least so many rounds. */
export const LEAST_ROUNDS = 15;

/** The times of a visit. */
const MOMENTS = ["known", "gate", "ready"];

/**
 * Returns for each condition one row for each page: the quartiles of each moment, and the ratio of the first gate to that of the page `LIMIT`.
 */
export function summaries(visits, pages, conditions) {
  return conditions.map((condition) => ({
    condition,
    rows: pages.map((page) => ({
      page,
      ...Object.fromEntries(
        MOMENTS.map((moment) => [moment, quartilesOf(timesOf(visits, page, condition, moment))]),
      ),
      ...againstLimit(visits, page, condition, pages),
    })),
  }));
}

function againstLimit(visits, page, condition, pages) {
  if (page === LIMIT || !pages.includes(LIMIT)) return {};
  const times = timesOf(visits, page, condition, "gate");
  const limits = timesOf(visits, LIMIT, condition, "gate");
  return {
    ratio: withInterval(times.map((time, round) => time / limits[round])),
  };
}

function quartilesOf(times) {
  if (times.length === 0) return undefined;
  return { p25: quantile(times, 0.25), median: median(times), p75: quantile(times, 0.75) };
}

function withInterval(numbers) {
  const [low, high] = medianInterval(numbers);
  return { median: median(numbers), low, high };
}

/**
 * Returns for each condition and comparison the median of the ratios within each round, its interval, and the verdict on the limit. The two
 * visits of a round are only seconds apart, so most other work on the machine slows both.
 */
export function comparisons(visits, pages, conditions) {
  const compared = COMPARISONS.filter(({ of, to }) => pages.includes(of) && pages.includes(to));
  return conditions.flatMap((condition) =>
    compared.map(({ name, of, to, until = "gate", limit: limits }) => {
      const otherTimes = timesOf(visits, to, condition, until);
      const ratios = timesOf(visits, of, condition, until).map((time, round) => time / otherTimes[round]);
      const ratio = withInterval(ratios);
      // The limits are for a first visit with 40 ms latency.
      const isLimited = condition.cache === "cold" && condition.latency === 40;
      const limit = isLimited ? limits?.[condition.slowdown] : undefined;
      return { condition, name, until, ratio, limit, verdict: verdictOf(ratio, limit, ratios.length) };
    }),
  );
}

/** If the limit lies within the interval, or there are too few rounds, the verdict is undecided. */
function verdictOf({ low, high }, limit, rounds) {
  if (limit === undefined) return null;
  if (rounds < LEAST_ROUNDS) return "undecided";
  if (high <= limit) return "within";
  return low > limit ? "above" : "undecided";
}

/** Returns every path that a page requested in any visit, apart from its document. */
export function requestedBy(visits, page) {
  const paths = visits.filter((visit) => visit.page === page).flatMap((visit) => visit.requests);
  return [...new Set(paths)].filter((path) => !path.endsWith(".html"));
}

/** Returns the files that a page loads, with their compressed bytes. The session answer is not counted. */
export function loadedBy(visits, page, bytesOf) {
  return requestedBy(visits, page)
    .filter((path) => !path.startsWith("/api/"))
    .map((path) => ({ path, bytes: bytesOf(path) }));
}

/** Returns the bytes of all files together. */
export function sumOf(files) {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Returns the requests that a page made more than once in a visit, as a preload causes that the page does not use. */
export function repeatedRequests(visits) {
  const repeated = visits.flatMap(({ page, requests }) =>
    requests.filter((path, index) => requests.indexOf(path) !== index).map((path) => `${page}: ${path}`),
  );
  return [...new Set(repeated)];
}

/** Returns the times of a moment by round, so that the same index of two pages is the same round. */
function timesOf(visits, page, condition, moment) {
  return visits
    .filter((visit) => visit.page === page && visit.condition === condition && visit[moment] !== undefined)
    .map((visit) => visit[moment]);
}
