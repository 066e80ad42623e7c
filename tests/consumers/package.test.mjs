// The packed package, as its linters and as Node see it.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { basename, join, relative } from "node:path";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { build as esbuild, transform } from "esbuild";
import { SUBPATHS } from "../../scripts/build/subpaths.mjs";
import { test } from "../e2e/support/scenario.mjs";
import { command } from "./support/command.mjs";
import { installConsumers } from "./support/install.mjs";
import { examples, frameworks, installed } from "./support/places.mjs";

/** The subpaths without a CommonJS file: their tools or frameworks read ES modules only, or a page imports them only when needed. */
const MODULES_ONLY = ["wasm", "script", "inspector", "svelte", "angular", "angular/router"];
/** The entries that are not code, and have no types. */
const NO_CODE = ["elements.css", "integrity.json"];
/** The subpaths that Node loads without a bundler or a page. */
const PLAIN = [
  ...["", "/server", "/testing", "/openfeature", "/errors", "/data", "/reauthentication", "/react", "/vue"],
  ...["/testing/react", "/sign-in", "/sign-in-form", "/session-notices"],
];

/** A module, one of its sources, and a text that is once in the module and on a line of that source. */
const MAPPED = [
  ["react", "react/react.ts", "needs React 18 or later."],
  ["inspector", "inspector/inspected.ts", "the inspector needs a session"],
  ["sign-in-form", "sign-in-form/messages.ts", "You are not signed out yet."],
];

const tool = (name, options) => command(`${frameworks}.bin/${name}`, options, { cwd: examples });
const manifest = () => JSON.parse(readFileSync(`${installed}package.json`, "utf8"));
const node = (...options) => command(process.execPath, options, { cwd: examples });

