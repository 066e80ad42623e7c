// Rust and its tools: the pinned toolchain with the wasm target, a linker, wasm-bindgen's CLI and wasm-pack.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { readProjectFile, toolsBin, toolsDirectory } from "./project.mjs";
import { answerOf, run, StepFailed, step } from "./run.mjs";
import { commandPath, installOrAsk } from "./system.mjs";

export const WASM_TARGET = "wasm32-unknown-unknown";
/** Where the standard library's sources are, within a toolchain. */
const SOURCES = "lib/rustlib/src/rust/library/Cargo.lock";
const WASM_PACK_VERSION = "0.15.1";

/** The runner that carries wasm-bindgen tests into a browser. */
export const wasmTestRunner = join(toolsBin, "wasm-bindgen-test-runner");

/** Installs what is lacking to compile the crate and to make a package of it. */
export async function ensureToolchain() {
  await ensureLinker();
  await ensureRust();
  await ensureCargoTool("wasm-bindgen", "wasm-bindgen-cli", wasmBindgenVersion());
  await ensureCargoTool("wasm-pack", "wasm-pack", WASM_PACK_VERSION);
}

async function ensureLinker() {
  if (commandPath("cc")) return;
  await installOrAsk(
    "a C compiler, which Rust links with",
    ["build-essential"],
    "a C compiler and linker (cc)",
  );
}

/** rustup would install the toolchain by itself at its first use, but silently, and not where its auto-install is off. */
async function ensureRust() {
  const channel = pinned("rust-toolchain.toml", /^channel = "(.+)"$/m);
  if (await hasRust(channel)) return;
  if (!commandPath("rustup")) {
    throw new StepFailed(`Lacking Rust ${channel} with ${WASM_TARGET}: install rustup, then run this again.`);
  }
  await step(`Installing Rust ${channel} with ${WASM_TARGET}`, async () => {
    const components = ["rustfmt", "clippy", "rust-src"].flatMap((name) => ["--component", name]);
    await run("rustup", ["toolchain", "install", channel, "--profile", "minimal", ...components]);
    await run("rustup", ["target", "add", WASM_TARGET, "--toolchain", channel]);
  });
}

async function hasRust(channel) {
  const toolchains = await answerOf("rustup", ["toolchain", "list"]);
  if (toolchains !== null && !toolchains.split("\n").some((name) => name.startsWith(channel))) return false;
  const [version, sysroot, targetLibraries, clippy, rustfmt] = await Promise.all([
    answerOf("rustc", ["--version"]),
    answerOf("rustc", ["--print", "sysroot"]),
    answerOf("rustc", ["--print", "target-libdir", "--target", WASM_TARGET]),
    answerOf("cargo", ["clippy", "--version"]),
    answerOf("cargo", ["fmt", "--version"]),
  ]);
  return Boolean(
    version?.includes(channel) &&
      clippy &&
      rustfmt &&
      [targetLibraries, sysroot && join(sysroot, SOURCES)].every((path) => path && existsSync(path)),
  );
}

/** Installs a command that is not there in that very version. */
export async function ensureCargoTool(command, crate, version) {
  const path = join(toolsBin, command);
  if (existsSync(path) && (await answerOf(path, ["--version"])) === `${command} ${version}`) return;
  await step(`Compiling ${crate} ${version} into .tools/ (once; takes minutes)`, async () => {
    // Not --locked: the lockfile that wasm-bindgen-cli carries names a release that registries lack.
    await run("cargo", ["install", crate, "--version", `=${version}`, "--root", toolsDirectory, "--force"]);
  });
}

/** The CLI must be of the very version that the library has. */
function wasmBindgenVersion() {
  return pinned("Cargo.lock", /^name = "wasm-bindgen"\nversion = "(.+)"$/m);
}

function pinned(file, pattern) {
  const version = pattern.exec(readProjectFile(file))?.[1];
  if (version === undefined) throw new StepFailed(`${file} does not say ${pattern.source}`);
  return version;
}
