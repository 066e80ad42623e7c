// Makes a copy of the sources of the native tests and of the unit tests in Node, in which defects are planted.

import { cpSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { root } from "../../scripts/run/project.mjs";
import { run } from "../../scripts/run/run.mjs";

const SOURCES = [
  ".cargo",
  "Cargo.lock",
  "Cargo.toml",
  "clippy.toml",
  "package.json",
  "pkg",
  "rust-toolchain.toml",
  "src",
  "tests",
  "tsconfig.json",
];
// Folders that no test needs: built, installed, or found by fuzzing.
const LEFT_OUT = new Set([
  ".next",
  "artifacts",
  "corpus",
  "coverage",
  "dist",
  "node_modules",
  "target",
  "wasm",
]);

/**
 * Calls `work` with a new copy of the sources and the environment for cargo, and removes the copy afterwards. The build folder stays for the
 * next run. It is separate from the rest of `target/`, because cargo confuses copies of one workspace.
 */
export async function withSourceCopy(name, work) {
  const place = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), name);
  const copy = join(place, "sources");
  const env = {
    CARGO_TARGET_DIR: join(place, "build"),
    CARGO_INCREMENTAL: "1",
    // No debugger is used on planted defects.
    CARGO_PROFILE_DEV_DEBUG: "0",
  };
  const remove = () => rmSync(copy, { recursive: true, force: true });
  remove();
  mkdirSync(copy, { recursive: true });
  try {
    // File times are not copied. With the original times, cargo would reuse what it has built from a file with a defect.
    for (const source of SOURCES) {
      const filter = (path) => !LEFT_OUT.has(basename(path));
      cpSync(join(root, source), join(copy, source), { recursive: true, verbatimSymlinks: true, filter });
    }
    symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
    return await work({ copy, env, place });
  } finally {
    remove();
  }
}

/** Runs `git apply` in the copy. The copy lies within the checkout, but is not part of it. */
export function applyInCopy(commandArguments, copy) {
  return run("git", ["apply", ...commandArguments], { cwd: copy, env: { GIT_CEILING_DIRECTORIES: copy } });
}
