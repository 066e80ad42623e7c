// Installs Python tools into an environment of the project, with the versions and hashes of a requirements file.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readProjectFile, root, toolsDirectory } from "../run/project.mjs";
import { answerOf, run, step } from "../run/run.mjs";
import { commandPath, installOrAsk } from "./system.mjs";

const REQUIREMENTS = "tests/platform/contract/requirements.txt";
const directory = join(toolsDirectory, "python");
const stamp = join(directory, ".requirements-sha256");

/** The path of the program that runs the contract test. */
export const schemathesis = join(directory, "bin", "schemathesis");

/** Installs the packages of the requirements file, unless they are installed already. */
export async function ensurePythonTools() {
  const requirements = createHash("sha256").update(readProjectFile(REQUIREMENTS)).digest("hex");
  const isInstalled = existsSync(stamp) && readFileSync(stamp, "utf8") === requirements;
  // The program is started, too: it does not run if the Python that it was installed with is gone.
  if (isInstalled && (await answerOf(schemathesis, ["--version"]))) return;
  await ensurePython();
  await step("Installing Python's tools into .tools/", async () => {
    rmSync(directory, { recursive: true, force: true });
    await run("python3", ["-m", "venv", directory]);
    const install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"];
    await run(join(directory, "bin", "python"), [...install, "-r", join(root, REQUIREMENTS)]);
    writeFileSync(stamp, requirements);
  });
}

/** Installs Python if it is missing, or if its module `venv` is, which Debian has in a package of its own. */
export async function ensurePython() {
  const works = commandPath("python3") && (await answerOf("python3", ["-c", "import ensurepip, venv"]));
  if (works === null || works === false) {
    await installOrAsk("Python with venv", ["python3", "python3-venv"], "Python 3.11 or later");
  }
}
