// What the visits say: quartiles for each page, how pages compare round by round, and what each page loads.

import { median, quantile } from "../../quantiles.mjs";
import { COMPARISONS, LIMIT } from "../pages.mjs";
import { medianInterval } from "./interval.mjs";

/** How many rounds a verdict needs. */
export const LEAST_ROUNDS = 15;

/** What is measured of a visit. */
const MOMENTS = ["known", "gate", "ready"];

/**
 * Returns for each condition one row a page: quartiles of each moment, and the first gate against the limit's within a round.
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
 * Returns for each condition and comparison the median of the rounds' own ratios with its interval, and what that says of the
 * limit. The two visits of a pair are seconds apart: what slows the machine for longer slows both.
 */
export function comparisons(visits, pages, conditions) {
  const compared = COMPARISONS.filter(({ of, to }) => pages.includes(of) && pages.includes(to));
  return conditions.flatMap((condition) =>
    compared.map(({ name, of, to, until = "gate", limit: limits }) => {
      const others = timesOf(visits, to, condition, until);
      const ratios = timesOf(visits, of, condition, until).map((time, round) => time / others[round]);
      const ratio = withInterval(ratios);
      // The limits are for the visit that hurts: the first, from near by.
      const isLimited = condition.cache === "cold" && condition.latency === 40;
      const limit = isLimited ? limits?.[condition.slowdown] : undefined;
      return { condition, name, until, ratio, limit, verdict: verdictOf(ratio, limit, ratios.length) };
    }),
  );
}

/** Where the interval holds the limit, or there are few rounds, this run cannot tell. */
function verdictOf({ low, high }, limit, rounds) {
  if (limit === undefined) return null;
  if (rounds < LEAST_ROUNDS) return "undecided";
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

/** Returns the times of a moment in the order of the rounds, so that equal places of two pages belong to one round. */
function timesOf(visits, page, condition, moment) {
  return visits
    .filter((visit) => visit.page === page && visit.condition === condition && visit[moment] !== undefined)
    .map((visit) => visit[moment]);
}
