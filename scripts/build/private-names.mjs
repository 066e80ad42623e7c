// Properties that only the entry's own files read, by name. They get short names in what is shipped.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run/project.mjs";
import { StepFailed } from "../run/run.mjs";

/** No name of these is the package's, the browser's or a page's, and none is ever read by a text. */
const PRIVATE = [
  "age",
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
  "hearFirst",
  "heard",
  "identity",
  "isClosed",
  "isOver",
  "isRunning",
  "isWaiting",
  "kind",
  "known",
  "last",
  "loadInstance",
  "long",
  "looked",
  "lost",
  "mayComeLater",
  "mayReturnTo",
  "module",
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
  "signIn",
  "signOut",
  "signedOut",
  "started",
  "starting",
  "telling",
  "told",
  "unsaid",
  "unseen",
  "userOf",
  "wake",
  "whenRunning",
  "windowGone",
  "windowOpened",
  "word",
  "words",
];

const ENTRY = "pkg/entry";

/** For the most used first. The order is chosen by the bytes after Brotli. */
const LETTERS = "etayhrosldwufpcibmngvOjkASMTExzLPRUIN_CFJDqBWGHKVXQYZ$";

/**
 * What esbuild is told of the names. The most used get one letter each: esbuild itself would leave out the letters that
 * are names of the glue, which are never found on the same object. Fails where a name is public, or written as a text.
 */
export function privateNames() {
  const sources = readdirSync(join(root, ENTRY)).map((name) => join(ENTRY, name));
  const code = sources.map((path) => readFileSync(join(root, path), "utf8")).join("\n");
  const declared = readFileSync(join(root, "pkg/index.d.ts"), "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  for (const name of PRIVATE) {
    if (new RegExp(`\\b${name}\\??\\s*[:(]`).test(declared)) throw new StepFailed(`${name} is public.`);
    if (new RegExp(`"${name}"`).test(code)) throw new StepFailed(`${name} is written as a text.`);
    if (!new RegExp(`\\b${name}\\b`).test(code)) throw new StepFailed(`Nothing is called ${name} any more.`);
  }
  const uses = (name) => code.split(new RegExp(`\\b${name}\\b`)).length;
  const byUse = [...PRIVATE].sort((one, other) => uses(other) - uses(one));
  return {
    mangleProps: new RegExp(`^(?:${PRIVATE.join("|")})$`),
    mangleCache: Object.fromEntries(
      byUse.slice(0, LETTERS.length).map((name, index) => [name, LETTERS[index]]),
    ),
  };
}
