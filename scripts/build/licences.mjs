// Writes the licences into the package: the repository's own, and those of the crates that are compiled into the WebAssembly.

import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packageDirectory, root } from "../run/project.mjs";

const OWN = ["LICENSE-APACHE", "LICENSE-MIT"];
/** Patterns for the name of a licence file. The first that matches counts: MIT is the shortest where a crate has several. */
const LICENCE_FILES = [/^licen[cs]e-mit/i, /^licen[cs]e(\.|$)/i, /^licen[cs]e/i];

/** `crates`: the result of `compiledCrates`. */
export function writeLicences(crates) {
  for (const name of OWN) copyFileSync(join(root, name), join(packageDirectory, name));
  const parts = crates.map(({ name, version, license, manifest_path: manifest }) =>
    [`${name} ${version}: ${license}`, licenceIn(dirname(manifest))].filter(Boolean).join("\n\n"),
  );
  const heading = "What is compiled into the WebAssembly, beside Rust's own libraries (MIT OR Apache-2.0):";
  writeFileSync(
    join(packageDirectory, "LICENSE-THIRD-PARTY"),
    `${[heading, ...parts].join(`\n\n${"-".repeat(72)}\n\n`)}\n`,
  );
}

function licenceIn(folder) {
  const files = readdirSync(folder).sort();
  const file = LICENCE_FILES.map((pattern) => files.find((name) => pattern.test(name))).find(Boolean);
  return file && readFileSync(join(folder, file), "utf8").trim();
}
