// Installs Rust and its tools: the pinned toolchain with the WebAssembly target, a linker, wasm-bindgen's CLI and wasm-pack.

import { accessSync, constants, cpSync, existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { readProjectFile, toolsBin, toolsDirectory } from "../run/project.mjs";
import { answerOf, CommandFailed, run, StepFailed, step } from "../run/run.mjs";
import { commandPath, installOrAsk } from "./system.mjs";

export const WASM_TARGET = "wasm32-unknown-unknown";
/** A file of the standard library's sources within a toolchain. */
const STANDARD_LIBRARY_SOURCE = "lib/rustlib/src/rust/library/Cargo.lock";
const WASM_PACK_VERSION = "0.15.1";

/** The program that runs wasm-bindgen tests in a browser. It is on the PATH of every command of this project. */
export const wasmTestRunner = "wasm-bindgen-test-runner";

/** Installs the missing tools that build the WebAssembly. */
export async function ensureWasmTools() {
  await ensureLinker();
  await ensureCargoTool("wasm-bindgen", "wasm-bindgen-cli", wasmBindgenVersion(), {
    companions: [wasmTestRunner],
  });
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
 * Installs the pinned Rust if it is missing. rustup would do so by itself at its first use, but silently, and not where its automatic
 * installation is off.
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
      [targetLibraries, sysroot && join(sysroot, STANDARD_LIBRARY_SOURCE)].every(
        (path) => path && existsSync(path),
      ),
  );
}

/**
 * Installs exactly this version of a crate's `command`, unless it is on the PATH already, together with `companions`, further commands of the
 * crate. It is downloaded by `cargo binstall` if that is installed; otherwise it is compiled, once for all checkouts. `versionArguments`: what the
 * command wants, to print its name and version.
 */
export async function ensureCargoTool(
  command,
  crate,
  version,
  { companions = [], versionArguments = ["--version"] } = {},
) {
  const names = [command, ...companions];
  const isInstalled = async (name) => (await answerOf(name, versionArguments)) === `${name} ${version}`;
  const areInstalled = async () => (await Promise.all(names.map(isInstalled))).every(Boolean);
  if (await areInstalled()) return;
  const directory = cacheFolder(`${crate}-${version}-${process.platform}-${process.arch}`);
  const cachedBin = join(directory, "bin");
  const copyFromCache = () =>
    cachedBin !== toolsBin && existsSync(cachedBin) && cpSync(cachedBin, toolsBin, { recursive: true });
  copyFromCache();
  // Checked by running them: a program that another system has put into the same home folder does not run here.
  if (await areInstalled()) return;
  const options = [crate, "--version", `=${version}`, "--root", directory, "--force"];
  if (await tryDownload(crate, version, options)) copyFromCache();
  // A program that was downloaded may have been compiled for another system.
  if (!(await areInstalled())) {
    await compile(crate, version, names, options);
    copyFromCache();
  }
  if (!(await areInstalled())) throw new StepFailed(`${names.join(", ")} ${version} cannot be run.`);
}

/** Returns the folder for a tool in the user's cache; `.tools/` where there is no cache, or it cannot be written. */
function cacheFolder(name) {
  try {
    const given = process.env.XDG_CACHE_HOME ?? "";
    // A relative path is ignored, as the XDG specification says.
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
  // Not optimised: the tools run for a shorter time here than an optimised build takes longer.
  const profile = ["--debug", "--target-dir", join(toolsDirectory, "target")];
  const programs = names.flatMap((name) => ["--bin", name]);
  await step(`Compiling ${crate} ${version} (once; takes a minute or two)`, () =>
    // Not --locked: the lockfile of wasm-bindgen-cli names a release that registries do not have.
    run("cargo", ["install", ...options, ...programs, ...profile], { env: { CARGO_PROFILE_DEV_DEBUG: "0" } }),
  );
}

/** Downloads a compiled crate with `cargo binstall`. Returns whether that worked. */
async function tryDownload(crate, version, options) {
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

/** Returns the version of the library, which must also be that of the CLI. */
function wasmBindgenVersion() {
  return pinned("Cargo.lock", /^name = "wasm-bindgen"\nversion = "(.+)"$/m);
}

function pinned(file, pattern) {
  const version = pattern.exec(readProjectFile(file))?.[1];
  if (version === undefined) throw new StepFailed(`${file} does not say ${pattern.source}`);
  return version;
}
