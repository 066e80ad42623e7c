// What rustc is told besides the profile, for the WebAssembly that is shipped.

import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { root } from "../run/project.mjs";
import { StepFailed } from "../run/run.mjs";

// Panics have no messages, and so no paths of sources. These parts of a path would tell where the module was built.
const MACHINE_PATHS = [root, homedir(), ".cargo", ".rustup", "registry/src"].filter((path) => path !== "/");

/** The flags as cargo's environment takes them; `more` of them. */
export function shippedRustFlags(more = []) {
  const flags = [...INLINING, ...SILENT_PANICS, ...SMALL_STACK, ...more];
  return { RUSTC_BOOTSTRAP: "1", CARGO_ENCODED_RUSTFLAGS: flags.join("\x1f") };
}

/**
 * The standard library is compiled, too: the one that comes with Rust is made for speed, and formats a message before a
 * panic stops the instance. The compiler is the pinned stable one; `RUSTC_BOOTSTRAP` lets it take these options.
 */
export const OWN_STANDARD_LIBRARY = ["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"];

// A panic traps at once: a page shows no message of it, and no secret can be in one.
const SILENT_PANICS = ["-Zunstable-options", "-Cpanic=immediate-abort"];

// The linker's default is 1 MiB, which each session would hold, and overwrite at its end. In the simulator 2 KiB were used at most. What does
// not fit traps: the stack is the lowest part of the memory.
const SMALL_STACK = ["-Clink-arg=-zstack-size=32768"];

// These gave the fewest bytes after Brotli, like wasm-opt's options in wasm.mjs. Without `-Zshare-generics=no`, generic
// code that other crates might share would not be inlined; no crate shares it.
const INLINING = ["-Cllvm-args=-inline-threshold=8", "-Zshare-generics=no"];

/** Fails if the module tells where it was built. */
export function refuseMachinePaths(path) {
  const contents = readFileSync(path);
  const found = MACHINE_PATHS.find((machinePath) => contents.includes(machinePath));
  if (found) throw new StepFailed(`${path} names a path of this machine: ${found}`);
}
