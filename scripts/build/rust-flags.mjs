// The flags of rustc, besides cargo's profile, for the WebAssembly that is shipped.

import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { root } from "../run/project.mjs";
import { StepFailed } from "../run/run.mjs";

/** Parts of paths that the WebAssembly must not contain, because they depend on the machine. (Panics have no messages, so no paths of sources.) */
const MACHINE_PATHS = [root, homedir(), ".cargo", ".rustup", "registry/src"].filter((path) => path !== "/");

/** Returns the flags as environment variables for cargo. `more`: further flags. */
export function shippedRustFlags(more = []) {
  const flags = [...INLINING, ...SILENT_PANICS, ...SMALL_STACK, ...more];
  return { RUSTC_BOOTSTRAP: "1", CARGO_ENCODED_RUSTFLAGS: flags.join("\x1f") };
}

/**
 * Options that compile the standard library, too: the one that comes with Rust is optimised for speed, and formats a message at each
 * panic. `RUSTC_BOOTSTRAP` lets the pinned stable compiler accept these options.
 */
export const OWN_STANDARD_LIBRARY = ["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"];

// A panic stops the instance at once, without a message, which could contain a secret.
const SILENT_PANICS = ["-Zunstable-options", "-Cpanic=immediate-abort"];

// The linker's default is 1 MiB, which each session would hold, and overwrite at its end. The simulator used at most 2 KiB. A stack overflow
// stops the instance, because the stack is the lowest part of the memory.
const SMALL_STACK = ["-Clink-arg=-zstack-size=32768"];

// These gave the fewest bytes after Brotli, like wasm-opt's options in wasm.mjs. Without `-Zshare-generics=no`, generic
// code that other crates might share would not be inlined; no crate shares it.
const INLINING = ["-Cllvm-args=-inline-threshold=8", "-Zshare-generics=no"];

/** Fails if the file contains a path of this machine. */
export function refuseMachinePaths(path) {
  const contents = readFileSync(path);
  const found = MACHINE_PATHS.find((machinePath) => contents.includes(machinePath));
  if (found) throw new StepFailed(`${path} names a path of this machine: ${found}`);
}
