// Where things are in this checkout, and the environment in which its commands run.

import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The crate's tools, installed into the project so that their versions are the project's own. */
export const toolsDirectory = join(root, ".tools");
export const toolsBin = join(toolsDirectory, "bin");

/** The folder of the npm package that is shipped, and the part of it that wasm-pack generates. */
export const packageDirectory = join(root, "pkg");
export const wasmDirectory = join(packageDirectory, "wasm");

const npmBin = join(root, "node_modules", ".bin");
// Where rustup puts its commands; a shell that never read the user's profile has it not on the PATH.
const cargoBin = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "bin");

/** What every command of this project runs in: on the PATH the pinned tools come first, then those of npm. */
export const environment = {
  ...process.env,
  PATH: [toolsBin, npmBin, process.env.PATH, cargoBin].join(delimiter),
  CARGO_TERM_COLOR: process.env.CARGO_TERM_COLOR ?? "never",
};

/** A file of the project as text. */
export function readProjectFile(path) {
  return readFileSync(join(root, path), "utf8");
}
