// The paths of this checkout, and the environment variables for its commands.

import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../..", import.meta.url));

/** The folder of tools that are installed into the project, so that it decides on their versions. */
export const toolsDirectory = join(root, ".tools");
export const toolsBin = join(toolsDirectory, "bin");

/** The folder of the npm package that is shipped, and the part of it that wasm-pack generates. */
export const packageDirectory = join(root, "pkg");
export const wasmDirectory = join(packageDirectory, "wasm");

const npmBin = join(root, "node_modules", ".bin");
// The folder of rustup's commands, which is not on the PATH of a shell that has not read the user's profile.
const cargoBin = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "bin");

/** The environment of every command. On the PATH the project's own tools come first, then those of npm. */
export const environment = {
  ...process.env,
  PATH: [toolsBin, npmBin, process.env.PATH, cargoBin].join(delimiter),
  CARGO_TERM_COLOR: process.env.CARGO_TERM_COLOR ?? "never",
};

/** Returns the text of a file of the project. */
export function readProjectFile(path) {
  return readFileSync(join(root, path), "utf8");
}
