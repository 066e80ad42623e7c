// Lists the crates that are compiled into the WebAssembly.

import { outputOf } from "../run/run.mjs";

const TARGET = "wasm32-unknown-unknown";

/**
 * Returns the crates of other authors that are compiled in: each as cargo's metadata has it, with `needs`, the ids of the crates in this list that
 * it depends on.
 */
export async function compiledCrates() {
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
  const inTree = new Set(lines.split("\n").map((line) => line.split(" ").slice(0, 2).join(" ")));
  const metadata = ["metadata", "--format-version", "1", "--filter-platform", TARGET];
  const { packages, resolve } = JSON.parse(await outputOf("cargo", metadata));
  const crates = packages
    .filter(({ name, version, source }) => source && inTree.has(`${name} v${version}`))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const ids = new Set(crates.map(({ id }) => id));
  const needs = new Map(resolve.nodes.map(({ id, deps }) => [id, deps.filter(isOfTheProgram)]));
  return crates.map((crate) => ({
    ...crate,
    needs: needs
      .get(crate.id)
      .map(({ pkg }) => pkg)
      .filter((id) => ids.has(id)),
  }));
}

/** Whether a dependency is one of the program itself, and not only of its build script or its tests. */
const isOfTheProgram = ({ dep_kinds: kinds }) => kinds.some(({ kind }) => kind === null);