test.describe("The packed package", () => {
  test.beforeAll(installConsumers);

  test("passes publint in its strict mode", async () => {
    assert.match(await tool("publint", ["--strict", installed]), /All good!/);
  });

  test("has the right types for each entry, by import and by require", async () => {
    const attw = (...options) => tool("attw", ["--pack", installed, "--profile", "node16", ...options]);
    await attw("--exclude-entrypoints", ...NO_CODE, ...MODULES_ONLY);
    await attw("--ignore-rules", "cjs-resolves-to-esm", "--entrypoints", ...MODULES_ONLY);
  });

  test("contains the files of its entries, and else only the listed ones", async () => {
    const { exports: entries } = manifest();
    const entryFiles = new Set(targetsOf(entries));
    const files = readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, path = parentPath, name }) => `./${relative(installed, join(path, name))}`);
    const isMap = (file) => entryFiles.has(file.replace(/\.map$/, ""));
    const beside = files.filter((file) => !entryFiles.has(file) && !isMap(file)).sort();
    assert.deepEqual(beside, [
      "./LICENSE-APACHE",
      "./LICENSE-MIT",
      "./LICENSE-THIRD-PARTY",
      "./README.md",
      "./bom.cdx.json",
      ...["Anew", "Gate", "IdentityBoundary", "Marked", "SignedIn"].map((name) => `./dist/${name}.svelte`),
      "./dist/command.js",
      "./dist/without-wasm.js",
    ]);
    assert.deepEqual(
      [...entryFiles].filter((file) => !files.includes(file)),
      [],
    );
    assert.match(readFileSync(`${installed}LICENSE-THIRD-PARTY`, "utf8"), /^wasm-bindgen [\d.]+: MIT/m);
  });

  test("has no install script and no dependency, and only optional peers", () => {
    const { scripts, dependencies, peerDependencies, peerDependenciesMeta } = manifest();
    assert.deepEqual([scripts, dependencies], [undefined, undefined]);
    for (const peer of Object.keys(peerDependencies))
      assert.equal(peerDependenciesMeta[peer]?.optional, true, peer);
  });

  test("lists the integrity of each file that a page may load by a tag, and of the WebAssembly", () => {
    const values = JSON.parse(readFileSync(`${installed}dist/integrity.json`, "utf8"));
    const scripts = ["index.js", "dist/inline.js", "dist/script.js", "dist/without-wasm.js"];
    const files = [...scripts, "wasm/platform_session_bg.wasm"];
    assert.deepEqual(Object.keys(values).sort(), files.sort());
    for (const [file, value] of Object.entries(values)) {
      const hash = createHash("sha384")
        .update(readFileSync(installed + file))
        .digest("base64");
      assert.equal(value, `sha384-${hash}`, file);
    }
  });

  test("adds nothing to a bundle that only imports it, except for the style sheet and the classic script", async () => {
    const { exports: entries } = manifest();
    const names = Object.keys(entries).filter((name) => !/wasm|json/.test(name));
    const nonEmpty = [];
    for (const name of names) {
      const specifier = `platform-session${name.slice(1)}`;
      // Only Svelte's compiler reads Svelte components.
      const options = {
        bundle: true,
        write: false,
        format: "esm",
        outdir: "out",
        external: ["*.svelte"],
        logLevel: "error",
      };
      const stdin = { contents: `import ${JSON.stringify(specifier)};`, resolveDir: examples };
      const { outputFiles } = await esbuild({
        ...options,
        stdin,
        logOverride: { "ignored-bare-import": "silent" },
      });
      const code = outputFiles.map(({ text }) => text.replaceAll(/\/[/*].*$/gm, "").trim()).join("");
      if (code !== "") nonEmpty.push(name);
    }
    assert.deepEqual(nonEmpty, ["./script", "./elements.css"]);
  });

  test("has CommonJS files whose syntax the oldest supported Node reads", async () => {
    const oldest = /^>=([\d.]+)$/.exec(manifest().engines.node)[1];
    const files = readdirSync(installed, { recursive: true }).filter((name) => name.endsWith(".cjs"));
    assert.ok(files.length > 5);
    for (const name of files) {
      const code = readFileSync(join(installed, name), "utf8");
      // esbuild would rewrite newer syntax for that target.
      const { code: plain } = await transform(code, { target: "esnext" });
      assert.equal((await transform(code, { target: `node${oldest}` })).code, plain, name);
    }
  });

  test("has a source map beside each module of more than a few lines, with the sources inside", () => {
    const modules = ["index.js", ...SUBPATHS.map(({ output }) => `dist/${output}.js`)];
    for (const name of modules) {
      const last = readFileSync(`${installed}${name}`, "utf8").trimEnd().split("\n").at(-1);
      assert.equal(last, `//# sourceMappingURL=${basename(name)}.map`);
      const { sources, sourcesContent } = JSON.parse(readFileSync(`${installed}${name}.map`, "utf8"));
      for (const source of sources)
        assert.match(source, /^(\.\.\/)*(pkg\/)?(engine|entry|adapters|wasm)\/[\w/.-]+$/, name);
      assert.ok(sourcesContent.length === sources.length && sourcesContent.every(Boolean), name);
    }
  });

  test("has source maps that lead from a module of an adapter to the line of its source, below a directive, too", () => {
    for (const [name, file, text] of MAPPED) {
      const code = readFileSync(`${installed}dist/${name}.js`, "utf8");
      const map = JSON.parse(readFileSync(`${installed}dist/${name}.js.map`, "utf8"));
      assert.equal(code.split(text).length, 2, `${text} is once in ${name}.js`);
      const before = code.slice(0, code.indexOf(text)).split("\n");
      const { originalSource, originalLine } = new SourceMap(map).findEntry(
        before.length - 1,
        before.at(-1).length,
      );
      assert.ok(originalSource.endsWith(file), originalSource);
      const lines = map.sourcesContent[map.sources.indexOf(originalSource)].split("\n");
      assert.ok(lines[originalLine].includes(text), `${originalSource}:${originalLine + 1} has ${text}`);
    }
  });

  test("has a bill of materials that is valid, names each crate of the licences, and has no time and no number of its own", async () => {
    const text = readFileSync(`${installed}bom.cdx.json`, "utf8");
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    assert.equal(await validator.validate(text), null);
    assert.notEqual(await validator.validate(text.replace('"library"', '"bookshelf"')), null);
    const { components, metadata, serialNumber } = JSON.parse(text);
    assert.deepEqual([serialNumber, metadata.timestamp], [undefined, undefined]);
    assert.equal(metadata.component.version, manifest().version);
    const licences = readFileSync(`${installed}LICENSE-THIRD-PARTY`, "utf8");
    const licensed = [...licences.matchAll(/^-{72}\n\n(\S+) (\S+): /gm)].map(
      ([, name, version]) => `${name}@${version}`,
    );
    assert.ok(licensed.length > 10);
    const named = components.map(({ name, version }) => `${name}@${version}`);
    assert.deepEqual(named.filter((each) => !each.startsWith("rust-std@")).sort(), licensed.sort());
    for (const { name, hashes, licenses } of components.filter(({ name }) => name !== "rust-std"))
      assert.ok(hashes.length === 1 && licenses.length === 1, name);
  });

  test("is loaded by require and by import, quietly, with the same names", async () => {
    const names = `const names = ${JSON.stringify(PLAIN.map((name) => `platform-session${name}`))};`;
    const required = await node("--eval", `${names} ${printExports("(name) => require(name)")}`);
    const imported = await node(
      "--input-type=module",
      "--eval",
      `${names} ${printExports("(name) => import(name)")}`,
    );
    assert.equal(required, imported);
    assert.match(required, /^\["SessionError","createSession","isSessionError","pageSession"\]\n/);
  });

  test("renders a test's component on the hooks that the component imports, by require and by import", async () => {
    const names = `const names = ["jsdom", "react", "platform-session/react", "platform-session/testing/react"];`;
    for (const options of [
      ["--eval", `${names} ${renderComponent("(name) => require(name)")}`],
      ["--input-type=module", "--eval", `${names} ${renderComponent("(name) => import(name)")}`],
    ])
      assert.equal(await node(...options), "Ada\n");
  });

  test("is inert where no session runs: every call rejects as closed, and the process ends", async () => {
    const script = `
      const { createSession, pageSession } = require("platform-session");
      const session = createSession();
      const ended = (promise) => promise.then(() => "resolved", ({ code }) => code);
      Promise.all([session.ready, session.settled, session.refresh(), session.fetch("/api/roles")].map(ended))
        .then((codes) => console.log(codes.join(), session.snapshot.status, pageSession() === pageSession()));`;
    assert.equal(await node("--eval", script), "closed,closed,closed,closed unknown false\n");
    const open = `
      const { createSession } = require("platform-session");
      const { sessionBody } = require("platform-session/testing");
      const session = createSession({ initial: sessionBody({ features: ["a"] }) });
      session.ready.then(({ status }) => console.log(status, session.gate({ feature: "a" }).granted));`;
    assert.equal(await node("--eval", open), "authenticated true\n");
  });
});

/** Returns every file that the entries of a package name. */
const targetsOf = (entry) => (typeof entry === "string" ? [entry] : Object.values(entry).flatMap(targetsOf));

/** Returns a script that prints the names of the exports of each of `names`. */
const printExports = (load) => `
  (async () => {
    for (const name of names) {
      const exported = Object.keys(await (${load})(name)).filter((key) => key !== "default" && key !== "module.exports");
      console.log(JSON.stringify(exported.sort()));
    }
  })();`;

/** Returns a script that renders a component in a page of jsdom, and prints its text. */
const renderComponent = (load) => `
  (async () => {
    const { JSDOM } = await (${load})(names[0]);
    const { window } = new JSDOM("<body></body>");
    for (const [name, value] of Object.entries({ window, document: window.document, navigator: window.navigator }))
      Object.defineProperty(globalThis, name, { value, configurable: true });
    const [{ createElement }, { useSession }, { renderWithSession }] =
      [await (${load})(names[1]), await (${load})(names[2]), await (${load})(names[3])];
    const User = () => useSession().user.name;
    const { container } = renderWithSession(createElement(User), { user: { name: "Ada" } });
    console.log(container.textContent);
    process.exit();
  })();`;
