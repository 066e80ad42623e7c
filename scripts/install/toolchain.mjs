// Rust and its tools: the pinned toolchain with the wasm target, a linker, wasm-bindgen's CLI and wasm-pack.

import { accessSync, constants, cpSync, existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { readProjectFile, toolsBin, toolsDirectory } from "../run/project.mjs";
import { answerOf, CommandFailed, run, StepFailed, step } from "../run/run.mjs";
import { commandPath, installOrAsk } from "./system.mjs";

export const WASM_TARGET = "wasm32-unknown-unknown";
/** Where the standard library's sources are, within a toolchain. */
const SOURCES = "lib/rustlib/src/rust/library/Cargo.lock";
const WASM_PACK_VERSION = "0.15.1";

/** The runner that carries wasm-bindgen tests into a browser. It is on the PATH of every command of this project. */
export const wasmTestRunner = "wasm-bindgen-test-runner";

/** Installs what is lacking to make a package of the crate. */
export async function ensureWasmTools() {
  await ensureLinker();
  await ensureCargoTool("wasm-bindgen", "wasm-bindgen-cli", wasmBindgenVersion(), [wasmTestRunner]);
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

/**
 * Installs the pinned Rust where it is lacking. rustup would do so by itself at its first use, but silently, and not
 * where its auto-install is off.
 */
export async function ensureRust() {
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

/**
 * Installs a crate's `command` in that very version, unless it is on the PATH already, together with `companions`:
 * further commands of the crate that are needed. `cargo binstall`, where there is one, saves compiling it; otherwise it is compiled once
 * for all checkouts.
 */
export async function ensureCargoTool(command, crate, version, companions = []) {
  const names = [command, ...companions];
  const isThere = async (name) => (await answerOf(name, ["--version"])) === `${name} ${version}`;
  const areThere = async () => (await Promise.all(names.map(isThere))).every(Boolean);
  if (await areThere()) return;
  const directory = keptIn(`${crate}-${version}-${process.platform}-${process.arch}`);
  const made = join(directory, "bin");
  const take = () => made !== toolsBin && existsSync(made) && cpSync(made, toolsBin, { recursive: true });
  take();
  // What another system has made in the same home folder does not run here.
  if (await areThere()) return;
  const options = [crate, "--version", `=${version}`, "--root", directory, "--force"];
  if (!(await isDownloaded(crate, version, options))) await compile(crate, version, names, options);
  take();
  if (!(await areThere())) throw new StepFailed(`${names.join(", ")} ${version} cannot be run.`);
}

/** The folder for a tool in the user's cache; `.tools/` where there is no cache, or nothing may be written into it. */
function keptIn(name) {
  try {
    const given = process.env.XDG_CACHE_HOME ?? "";
    // The XDG specification: a relative path is ignored.
    const cache = isAbsolute(given) ? given : join(homedir(), ".cache");
    const directory = join(cache, "platform-session", name);
    if (!isAbsolute(directory)) return toolsDirectory;
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
    return directory;
  } catch {
    return toolsDirectory;
  }
}

async function compile(crate, version, names, options) {
  // Not optimised: compiling them takes longer than all that they ever do here.
  const profile = ["--debug", "--target-dir", join(toolsDirectory, "target")];
  const programs = names.flatMap((name) => ["--bin", name]);
  await step(`Compiling ${crate} ${version} (once; takes a minute or two)`, () =>
    // Not --locked: the lockfile that wasm-bindgen-cli carries names a release that registries lack.
    run("cargo", ["install", ...options, ...programs, ...profile], { env: { CARGO_PROFILE_DEV_DEBUG: "0" } }),
  );
}

/** Whether `cargo binstall` is there, and knows where that version lies compiled. */
async function isDownloaded(crate, version, options) {
  if ((await answerOf("cargo", ["binstall", "-V"])) === null) return false;
  return await step(`Downloading ${crate} ${version}`, async () => {
    const only = ["--no-confirm", "--disable-strategies", "compile"];
    try {
      await run("cargo", ["binstall", ...only, ...options]);
      return true;
    } catch (error) {
      if (!(error instanceof CommandFailed)) throw error;
      console.log("  nowhere to be had compiled");
      return false;
    }
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
