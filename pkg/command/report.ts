// The report of `platform-session check`, as lines for people or as JSON for programs.

import { VERSION } from "../entry/version.js";
import type { Finding } from "./finding.js";

/** What was checked: the deployment's origin, the page's origin if it is another, and the page's address if one was given. */
export interface Subject {
  origin: string;
  from: string | null;
  page: string | null;
}

const MARKS = { right: "ok", warning: "warning", wrong: "WRONG", unchecked: "-" };
const INDENT = " ".repeat(9);

/** Returns a finding as one or two lines. */
export function linesOf({ result, says, advice, code }: Finding): string {
  const first = `${MARKS[result].padEnd(INDENT.length)}${says}`;
  return advice ? `${first}\n${INDENT}${advice} [${code}]` : first;
}

/** Returns the last line of the report, which sums up the findings. */
export function conclusionOf(findings: readonly Finding[]): string {
  const [wrong, warnings] = (["wrong", "warning"] as const).map((result) => count(findings, result));
  const warningText = warnings ? `, ${warnings === 1 ? "1 warning" : `${warnings} warnings`}` : "";
  if (wrong) return `${wrong} wrong${warningText}: a page would not work, or would not be safe.`;
  const scope = count(findings, "unchecked") ? " in what was looked at" : "";
  return `Nothing is wrong${scope}${warningText}.`;
}

/** Whether a page would work: no finding is wrong. */
export const works = (findings: readonly Finding[]) => count(findings, "wrong") === 0;

export function jsonOf(subject: Subject, findings: readonly Finding[]): string {
  return JSON.stringify({ version: VERSION, ...subject, works: works(findings), findings }, null, 2);
}

function count(findings: readonly Finding[], result: Finding["result"]): number {
  return findings.filter((finding) => finding.result === result).length;
}
