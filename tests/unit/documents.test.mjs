import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { CODES } from "../../pkg/entry/session-error.js";
import { BUNDLERS } from "../consumers/support/bundlers.mjs";
import { codeOf } from "../e2e/support/documents.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const DOCUMENTS = [
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "pkg/README.md", "tests/platform/README.md"],
  ...readdirSync(join(root, "docs"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
];

const read = (path) => readFileSync(join(root, path), "utf8");
const readme = read("README.md");
const reference = read("docs/reference.md");
const declarations = read("pkg/index.d.ts");

/** What the guide to bundlers lists beside those, each with an app and a test of its own. */
const OTHERS = { Astro: "astro", "an import map": "import-map", "a script tag": "script" };

/** The names in the first cells of the table below a heading of the reference. */
function namesBelow(heading) {
  const section = reference.split(`\n## ${heading}\n`)[1].split("\n## ")[0];
  const cells = [...section.matchAll(/^\| ([^|]*) \|/gm)].map((match) => match[1]);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1])).sort();
}

/** The members of an interface, those of its nested objects with their path. */
function membersOf(name) {
  const body = declarations.split(`\nexport interface ${name} {\n`)[1].split("\n}\n")[0];
  let outer = "";
  return body.split("\n").flatMap((line) => {
    const [, indent, member, opens] = /^( {2,4})"?([\w-]+)"?\??: (\{$)?/.exec(line) ?? [];
    if (indent === undefined) return [];
    if (indent.length === 2) outer = opens ? `${member}.` : "";
    return opens && indent.length === 2 ? [] : [indent.length === 4 ? outer + member : member];
  });
}

/** The names of a document's headings, as they stand in addresses. */
const headingsOf = (path) =>
  [...read(path).matchAll(/^#+ (.*)$/gm)].map((match) =>
    match[1]
      .toLowerCase()
      .replaceAll(/[^\p{L}\d\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );

describe("What is written beside the code", () => {
  it("the reference lists every error code, and no other", () => {
    assert.deepEqual(namesBelow("Errors"), [...CODES].sort());
  });

  it("the reference lists every option, and no other", () => {
    assert.deepEqual(namesBelow("Options"), membersOf("SessionOptions").sort());
  });

  it("the reference lists every event, and no other", () => {
    const events = [
      ...declarations
        .split("\nexport interface SessionEvents {\n")[1]
        .split("\n}\n")[0]
        .matchAll(/^ {2}"?([\w-]+)"?: CustomEvent/gm),
    ];
    assert.deepEqual(namesBelow("Events"), events.map((match) => match[1]).sort());
  });

  it("the guide to bundlers lists those that are tested, and no other", () => {
    const cells = [...read("docs/bundlers.md").matchAll(/^\| ([^|]*) \|/gm)].map((match) => match[1]);
    assert.deepEqual(cells.slice(1), [...Object.keys(BUNDLERS), ...Object.keys(OTHERS)]);
    for (const app of Object.values(OTHERS))
      assert.ok(existsSync(join(root, `tests/consumers/${app}.test.mjs`)));
  });

  it("the README names the byte budget", () => {
    const { budgetBytes } = JSON.parse(read("package.json")).size;
    const named = /fails above ([\d ]+) bytes in all/.exec(readme)[1];
    assert.equal(Number(named.replaceAll(" ", "")), budgetBytes);
  });

  it("the package's README has the README's code, and the head's lines of the guide", () => {
    const [[gate], [head]] = ["README.md", "docs/deploying.md"].map((path) => codeOf(path, "js", "html"));
    assert.ok(gate.includes("createSession()") && head.includes('rel="preload"'));
    for (const block of [gate, head]) assert.ok(codeOf("pkg/README.md", "js", "html").includes(block));
  });

  for (const path of DOCUMENTS) {
    it(`each link in ${path} leads somewhere`, () => {
      const links = [...read(path).matchAll(/\]\(([^)\s]+)\)/g)].map((match) => match[1]);
      for (const link of links.filter((link) => !/^[a-z]+:/.test(link))) {
        const [file, heading] = link.split("#");
        const target = file === "" ? path : join(dirname(path), file);
        assert.ok(existsSync(join(root, target)), link);
        if (heading !== undefined) assert.ok(headingsOf(target).includes(heading), link);
      }
    });
  }

  it("the demo has a sentence for every error code", () => {
    const meanings = read("www/wording.js").split("const MEANINGS = {\n")[1].split("\n};")[0];
    const named = [...meanings.matchAll(/^ {2}"?([\w-]+)"?:/gm)].map((match) => match[1]);
    assert.deepEqual(named.sort(), [...CODES].sort());
  });
});
