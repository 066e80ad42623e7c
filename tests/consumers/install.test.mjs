// The package is installed as docs/getting-started.md says, from the tarball of `npm run pack`.

import assert from "node:assert/strict";
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { pack, TARBALL } from "../../scripts/pack.mjs";
import { test } from "../e2e/support/scenario.mjs";
import { command } from "./support/command.mjs";
import { installConsumers } from "./support/install.mjs";
import { frameworks, repository } from "./support/places.mjs";

const GUIDE = readFileSync(`${repository}docs/getting-started.md`, "utf8");
const PATH = "PATH-TO-THIS-REPOSITORY/";
const LOCALLY = ["--no-audit", "--no-fund", "--offline"];
/** The code of a page in React: the adapter must find React in the project. */
const CODE = `import { SessionProvider } from "platform-session/react";\nconsole.log(SessionProvider);\n`;

test.beforeAll(async () => {
  await installConsumers();
  await pack();
});

test("The guide's tarball is installed as a copy, not as a link, and the adapter finds the framework", async () => {
  const [, named] = /`npm install (PATH-TO-THIS-REPOSITORY\/\S+)`/.exec(GUIDE);
  assert.equal(named.replace(PATH, repository), TARBALL);
  const cwd = projectOf("first");
  await command("npm", ["install", TARBALL, ...LOCALLY], { cwd });
  await command("npm", ["install", ...LOCALLY], { cwd });
  assert.equal(lstatSync(`${cwd}node_modules/platform-session`).isSymbolicLink(), false);

  // A link stands in for an installation of the framework.
  symlinkSync(`${frameworks}react`, `${cwd}node_modules/react`);
  writeFileSync(`${cwd}index.html`, '<!doctype html><script type="module" src="/main.js"></script>');
  writeFileSync(`${cwd}main.js`, CODE);
  await command(process.execPath, [`${frameworks}vite/bin/vite.js`, "build", "--logLevel", "warn"], { cwd });
});

test("A tarball that was packed again replaces the installed one", async () => {
  const cwd = projectOf("anew");
  const tarball = `${cwd}platform-session.tgz`;
  copyFileSync(TARBALL, tarball);
  await command("npm", ["install", tarball, ...LOCALLY], { cwd });
  await command("tar", ["-xzf", TARBALL], { cwd });
  writeFileSync(`${cwd}package/README.md`, "changed");
  await command("tar", ["-czf", tarball, "package"], { cwd });
  await command("npm", ["install", tarball, ...LOCALLY], { cwd });
  assert.equal(readFileSync(`${cwd}node_modules/platform-session/README.md`, "utf8"), "changed");
});

/** Makes an empty project, outside of the folders with the frameworks, and returns its folder. */
function projectOf(name) {
  const folder = `${repository}target/installed/${name}/`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}package.json`, '{ "private": true, "type": "module" }\n');
  return folder;
}
