// Makes the table of tools as Markdown, from the results of the last run of the consumer tests.

import { readResults } from "../../tests/consumers/support/seen.mjs";
import { TOOLS } from "../../tests/consumers/support/tools.mjs";

const NOTHING_SEEN = { versions: {}, policy: null };
const HEAD = ["| tool | tested with | policy | what it needs |", "|---|---|---|---|"];

/** Returns the table for docs/bundlers.md, with one row for each tool. */
export function tableOfConsumers() {
  const rows = everyTool().map(({ tool, how = "", versions, policy }) => {
    const tested = Object.entries(versions).map(
      ([name, version]) => `${name.replace(/-\d+$/, "")} ${version}`,
    );
    return rowOf(tool, tested.join(", "), policyOf(policy), how);
  });
  return [...HEAD, ...rows].join("\n");
}

function everyTool() {
  const results = readResults();
  return Object.entries(TOOLS).map(([tool, about]) => ({
    tool,
    ...about,
    ...(results[tool] ?? NOTHING_SEEN),
  }));
}

/** `additions`: the sources that were allowed besides the strict policy; `null`: the tool was tested without a policy. */
const policyOf = (additions) => (additions === null ? "–" : ["strict", additions].filter(Boolean).join(", "));

const rowOf = (...cells) => `| ${cells.join(" | ")} |`;
