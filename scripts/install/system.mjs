// What the operating system offers: commands on the PATH, and Debian's packages where we may install them.

import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { environment } from "../run/project.mjs";
import { run, StepFailed, step } from "../run/run.mjs";

/** The path of a command, or `null` if there is none on the PATH. */
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

/** apt-get takes one at a time. */
let installing = Promise.resolve();

/** Installs Debian packages where that is possible and allowed; otherwise fails with one line that says what to install. */
export function installOrAsk(what, packages, elsewhere) {
  const begun = installing.then(() => install(what, packages, elsewhere));
  installing = begun.catch(() => {});
  return begun;
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
