// Finds commands on the PATH, and installs Debian packages where that is allowed.

import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { environment } from "../run/project.mjs";
import { run, StepFailed, step } from "../run/run.mjs";

/** Returns the path of a command, or `null` if it is not on the PATH. */
export function commandPath(command) {
  for (const directory of environment.PATH.split(delimiter)) {
    const path = join(directory, command);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this directory.
    }
  }
  return null;
}

/** The last installation, which the next one waits for: apt-get cannot run twice at the same time. */
let lastInstallation = Promise.resolve();

/**
 * Installs Debian packages where that is possible and allowed; otherwise fails with one line that says what to install. `what` names the missing
 * thing; `elsewhere`: what to install on another system.
 */
export function installOrAsk(what, packages, elsewhere) {
  const installation = lastInstallation.then(() => install(what, packages, elsewhere));
  lastInstallation = installation.catch(() => {});
  return installation;
}

async function install(what, packages, elsewhere) {
  const debian = existsSync("/etc/debian_version") && commandPath("apt-get");
  if (!debian) throw new StepFailed(`Lacking ${what}: install ${elsewhere}, then run this again.`);
  if (process.getuid?.() !== 0) {
    throw new StepFailed(
      `Lacking ${what}: run "sudo apt-get install ${packages.join(" ")}", then run this again.`,
    );
  }
  await step(`Installing ${packages.join(" and ")} with apt-get`, async () => {
    const env = { DEBIAN_FRONTEND: "noninteractive" };
    await run("apt-get", ["update"], { env });
    await run("apt-get", ["install", "--yes", "--no-install-recommends", ...packages], { env });
  });
}
