// The licences that the package carries: the repository's, and those of the crates that are compiled into the WebAssembly.

import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { packageDirectory, root } from "../run/project.mjs";
import { outputOf } from "../run/run.mjs";

const OWN = ["LICENSE-APACHE", "LICENSE-MIT"];
const TARGET = "wasm32-unknown-unknown";
/** Of two that may be chosen, the shorter one. */
const IS_LICENCE = [/^licen[cs]e-mit/i, /^licen[cs]e(\.|$)/i, /^licen[cs]e/i];

export async function writeLicences() {
  for (const name of OWN) copyFileSync(join(root, name), join(packageDirectory, name));
  const parts = (await compiledIn()).map(({ name, version, license, text }) =>
    [`${name} ${version}: ${license}`, text].filter(Boolean).join("\n\n"),
  );
  const heading = "What is compiled into the WebAssembly, beside Rust's own libraries (MIT OR Apache-2.0):";
  writeFileSync(
    join(packageDirectory, "LICENSE-THIRD-PARTY"),
    `${[heading, ...parts].join(`\n\n${"-".repeat(72)}\n\n`)}\n`,
  );
}

/** Each crate: `{ name, version, license, text }`, by name. */
async function compiledIn() {
  const tree = [
    "tree",
    "--package",
    "platform-session",
    "--edges",
    "normal,no-proc-macro",
    "--target",
    TARGET,
  ];
  const lines = await outputOf("cargo", [...tree, "--prefix", "none", "--format", "{p}"]);
  const named = new Set(lines.split("\n").map((line) => line.split(" ").slice(0, 2).join(" ")));
  const metadata = ["metadata", "--format-version", "1", "--filter-platform", TARGET];
  const { packages } = JSON.parse(await outputOf("cargo", metadata));
  return packages
    .filter(({ name, version, source }) => source && named.has(`${name} v${version}`))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((crate) => ({ ...crate, text: licenceIn(dirname(crate.manifest_path)) }));
}

function licenceIn(folder) {
  const files = readdirSync(folder).sort();
  const file = IS_LICENCE.map((pattern) => files.find((name) => pattern.test(name))).find(Boolean);
  return file && readFileSync(join(folder, file), "utf8").trim();
}
