// Installs the frameworks of the examples' lockfile, and the package among them: packed and unpacked, as users get it.

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { pack, TARBALL } from "../../../scripts/pack.mjs";
import { contentHash } from "../../../scripts/run/content-hash.mjs";
import { until } from "../../e2e/support/until.mjs";
import { command } from "./command.mjs";
import { consumers, examples, frameworks, installed, repository } from "./places.mjs";

/** About a thousand packages take minutes on a busy machine. */
const INSTALL_MS = 900_000;
/** Tools of the newest Angular require a newer Node, but only its code for pages is used here. */
const ANY_NODE = "--no-engine-strict";
const QUIETLY = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", ANY_NODE];
const LOCK = `${examples}.installing`;
const INSTALLED = `${frameworks}.lockfile-sha256`;
const UNPACKED = `${frameworks}.platform-session-sha256`;

/** Installs the frameworks, unless those of the lockfile are installed. Where several processes call it, one of them installs. */
export const installFrameworks = () =>
  once(() =>
    whereChanged(INSTALLED, hashOf(`${examples}package-lock.json`), async () => {
      // npm removes packages that are not in the lockfile, such as the unpacked one.
      rmSync(UNPACKED, { force: true });
      await command("npm", ["install", ...QUIETLY], { cwd: examples, timeoutMs: INSTALL_MS });
      linkFrameworks();
    }),
  );

/** Packs the built package, and unpacks it where the examples find it. */
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

/** Makes the link by which the pages and types in `tests/consumers` find the frameworks. */
function linkFrameworks() {
  const link = `${consumers}node_modules`;
  rmSync(link, { recursive: true, force: true });
  symlinkSync("../../examples/node_modules", link);
}

export async function installConsumers() {
  await installFrameworks();
  await installPackage();
}

/** Does the work, unless the file `note` says that it was done for this state, and then notes the state. */
async function whereChanged(note, state, work) {
  let last = null;
  try {
    last = readFileSync(note, "utf8");
  } catch {
    // The work was never done.
  }
  if (last === state) return;
  await work();
  writeFileSync(note, state);
}

const hashOf = (path) => createHash("sha256").update(readFileSync(path)).digest("hex");

/** Calls `work` while it holds a lock, so that only one process at a time does. */
async function once(work) {
  await until("another test file's installation", () => canMake(LOCK), {
    timeoutMs: INSTALL_MS,
    everyMs: 200,
  });
  const release = () => rmdirSync(LOCK);
  process.once("exit", release);
  try {
    return await work();
  } finally {
    process.off("exit", release);
    release();
  }
}

/** Makes a folder, and returns whether that was possible; `false` where it exists. */
function canMake(folder) {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}
