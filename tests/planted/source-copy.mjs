// A copy of what the native tests and the entry's unit tests are built from, to be broken on purpose.

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
// Large, built, or found by fuzzing: no test needs them.
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
 * Hands a fresh copy of the sources to `work`, with the environment in which cargo builds it, and removes it
 * afterwards. What is built stays for the next time, beside the copy and apart from all else in `target/`: cargo does
 * not tell copies of one workspace apart.
 */
export async function withSourceCopy(name, work) {
  const place = join(process.env.CARGO_TARGET_DIR ?? join(root, "target"), name);
  const copy = join(place, "sources");
  const env = {
    CARGO_TARGET_DIR: join(place, "build"),
    CARGO_INCREMENTAL: "1",
    // Nobody looks at what is broken on purpose with a debugger.
    CARGO_PROFILE_DEV_DEBUG: "0",
  };
  const remove = () => rmSync(copy, { recursive: true, force: true });
  remove();
  mkdirSync(copy, { recursive: true });
  try {
    // Times are not copied. With the original's times, cargo would take what it built last, of a broken file, for current.
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
