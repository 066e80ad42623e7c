// Checks rules that no compiler knows: the pure layers use neither web types nor clocks nor I/O, and shipped code stores nothing that
// scripts can read.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ENTRY_POINTS } from "../build/entry-points.mjs";
import { readProjectFile, root } from "../run/project.mjs";
import { StepFailed } from "../run/run.mjs";

const RULES = [
  {
    rule: "src/api and src/core know no web types",
    folders: ["src/api", "src/core"],
    files: /\.rs$/,
    forbidden: /\b(?:web_sys|js_sys|wasm_bindgen\w*|gloo\w*|serde_wasm_bindgen)\b/,
  },
  {
    rule: "src/api and src/core read no clock and do no I/O",
    folders: ["src/api", "src/core"],
    files: /\.rs$/,
    forbidden: /\b(?:Instant|SystemTime)::now\b|\bstd::(?:fs|net|io|process|thread|env)\b/,
  },
  {
    rule: "shipped code keeps nothing where scripts can read it",
    folders: ["src", "pkg"],
    files: /\.(?:rs|js|mjs|ts)$/,
    // `replaceState(null, …)` is allowed: it stores nothing and only changes the address.
    forbidden:
      /\b(?:local_?storage|session_?storage|indexed_?db|cookieStore|document\.cookie|window\.name|caches|history\.(?:state|pushState|replaceState(?!\(null,))|(?:push|replace)_state)\b|\b(?:Storage|CacheStorage|IdbFactory|HtmlDocument|History)\b/,
  },
];

/** Checks the sources. Fails with every line that breaks a rule. */
export function checkPurity() {
  const violations = RULES.flatMap(({ rule, folders, files, forbidden }) =>
    folders
      .flatMap((folder) => sourcesIn(folder, files))
      .flatMap((path) =>
        codeLines(path)
          .filter(({ code }) => forbidden.test(code))
          .map(({ number, code }) => `${path}:${number}: ${code.trim()}\n    ${rule}`),
      ),
  );
  if (violations.length > 0) throw new StepFailed(`Layers and storage:\n  ${violations.join("\n  ")}`);
}

// Built files: their sources are checked.
const GENERATED = ["pkg/wasm/", "pkg/dist/", ...ENTRY_POINTS.map(({ output }) => output)];

function sourcesIn(folder, files) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => files.test(path) && !path.includes("node_modules"))
    .filter((path) => !GENERATED.some((generated) => path.startsWith(generated)));
}

/** Returns the lines of code with their numbers. Comments are left out: they may name what code must not use. */
function codeLines(path) {
  return readProjectFile(path)
    .split("\n")
    .map((code, index) => ({ code, number: index + 1 }))
    .filter(({ code }) => !/^\s*(?:\/\/|\/?\*)/.test(code));
}
