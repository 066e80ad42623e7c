// What was found, for people or for programs.

import { VERSION } from "../entry/version.js";
import type { Finding } from "./finding.js";

/** What the report is about. */
export interface Subject {
  origin: string;
  from: string | null;
  page: string | null;
}

const MARKS = { right: "ok", warning: "warning", wrong: "WRONG", unchecked: "-" };
const INDENT = " ".repeat(9);

/** One finding as lines. */
export function linesOf({ result, says, advice, code }: Finding): string {
  const first = `${MARKS[result].padEnd(INDENT.length)}${says}`;
  return advice ? `${first}\n${INDENT}${advice} [${code}]` : first;
}

/** The last lines: what it comes to. */
export function conclusionOf(findings: readonly Finding[]): string {
  const [wrong, warnings] = (["wrong", "warning"] as const).map((result) => count(findings, result));
  const warned = warnings ? `, ${warnings === 1 ? "1 warning" : `${warnings} warnings`}` : "";
  if (wrong) return `${wrong} wrong${warned}: a page would not work, or would not be safe.`;
  const within = count(findings, "unchecked") ? " in what was looked at" : "";
  return `Nothing is wrong${within}${warned}.`;
}

export const works = (findings: readonly Finding[]) => count(findings, "wrong") === 0;

export function jsonOf(subject: Subject, findings: readonly Finding[]): string {
  return JSON.stringify({ version: VERSION, ...subject, works: works(findings), findings }, null, 2);
}

function count(findings: readonly Finding[], result: Finding["result"]): number {
  return findings.filter((finding) => finding.result === result).length;
}
