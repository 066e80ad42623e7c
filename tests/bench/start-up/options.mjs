// The command-line options of this bench.

import { setPriority } from "node:os";
import { resolve } from "node:path";
import { build } from "../../../scripts/build.mjs";
import { packageDirectory } from "../../../scripts/run/project.mjs";
import { StepFailed } from "../../../scripts/run/run.mjs";
import { setup } from "../../../scripts/setup.mjs";
import { conditionsOf, KINDS } from "./conditions.mjs";
import { bundlesOf } from "./libraries/bundles.mjs";
import { chosenPages, PAGES } from "./pages.mjs";
import { siteOf } from "./servers/site.mjs";

/** The priority of the processes with `--urgent`. */
const URGENT = -5;

const text = { type: "string" };
export const flag = { type: "boolean", default: false };

/** Options that choose what is visited, for `parseArgs`. */
export const CHOICES = {
  pages: text,
  pkg: text,
  other: text,
  urgent: flag,
  ...Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, text])),
};

/** Parses the value of an option as a whole number above 0. */
export function countOf(name, given) {
  const count = Number(given);
  if (Number.isInteger(count) && count > 0) return count;
  throw new StepFailed(`--${name} takes a whole number above 0.`);
}

/** Returns the chosen pages and conditions. `isAll`: without options, every condition. */
export function chosen(options, { isAll = false } = {}) {
  const pages = chosenPages({ named: options.pages?.split(","), withOther: options.other !== undefined });
  if (pages.length === 0) throw new StepFailed("--pages names no page of pages.mjs.");
  const kinds = Object.entries(KINDS).map(([kind, { of, usual }]) => {
    const named = options[kind]?.split(",");
    if (named === undefined) return [kind, isAll ? of : usual];
    const values = of.filter((value) => named.includes(String(value)));
    if (values.length < named.length) throw new StepFailed(`--${kind} takes ${of.join(", ")}.`);
    return [kind, values];
  });
  return { pages, conditions: conditionsOf(Object.fromEntries(kinds)) };
}

/** Builds the package, unless `--pkg` is given, and returns the files to serve. */
export async function builtSite(options, pages) {
  await setup({ browser: true });
  if (options.pkg === undefined) await build();
  // The processes that are started from here on inherit the priority.
  if (options.urgent) setPriority(URGENT);
  const builds = {
    this: options.pkg ? resolve(options.pkg) : packageDirectory,
    ...(options.other && { other: resolve(options.other) }),
  };
  return siteOf(builds, await bundlesOf(pages.flatMap((page) => PAGES[page].library ?? [])));
}
