// Python's tools, in an environment of the project's own, with the versions and hashes of a requirements file.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readProjectFile, root, toolsDirectory } from "../run/project.mjs";
import { answerOf, run, step } from "../run/run.mjs";
import { commandPath, installOrAsk } from "./system.mjs";

const REQUIREMENTS = "tests/platform/contract/requirements.txt";
const directory = join(toolsDirectory, "python");
const stamp = join(directory, ".requirements-sha256");

/** The contract test's runner. */
export const schemathesis = join(directory, "bin", "schemathesis");

/** Installs what the requirements name, unless it is what is there. */
export async function ensurePythonTools() {
  const requirements = createHash("sha256").update(readProjectFile(REQUIREMENTS)).digest("hex");
  // An environment that has lost its Python does not start.
  const there = existsSync(stamp) && readFileSync(stamp, "utf8") === requirements;
  if (there && (await answerOf(schemathesis, ["--version"]))) return;
  await ensurePython();
  await step("Installing Python's tools into .tools/", async () => {
    rmSync(directory, { recursive: true, force: true });
    await run("python3", ["-m", "venv", directory]);
    const install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"];
    await run(join(directory, "bin", "python"), [...install, "-r", join(root, REQUIREMENTS)]);
    writeFileSync(stamp, requirements);
  });
}

/** Debian has the module that makes environments in a package of its own. */
export async function ensurePython() {
  const works = commandPath("python3") && (await answerOf("python3", ["-c", "import ensurepip, venv"]));
  if (works === null || works === false) {
    await installOrAsk("Python with venv", ["python3", "python3-venv"], "Python 3.11 or later");
  }
}
