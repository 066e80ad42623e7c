// The two rules that no compiler holds: what the pure layers may know, and where shipped code may keep things.

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
    // `replaceState(null, …)` keeps nothing: it takes an address away.
    forbidden:
      /\b(?:local_?storage|session_?storage|indexed_?db|cookieStore|document\.cookie|window\.name|caches|history\.(?:state|pushState|replaceState(?!\(null,))|(?:push|replace)_state)\b|\b(?:Storage|CacheStorage|IdbFactory|HtmlDocument|History)\b/,
  },
];

/** Holds the sources to the rules, and names every line that breaks one. */
export function checkPurity() {
  const broken = RULES.flatMap(({ rule, folders, files, forbidden }) =>
    folders
      .flatMap((folder) => sourcesIn(folder, files))
      .flatMap((path) =>
        codeLines(path)
          .filter(({ code }) => forbidden.test(code))
          .map(({ number, code }) => `${path}:${number}: ${code.trim()}\n    ${rule}`),
      ),
  );
  if (broken.length > 0) throw new StepFailed(`Layers and storage:\n  ${broken.join("\n  ")}`);
}

// Built from sources that are checked themselves.
const GENERATED = ["pkg/wasm/", "pkg/dist/", ...ENTRY_POINTS.map(({ output }) => output)];

function sourcesIn(folder, files) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => files.test(path) && !path.includes("node_modules"))
    .filter((path) => !GENERATED.some((generated) => path.startsWith(generated)));
}

/** The lines of code: a comment may name what code may not. */
function codeLines(path) {
  return readProjectFile(path)
    .split("\n")
    .map((code, index) => ({ code, number: index + 1 }))
    .filter(({ code }) => !/^\s*(?:\/\/|\/?\*)/.test(code));
}
