// Properties that only the entry's own files read, by name. They get short names in what is shipped.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./project.mjs";
import { StepFailed } from "./run.mjs";

/** No name of these is the package's, the browser's or a page's, and none is ever read by a text. */
const PRIVATE = [
  "ask",
  "assertRunning",
  "attempt",
  "began",
  "begin",
  "broadcast",
  "calls",
  "catalogue",
  "deadline",
  "deliver",
  "engine",
  "face",
  "fail",
  "failures",
  "final",
  "first",
  "hear",
  "identity",
  "isClosed",
  "isOver",
  "isRunning",
  "isWaiting",
  "kind",
  "known",
  "loadInstance",
  "listed",
  "lost",
  "mayComeLater",
  "mayReturnTo",
  "never",
  "nothing",
  "notices",
  "notify",
  "optional",
  "owner",
  "pending",
  "publish",
  "refreshPermissions",
  "refusal",
  "refuseAll",
  "rejectAll",
  "rolesChanged",
  "rolesRefusal",
  "send",
  "settle",
  "showable",
  "shown",
  "signedOut",
  "started",
  "starting",
  "telling",
  "told",
  "userOf",
  "wake",
  "whenRunning",
  "words",
];

const ENTRY = "pkg/entry";

/** The names as esbuild takes them. Fails where one is public, or written as a text. */
export function privateNames() {
  const sources = readdirSync(join(root, ENTRY)).map((name) => join(ENTRY, name));
  const code = sources.map((path) => readFileSync(join(root, path), "utf8")).join("\n");
  const declared = readFileSync(join(root, "pkg/index.d.ts"), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  for (const name of PRIVATE) {
    if (new RegExp(`\\b${name}\\??\\s*[:(]`).test(declared)) throw new StepFailed(`${name} is public.`);
    if (new RegExp(`"${name}"`).test(code)) throw new StepFailed(`${name} is written as a text.`);
    if (!new RegExp(`\\b${name}\\b`).test(code)) throw new StepFailed(`Nothing is called ${name} any more.`);
  }
  return new RegExp(`^(?:${PRIVATE.join("|")})$`);
}
