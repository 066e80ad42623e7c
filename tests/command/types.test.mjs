// `platform-session types`: the names that it writes, and the files that it does not change.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, beforeEach, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { mergeNames, namesIn, writeDeclaration } from "../../pkg/command/declaration.ts";
import { answering, LOGIN, LOGOUT, ROLES, SESSION, sessionBody } from "../e2e/support/identity-api.mjs";
import { startDeployment } from "../e2e/support/platform.mjs";
import { platformSession } from "./support/command.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const FILE = "platform-session.d.ts";

describe("types", () => {
  let deployment;
  let folder;
  before(async () => (deployment = await startDeployment({ site: "bare" })));
  after(() => deployment?.stop());
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "types-"))));
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await deployment.control.reset();
  });
  const types = (account, ...options) =>
    platformSession(["types", deployment.origin, ...options], { account, cwd: folder });
  const written = (name = FILE) => readFileSync(join(folder, name), "utf8");

  it("writes the names that the account sees and the account's role, but not its address, and signs out", async () => {
    const { status, stdout, stderr } = await types("ada");
    assert.deepEqual([status, stderr], [0, ""]);
    assert.match(stdout, /now has 3 features and 3 roles, seen by accounts with the roles "default"\.\n$/);
    assert.deepEqual(namesIn(written()), {
      features: ["chat-history", "chat-messages", "report-analysis"],
      roles: ["administrator", "default", "expert"],
      seenAs: ["default"],
    });
    assert.doesNotMatch(written() + stdout, /@|ada/i);
    const requests = (await deployment.control.log()).map(({ path }) => path);
    assert.deepEqual([requests[0], requests.at(-1)], [LOGIN, LOGOUT]);
    assert.deepEqual(readdirSync(folder), [FILE]);
  });

  it("writes into the folder src where there is one", async () => {
    mkdirSync(join(folder, "src"));
    const { status, stdout } = await types("ada");
    assert.equal(status, 0);
    assert.match(stdout, /^src\/platform-session\.d\.ts now has 3 features/);
    assert.deepEqual(readdirSync(folder), ["src"]);
    assert.deepEqual(readdirSync(join(folder, "src")), [FILE]);
  });

  it("adds the names that another account sees, and changes nothing when no name is new", async () => {
    await types("ada");
    await types("root", "--out", FILE);
    const { features, seenAs } = namesIn(written());
    assert.deepEqual(features, ["chat-history", "chat-messages", "report-analysis", "scrum-team-agent"]);
    assert.deepEqual(seenAs, ["administrator", "default"]);
    const before = written();
    const { stdout } = await types("ada");
    assert.match(stdout, /already had 4 features/);
    assert.equal(written(), before);
  });

  it("makes a misspelt name a compile error, and accepts a right one", async () => {
    await types("root");
    const compile = async (code) => {
      writeFileSync(join(folder, "page.ts"), `import { createSession } from "platform-session";\n${code}\n`);
      const compilerOptions = {
        ...{
          noEmit: true,
          strict: true,
          module: "esnext",
          moduleResolution: "bundler",
          target: "es2022",
          types: [],
        },
        lib: ["ES2022", "DOM"],
        paths: { "platform-session": [`${root}pkg/index.d.ts`] },
      };
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
      return await new Promise((resolve) =>
        execFile(`${root}node_modules/.bin/tsc`, ["--project", folder], (_, stdout) => resolve(stdout)),
      );
    };
    assert.equal(
      await compile(
        `createSession().permissions.can("chat-history"); createSession().gate({ atLeast: "expert" });`,
      ),
      "",
    );
    const errors = await compile(
      `createSession().permissions.can("chat-histroy");\ncreateSession().gate({ atLeast: "exprt" });`,
    );
    assert.match(errors, /page\.ts\(2,.*"chat-histroy"/);
    assert.match(errors, /page\.ts\(3,.*"exprt"/);
  });

  it("keeps the names of a file that a formatter has rewritten", async () => {
    const formatted = `// a note
import 'platform-session'
declare module 'platform-session' {
  /* features */
  interface FeatureNames { once: true; 'it\\'s // one': true, "a-b": true }
  interface RoleNames { expert: true }
}
export {};
`;
    writeFileSync(join(folder, FILE), formatted);
    assert.equal((await types("ada")).status, 0);
    const { features } = namesIn(written());
    for (const name of ["once", "it's // one", "a-b", "chat-history"])
      assert.ok(features.includes(name), name);
  });

  it("quotes only a name that is no identifier, so that a formatter finds nothing to change", () => {
    const features = ["$a1", "_", "chat-history", "constructor", "new", "1", "a b", "ä'", "ä", "", "once"];
    const text = writeDeclaration({ features, roles: ["administrator"], seenAs: ["administrator"] });
    assert.ok(
      text.endsWith(`
  interface FeatureNames {
    $a1: true;
    _: true;
    "chat-history": true;
    constructor: true;
    new: true;
    "1": true;
    "a b": true;
    "ä'": true;
    ä: true;
    "": true;
    once: true;
  }

  interface RoleNames {
    administrator: true;
  }
}
`),
      text,
    );
    assert.deepEqual(namesIn(text).features, features);
    const none = writeDeclaration({ features: [], roles: [], seenAs: [] });
    assert.ok(none.endsWith("  interface FeatureNames {}\n\n  interface RoleNames {}\n}\n"), none);
    assert.deepEqual(namesIn(none), { features: [], roles: [], seenAs: [] });
  });

  it("does not change a file that has anything else in it, and does not sign in", async () => {
    for (const text of [
      "export const a = 1;\n",
      'declare module "platform-session" {\n  interface FeatureNames {\n    "a": true;\n',
      'declare module "platform-session" { interface FeatureNames { a: boolean } }',
      'declare module "platform-session" { interface Other { a: true } }',
      `${writeDeclaration({ features: [], roles: [], seenAs: [] })}declare const more: 1;`,
    ]) {
      writeFileSync(join(folder, FILE), text);
      await deployment.control.clearLog();
      const { status, stdout, stderr } = await types("ada");
      assert.deepEqual([status, stdout], [1, ""]);
      assert.match(stderr, /^Nothing was written: platform-session\.d\.ts has something in it/);
      assert.equal(written(), text);
      assert.deepEqual(await deployment.control.log(), []);
    }
  });

  it("writes nothing where an answer of the deployment fails", async () => {
    const before = writeDeclaration({ features: ["a"], roles: [], seenAs: ["default"] });
    writeFileSync(join(folder, FILE), before);
    for (const fault of [
      answering("POST", LOGIN, {}, { status: 401 }),
      answering("GET", SESSION, "{"),
      answering("GET", ROLES, { success: true, roles: [1] }),
      { method: "GET", path: ROLES, times: 1, drop: "mid-body" },
    ]) {
      await deployment.control.faults(fault);
      const { status, stderr } = await types("ada");
      assert.equal(status, 1, stderr);
      assert.match(stderr, /^Nothing was written: .*\.\n$/);
      assert.doesNotMatch(stderr, /@|horse/);
      assert.equal(written(), before);
    }
  });

  it("reports a file that it cannot write, and leaves no temporary file", async () => {
    mkdirSync(join(folder, "sub"));
    const { status, stderr } = await types("ada", "--out", "no/such/folder.d.ts");
    assert.deepEqual(
      [status, stderr],
      [1, "Nothing was written: no/such/folder.d.ts cannot be read or written (ENOENT).\n"],
    );
    assert.match((await types("ada", "--out", "sub")).stderr, /sub cannot be read or written \(EISDIR\)/);
    assert.deepEqual(readdirSync(folder), ["sub"]);
  });

  it("replaces the target of a symbolic link, and keeps the link", async () => {
    mkdirSync(join(folder, "real"));
    writeFileSync(join(folder, "real", "names.d.ts"), "");
    symlinkSync(join("real", "names.d.ts"), join(folder, FILE));
    assert.equal((await types("ada")).status, 0);
    assert.equal(namesIn(written("real/names.d.ts")).features.length, 3);
  });

  it("writes names with any characters, and reads them again", async () => {
    const strange = [
      '"quoted"',
      "it's",
      "a\\b",
      "new\nline",
      "// none",
      "*/",
      "__proto__",
      "\u2028",
      "ä b",
      "}",
      "",
    ];
    await deployment.control.faults(
      answering(
        "GET",
        SESSION,
        sessionBody(Object.fromEntries(strange.map((name) => [`x${name}`, { enabled: true, limit: null }]))),
      ),
    );
    assert.equal((await types("ada")).status, 0);
    assert.deepEqual(namesIn(written()).features, strange.map((name) => `x${name}`).sort());
    const names = { features: strange.toSorted?.() ?? [...strange].sort(), roles: strange, seenAs: strange };
    const text = writeDeclaration(mergeNames(names, { features: [], roles: [], seenAs: [] }));
    assert.equal(writeDeclaration(namesIn(text)), text);
  });
});
