import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { controlOf } from "./control.mjs";
import { within } from "./until.mjs";

const START_MS = 20_000;
const STOP_MS = 3_000;
const repository = fileURLToPath(new URL("../../../", import.meta.url));

/** The directories that the tests have served: the demo, and the bare page beside these tests. */
const SITES = {
  demo: fileURLToPath(new URL("../../../www/", import.meta.url)),
  bare: fileURLToPath(new URL("../site/", import.meta.url)),
};

/**
 * Starts a reference deployment of its own, on a free port, with the control paths, unless `isSteered` is false.
 * `site` is "demo", "bare" or the path of a folder; `flags` are further command-line flags.
 */
export async function startDeployment({ site, flags = [], isSteered = true }) {
  const steering = isSteered ? ["--control"] : [];
  const args = ["--listen", "127.0.0.1:0", ...steering, "--site", SITES[site] ?? site, ...flags];
  const child = spawn(binary(), args, { stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk) => {
      printed += chunk;
    });
  }
  const killWithUs = () => child.kill("SIGKILL");
  process.once("exit", killWithUs);
  try {
    const origin = await within(START_MS, "Starting the reference deployment", printedAddress(child));
    return {
      origin,
      port: Number(new URL(origin).port),
      control: controlOf(origin),
      /** Returns all that the deployment has printed so far. */
      printed: () => printed,
      stop: async () => {
        await stop(child);
        process.off("exit", killWithUs);
      },
    };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

function binary() {
  const candidates = process.env.PLATFORM_BIN
    ? [process.env.PLATFORM_BIN]
    : [`${repository}target/release/platform`, `${repository}target/debug/platform`];
  const found = candidates.find((path) => existsSync(path));
  if (!found)
    throw new Error(
      `No reference deployment at ${candidates.join(" or ")}; build it: cargo build --workspace --bin platform`,
    );
  return found;
}

function printedAddress(child) {
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (chunk) => {
      output += chunk;
      const address = /http:\/\/127\.0\.0\.1:[1-9]\d*/.exec(output);
      // The port is whole only once something follows it.
      if (address && address.index + address[0].length < output.length) resolve(address[0]);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`The reference deployment ended (${code}): ${output}`)));
  });
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  const kill = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await ended;
  clearTimeout(kill);
}
