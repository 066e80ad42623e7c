// The tables of tools, as Markdown: what the tests of the consumers saw when they were last made.

import { readResults } from "../../tests/consumers/support/seen.mjs";
import { TOOLS } from "../../tests/consumers/support/tools.mjs";

const NOTHING_SEEN = { versions: {}, policy: null };
const HEAD = ["| tool | tested with | policy | what it needs |", "|---|---|---|---|"];

/** One row for each tool, for docs/bundlers.md. */
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

const policyOf = (besides) => (besides === null ? "–" : ["strict", besides].filter(Boolean).join(", "));

const rowOf = (...cells) => `| ${cells.join(" | ")} |`;
