// Format, lints, types, layers and size: everything that can be judged without running the product. The quick things
// come first, and the first that is wrong stops it.

import { installFrameworks } from "../tests/consumers/support/install.mjs";
import { checkPlanted } from "../tests/planted/planted.mjs";
import { build } from "./build.mjs";
import { checkMap } from "./check/map.mjs";
import { checkPurity } from "./check/purity.mjs";
import { WASM_TARGET } from "./install/toolchain.mjs";
import { main, run, step } from "./run/run.mjs";
import { setup, setupSources } from "./setup.mjs";
import { checkSize, checkSubpathSizes } from "./size/budget.mjs";
import { checkLastFullRun } from "./test/last-full-run.mjs";
import { writeLinkedSources } from "./test/linked-sources.mjs";

/** Outside the workspace, for it is built with flags of its own. */
const FUZZ_PROJECT = ["--manifest-path", "tests/fuzz/Cargo.toml"];
const DENY_WARNINGS = ["--", "--deny", "warnings"];

/** Checks what takes seconds and needs nothing built. */
export async function checkSources() {
  await step("Format of Rust", async () => {
    await run("cargo", ["fmt", "--all", "--check"]);
    await run("cargo", ["fmt", ...FUZZ_PROJECT, "--check"]);
  });
  await step("Format and lints of JavaScript, JSON and CSS", () =>
    run("biome", ["check", "--error-on-warnings", "--colors=off", "."]),
  );
  await step("Layers and storage", checkPurity);
  await step("Planted defects can be planted", checkPlanted);
  await checkMap();
  await step("The last full run", checkLastFullRun);
}

/** What the compiler's lints say of the crate that ships; with `all`, also of the other crates, which take longer to compile. */
export async function lintRust({ all = true } = {}) {
  const ships = ["--package", "platform-session", "--package", "platform-session-module"];
  const lint = (...what) => run("cargo", ["clippy", ...what, ...DENY_WARNINGS]);
  await step("Lints of Rust", () => lint(...(all ? ["--workspace"] : ships), "--all-targets"));
  await step("Lints of Rust for WebAssembly", async () => {
    await writeLinkedSources();
    await lint("--target", WASM_TARGET, ...ships, "--lib", "--tests");
  });
  if (!all) return;
  await step("No rule of the core calls one below it", () =>
    run("cargo", ["run", "--quiet", "--package", "layers"]),
  );
  await step("Lints of the fuzz targets", () =>
    lint(...FUZZ_PROJECT, "--target-dir", "target/fuzz", "--lib", "--bins"),
  );
}

/** What was built, by its types and its size. The frameworks must be installed. */
export async function checkPackage() {
  await step("Types, as the package's users see them", () =>
    run("tsc", ["--project", "tsconfig.types.json"]),
  );
  await step("Types, with named features and the newest library", () =>
    run("tsc", ["--project", "tsconfig.types.named.json"]),
  );
  await step("Types within the package", () => run("tsc", ["--project", "tsconfig.json"]));
  await step("Types within the command", () => run("tsc", ["--project", "tsconfig.command.json"]));
  await step("Types within the subpaths", () => run("tsc", ["--project", "tsconfig.adapters.json"]));
  await step("Size", async () => {
    await checkSize();
    await checkSubpathSizes();
  });
}

/** All of it, with what it is about built anew. */
export async function check() {
  await setupSources();
  await checkSources();
  await setup();
  await lintRust();
  await build();
  await step("Installing the frameworks", installFrameworks);
  await checkPackage();
}

await main(import.meta, check);
