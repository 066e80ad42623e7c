// The frameworks that the lockfile names, and the package as people get it: packed, and unpacked among them.

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { pack, TARBALL } from "../../../scripts/pack.mjs";
import { contentHash } from "../../../scripts/run/content-hash.mjs";
import { until } from "../../e2e/support/until.mjs";
import { command } from "./command.mjs";
import { consumers, examples, frameworks, installed, repository } from "./places.mjs";

/** Some thousand packages: on a busy machine that takes minutes. */
const INSTALL_MS = 900_000;
/** The tools of the newest Angular want a newer Node. They are not run here: only what runs in a page is. */
const ANY_NODE = "--no-engine-strict";
const QUIETLY = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", ANY_NODE];
const LOCK = `${examples}.installing`;
const INSTALLED = `${frameworks}.lockfile-sha256`;
const UNPACKED = `${frameworks}.platform-session-sha256`;

/** Installs the frameworks, unless the lockfile's are there. The test files may ask at once: one of them does it. */
export const installFrameworks = () =>
  once(() =>
    whereChanged(INSTALLED, hashOf(`${examples}package-lock.json`), async () => {
      // npm takes out what the lockfile does not name, and with it the package.
      rmSync(UNPACKED, { force: true });
      await command("npm", ["install", ...QUIETLY], { cwd: examples, timeoutMs: INSTALL_MS });
      linkFrameworks();
    }),
  );

/** Packs the package that was built, and unpacks it where the examples find it. */
export const installPackage = () =>
  once(() =>
    whereChanged(UNPACKED, contentHash(["pkg"]), async () => {
      await pack();
      rmSync(installed, { recursive: true, force: true });
      mkdirSync(installed, { recursive: true });
      await command("tar", ["-xzf", TARBALL, "-C", installed, "--strip-components", "1"], {
        cwd: repository,
      });
    }),
  );

/** The pages and types beside the tests find the frameworks by this link. */
function linkFrameworks() {
  const link = `${consumers}node_modules`;
  rmSync(link, { recursive: true, force: true });
  symlinkSync("../../examples/node_modules", link);
}

export async function installConsumers() {
  await installFrameworks();
  await installPackage();
}

/** Does the work unless it was done for this very state, which is noted in the file. */
async function whereChanged(note, state, work) {
  let noted = null;
  try {
    noted = readFileSync(note, "utf8");
  } catch {
    // Never done.
  }
  if (noted === state) return;
  await work();
  writeFileSync(note, state);
}

const hashOf = (path) => createHash("sha256").update(readFileSync(path)).digest("hex");

/** Does `work` while no other process does: one at a time, over all processes. */
async function once(work) {
  await until("another test file's installation", () => makes(LOCK), { timeoutMs: INSTALL_MS, everyMs: 200 });
  const release = () => rmdirSync(LOCK);
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

function makes(folder) {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}
