// Evaluates the rounds: quartiles, ratios within a round, and which targets are reached.

import { median, quantile } from "../quantiles.mjs";
import { TARGETS } from "./contestants.mjs";

/** Returns one row for each contestant. `measured`: the results of each contestant, by round. */
export function rowsOf({ unit, contestants }, measured) {
  const timesOf = (label) => {
    const index = contestants.findIndex((contestant) => contestant.label === label);
    return measured[index]?.map((result) => result[unit]);
  };
  return contestants.map(({ label, to }, index) => {
    const times = timesOf(label);
    return {
      label,
      to,
      median: median(times),
      p25: quantile(times, 0.25),
      p75: quantile(times, 0.75),
      ratio: to === undefined ? undefined : ratioOf(times, timesOf(to)),
      renders: Math.max(...measured[index].map(({ renders = Number.NaN }) => renders)),
      times,
    };
  });
}

/** The median of the ratios within each round. */
const ratioOf = (times, otherTimes) => median(times.map((time, round) => time / otherTimes[round]));

/** Returns the targets with their results. `rows`: the rows of each bench, by its name. */
export function targetsOf(rows) {
  return TARGETS.map(({ bench, of, to, ratio, renders, most, least, readme }) => {
    const find = (label) => rows[bench].find((row) => row.label === label);
    const row = find(of);
    let reached = renders ? row.renders : row.median;
    if (ratio) reached = to ? ratioOf(row.times, find(to).times) : row.ratio;
    let what = `${of}: milliseconds`;
    if (renders) what = `${of}: components that render again`;
    if (ratio) what = `${of}, against ${to ?? row.to}`;
    return {
      what,
      readme,
      target: most === undefined ? `at least ${least}` : `at most ${most}`,
      reached,
      isKept: most === undefined ? reached >= least : reached <= most,
    };
  });
}
