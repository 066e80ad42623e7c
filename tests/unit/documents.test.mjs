import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { ALL_CODES } from "../../pkg/entry/session-error.js";
import { partOf } from "../../scripts/docs/marked-part.mjs";
import { madeParts } from "../../scripts/docs.mjs";
import { BUNDLERS, VITES } from "../consumers/support/bundlers.mjs";
import { readResults } from "../consumers/support/seen.mjs";
import { TOOLS } from "../consumers/support/tools.mjs";
import { codeOf } from "../e2e/support/documents.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const DOCUMENTS = [
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "pkg/README.md", "examples/README.md"],
  ...["examples", "tests"]
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}/README.md`))
    .filter((path) => existsSync(join(root, path))),
  ...readdirSync(join(root, "docs"))
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file}`),
];

/** Scripts of an example's own `package.json`. */
const OF_EXAMPLES = ["dev"];

const read = (path) => readFileSync(join(root, path), "utf8");

/** The error codes that the declarations name. */
function declaredCodes() {
  const union = read("pkg/index.d.ts").split("export type SessionErrorCode =\n")[1].split("\n\n")[0];
  return [...union.matchAll(/^ {2}\| "([\w-]+)"/gm)].map((match) => match[1]).sort();
}

/** The codes in the first cells of the table below a heading. */
function codesBelow(document, heading) {
  const section = read(document).split(`\n## ${heading}\n`)[1].split("\n## ")[0];
  return [...section.matchAll(/^\| `([\w-]+)` \|/gm)].map((match) => match[1]).sort();
}

/** Whether the reference deployment's program takes `--option`: clap derives the option from the field's name. */
const isOption = (code, option) =>
  code.includes(`long = "${option}"`) || new RegExp(`^ {4}${option.replaceAll("-", "_")}: `, "m").test(code);

/** Returns the versions of the packages that the examples install, by name. */
function pinned() {
  const { dependencies, devDependencies } = JSON.parse(read("examples/package.json"));
  return { ...dependencies, ...devDependencies };
}

/** The names of a document's headings, as they stand in addresses. */
const headingsOf = (path) =>
  [...read(path).matchAll(/^#+ (.*)$/gm)].map((match) =>
    match[1]
      .toLowerCase()
      .replaceAll(/[^\p{L}\d\s_-]/gu, "")
      .replaceAll(" ", "-"),
  );

describe("The documents", () => {
  for (const { document, name, made: generated } of madeParts()) {
    it(`${document} has its generated part as it is generated now (${name}; if not: npm run docs)`, () => {
      assert.equal(partOf(read(document), name), generated);
    });
  }

  it("every error code, and no other, is in the declarations and in troubleshooting.md", () => {
    assert.deepEqual(declaredCodes(), [...ALL_CODES].sort());
    assert.deepEqual(codesBelow("docs/troubleshooting.md", "By error code"), [...ALL_CODES].sort());
  });

  it("every subpath with types is named in the README or a guide", () => {
    const entries = Object.entries(JSON.parse(read("pkg/package.json")).exports);
    const names = entries.filter(([name, entry]) => name !== "." && typeof entry === "object");
    assert.ok(names.length > 10);
    const text = DOCUMENTS.filter((path) => path === "README.md" || path.startsWith("docs/"))
      .map(read)
      .join("\n");
    for (const [name] of names) assert.ok(text.includes(`platform-session/${name.slice(2)}`), name);
  });

  it("the table of tools has each tool that a test drives, in the installed version", () => {
    const results = readResults();
    const versions = pinned();
    assert.deepEqual(Object.keys(results), Object.keys(TOOLS));
    for (const name of Object.keys(BUNDLERS)) assert.equal(TOOLS[name]?.test, "bundlers", name);
    for (const name of Object.keys(VITES))
      assert.equal(TOOLS[`${name}, in development`]?.test, "development");
    for (const [tool, { test }] of Object.entries(TOOLS)) {
      const path = `tests/consumers/${test}.test.mjs`;
      if (!["bundlers", "development"].includes(test)) assert.ok(read(path).includes(`"${tool}"`), tool);
      for (const [name, version] of Object.entries(results[tool].versions))
        assert.equal(
          versions[name].replace(/^npm:.*@/, ""),
          version,
          `${tool} was seen with another ${name}`,
        );
    }
  });

  it("the figures name the byte budgets", () => {
    const { budgetBytes, entryBudgetBytes } = JSON.parse(read("package.json")).size;
    const named = /fails above ([\d ]+) bytes in all, or ([\d ]+) of `index.js`/
      .exec(read("docs/figures.md"))
      .slice(1);
    const numbers = named.map((digits) => Number(digits.replaceAll(" ", "")));
    assert.deepEqual(numbers, [budgetBytes, entryBudgetBytes]);
  });

  it("each document that installs the package by its name says that npm does not have it yet", () => {
    const installing = DOCUMENTS.filter((path) => read(path).includes("\n$ npm install platform-session"));
    assert.ok(installing.length > 5 && !installing.includes("pkg/README.md"));
    for (const path of installing)
      assert.ok(read(path).includes("not from npm.\n\n```console\n$ npm install platform-session"), path);
    for (const path of ["docs/getting-started.md", "pkg/README.md"])
      assert.ok(
        read(path).includes(
          "**The package is not published on npm yet.** If npm has a package of this name, it is another one.",
        ),
        path,
      );
  });

  it("pkg/README.md shows the gate of README.md, and the preload of docs/deploying.md", () => {
    const [[gate], [head]] = ["README.md", "docs/deploying.md"].map((path) => codeOf(path, "js", "html"));
    assert.ok(gate.includes("createSession()") && head.includes('rel="preload"'));
    for (const block of [gate, head]) assert.ok(codeOf("pkg/README.md", "js", "html").includes(block));
  });

  for (const path of DOCUMENTS) {
    it(`each command in ${path} is there, with its options`, () => {
      const { scripts } = JSON.parse(read("package.json"));
      const text = read(path);
      for (const [, name] of text.matchAll(/\bnpm run ([a-z]+)/g))
        assert.ok(name in scripts || OF_EXAMPLES.includes(name), `npm run ${name}`);
      const options = read("tests/platform/src/arguments.rs");
      for (const [, given] of text.matchAll(/\bnpm start -- ([^\n`|]*)/g))
        for (const [, option] of given.matchAll(/(?:^|\s)--([a-z-]+)/g))
          assert.ok(
            ["sso", "help"].includes(option) || isOption(options, option),
            `npm start -- --${option}`,
          );
      for (const [, tool] of text.matchAll(/\bnpx (?!--)([a-z-]+)/g))
        assert.ok(
          [...Object.keys(pinned()), "ng", "platform-session", "playwright"].includes(tool),
          `npx ${tool}`,
        );
    });

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
    assert.deepEqual(named.sort(), [...ALL_CODES].sort());
  });
});
