// What rustc is told besides the profile, for the WebAssembly that is shipped.

import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { WASM_TARGET } from "../install/toolchain.mjs";
import { root } from "../run/project.mjs";
import { run, StepFailed } from "../run/run.mjs";

// Panic messages hold paths of sources. These parts of a path would tell where the module was built.
const MACHINE_PATHS = [root, homedir(), ".cargo", ".rustup", "registry/src"].filter((path) => path !== "/");

/** The flags as cargo's environment takes them; `more` of them. */
export async function shippedRustFlags(more = []) {
  const flags = [...(await withoutThisMachine()), ...INLINING, ...SILENT_PANICS, ...more];
  return { RUSTC_BOOTSTRAP: "1", CARGO_ENCODED_RUSTFLAGS: flags.join("\x1f") };
}

/**
 * The standard library is compiled, too: the one that comes with Rust is made for speed, and formats a message before a
 * panic stops the instance. The compiler is the pinned stable one; `RUSTC_BOOTSTRAP` lets it take these options.
 */
export const OWN_STANDARD_LIBRARY = ["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"];

// A panic traps at once. Nobody reads its message in a browser, and no secret can be in it.
const SILENT_PANICS = [
  "-Zunstable-options",
  "-Cpanic=immediate-abort",
  "-Zlocation-detail=none",
  "-Zfmt-debug=none",
];

// These gave the fewest bytes after Brotli, like wasm-opt's options in wasm.mjs. Without `-Zshare-generics=no`, generic
// code that other crates might share would not be inlined; no crate shares it.
const INLINING = ["-Cllvm-args=-inline-threshold=8", "-Zshare-generics=no"];

/** Names sources by crate, not by place: the same bytes on every machine, whatever registry it uses. */
async function withoutThisMachine() {
  const [metadata, version, sysroot] = await Promise.all([
    run("cargo", ["metadata", "--format-version=1", "--locked", `--filter-platform=${WASM_TARGET}`]),
    run("rustc", ["--version", "--verbose"]),
    run("rustc", ["--print", "sysroot"]),
  ]);
  const json = metadata.slice(metadata.indexOf("{"));
  const registries = new Set(
    JSON.parse(json)
      .packages.filter(({ source }) => source !== null)
      .map(({ manifest_path }) => join(manifest_path, "..", "..")),
  );
  // rustc names the standard library's sources by its commit, except where they are installed.
  const commit = /^commit-hash: (\w+)$/m.exec(version)?.[1];
  const library = join(sysroot.trim(), "lib", "rustlib", "src", "rust");
  const renamed = [
    [root, ""],
    ...[...registries].map((registry) => [`${registry}/`, ""]),
    [library, `/rustc/${commit}`],
  ];
  return renamed.map(([from, to]) => `--remap-path-prefix=${from}=${to}`);
}

/** Fails if the module tells where it was built. */
export function refuseMachinePaths(path) {
  const contents = readFileSync(path);
  const found = MACHINE_PATHS.find((machinePath) => contents.includes(machinePath));
  if (found) throw new StepFailed(`${path} names a path of this machine: ${found}`);
}
