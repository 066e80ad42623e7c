// Checks format, lints, types, layers and size: everything that can be checked without running the product. Quick checks come first, and
// the first failure stops the command.

import { installFrameworks } from "../tests/consumers/support/install.mjs";
import { checkPlanted } from "../tests/planted/planted.mjs";
import { build } from "./build.mjs";
import { checkMap } from "./check/map.mjs";
import { checkPurity } from "./check/purity.mjs";
import { checkWorkflows } from "./check/workflows.mjs";
import { WASM_TARGET } from "./install/toolchain.mjs";
import { main, run, step } from "./run/run.mjs";
import { setup, setupSources } from "./setup.mjs";
import { checkSize, checkSubpathSizes } from "./size/budget.mjs";
import { checkLastFullRun } from "./test/last-full-run.mjs";
import { writeLinkedSources } from "./test/linked-sources.mjs";

/** The fuzz targets are not in the workspace, because they are built with other flags. */
const FUZZ_PROJECT = ["--manifest-path", "tests/fuzz/Cargo.toml"];
const DENY_WARNINGS = ["--", "--deny", "warnings"];

/** Runs the checks that take seconds and need no build. */
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
  await step("Workflows", checkWorkflows);
  await step("The last full run", checkLastFullRun);
}

/** Runs clippy on the crates that are shipped; with `all`, also on the other crates, which take longer to compile. */
export async function lintRust({ all = true } = {}) {
  const shippedCrates = ["--package", "platform-session", "--package", "platform-session-module"];
  const lint = (...options) => run("cargo", ["clippy", ...options, ...DENY_WARNINGS]);
  await step("Lints of Rust", () => lint(...(all ? ["--workspace"] : shippedCrates), "--all-targets"));
  await step("Lints of Rust for WebAssembly", async () => {
    await writeLinkedSources();
    await lint("--target", WASM_TARGET, ...shippedCrates, "--lib", "--tests");
  });
  if (!all) return;
  await step("No rule of the core calls one below it", () =>
    run("cargo", ["run", "--quiet", "--package", "layers"]),
  );
  await step("Lints of the fuzz targets", () =>
    lint(...FUZZ_PROJECT, "--target-dir", "target/fuzz", "--lib", "--bins"),
  );
}

/** Checks the types and the size of the built package. The frameworks must be installed. */
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

/** Runs all checks, and builds the package for them. */
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
