// Each example starts from its own folder: what its files import, and what its scripts run, is among its own dependencies.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, relative } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { exampleManifests, pinnedVersions } from "../../scripts/docs/example-manifests.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const LOCKED = JSON.parse(readFileSync(join(root, "examples/package-lock.json"), "utf8")).packages;
const OWN = JSON.parse(readFileSync(join(root, "pkg/package.json"), "utf8"));
const SOURCE = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;
/** Folders that tools generate. */
const GENERATED =
  /\/(?:node_modules|dist|build|test-results|storybook-static|\.(?:astro|next|nuxt|output|react-router|svelte-kit))\//;
/** Static and dynamic imports, and `require`; a type in a comment, too. */
const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire(?:\.resolve)?\(\s*)(["'])([^"'\s]+)\1/g;
/** `$app` and `$lib` are SvelteKit's, `astro:` and `node:` are modules of the platform itself. */
const NO_PACKAGE = /^(?:[./$]|\w+:)/;
/** Packages that an alias in `vite.config.js` replaces, with the replacement, by example. */
const ALIASES = { "examples/react-preact": { react: "preact", "react-dom": "preact" } };
/** Packages that a configuration names by a string, or that a tool needs without declaring it, by example. */
const USED_WITHOUT_IMPORT = {
  "examples/angular": ["@angular/build", "@angular/compiler"],
  "examples/next": ["typescript"],
  "examples/react-router": ["@react-router/node", "isbot"],
  "examples/testing/jest": ["jest-environment-jsdom"],
};

/** Files and folders (`what`) that an example copies from another one: each example starts from its own folder alone. */
const COPIES = [
  ...["index.html", "src"].map((what) => ({ what, from: "react", to: "react-preact" })),
  ...["src/Home.tsx", "src/Reports.tsx", "src/Tools.tsx"].map((what) => ({
    what,
    from: "react",
    to: "react-tanstack",
  })),
  { what: "reports.jsx", from: "testing/vitest", to: "testing/storybook" },
  ...["forms", "import-map", "requests"].map((to) => ({ what: "vite.config.js", from: "elements", to })),
];

describe("The package.json of an example", () => {
  const manifests = exampleManifests();

  it("is there for each kind of framework", () => {
    const folders = manifests.map(({ path }) => dirname(path));
    for (const name of ["react", "vue-nuxt", "angular", "elements", "testing/jest"])
      assert.ok(folders.includes(`examples/${name}`), name);
  });

  for (const { path, text, made: generated } of manifests) {
    const folder = dirname(path);
    const { dependencies, devDependencies, scripts } = JSON.parse(text);
    const declared = { ...dependencies, ...devDependencies };
    const names = Object.keys(declared);

    it(`in ${folder} has the versions of examples/package.json and of this package (if not: npm run docs)`, () => {
      const versions = pinnedVersions();
      for (const name of names) assert.ok(name in versions, `${name} is not in examples/package.json`);
      assert.equal(text, generated);
    });

    it(`in ${folder} has each package that its files import or its tools need, and no other`, () => {
      const versions = pinnedVersions();
      const imported = importsOf(folder);
      for (const name of imported) assert.ok(names.includes(name), `${name} is imported, and missing`);
      const peers = names.flatMap(peersOf).map((peer) => ({ ...peer, name: inPlaceOf(peer.name, folder) }));
      for (const { name, isOptional } of peers)
        assert.ok(
          isOptional || !(name in versions) || names.includes(name),
          `${name} is a peer of another, and missing`,
        );
      const used = new Set([
        ...imported,
        ...peers.map(({ name }) => name),
        ...(USED_WITHOUT_IMPORT[folder] ?? []),
        OWN.name,
      ]);
      const commands = Object.values(scripts).flatMap((script) => script.split(/\s+/));
      for (const name of names)
        assert.ok(
          used.has(name) || commandsOf(name).some((command) => commands.includes(command)) || isTypesOf(name),
          `${name} is not used`,
        );
    });

    it(`in ${folder} names nothing outside that folder`, () => {
      for (const file of filesOf(folder))
        for (const [, , specifier] of readFileSync(file, "utf8").matchAll(IMPORT))
          if (specifier.startsWith("."))
            assert.ok(
              !relative(join(root, folder), join(dirname(file), specifier)).startsWith(".."),
              specifier,
            );
      assert.doesNotMatch(text, /\.\.\//);
    });
  }
});

describe("A copied file", () => {
  for (const { what, from, to } of COPIES) {
    it(`${what} is the same in ${to} and in ${from} (if not: copy it)`, () => {
      assert.deepEqual(textsOf(to, what), textsOf(from, what));
    });
  }
});

/** Returns the source files of an example, without the generated ones. */
function filesOf(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map(({ parentPath, path = parentPath, name }) => join(path, name))
    .filter((path) => !GENERATED.test(path.slice(root.length - 1)) && !/-env\.d\.ts$/.test(path));
}

/** Returns the text of `what`: of a file, or of all files in a folder. */
function textsOf(example, what) {
  const path = join(root, "examples", example, what);
  if (!statSync(path).isDirectory()) return readFileSync(path, "utf8");
  return Object.fromEntries(readdirSync(path).map((name) => [name, readFileSync(join(path, name), "utf8")]));
}

/** Returns the packages that the files of an example import. */
function importsOf(folder) {
  const specifiers = filesOf(folder).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(IMPORT)].map(([, , specifier]) => specifier),
  );
  const names = specifiers
    .filter((specifier) => !NO_PACKAGE.test(specifier) && !builtinModules.includes(specifier))
    .map((specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)[0])
    .map((name) => inPlaceOf(name, folder));
  return [...new Set(names)];
}

/** Returns the package that an alias of the example puts in place of this one, or else the package itself. */
const inPlaceOf = (name, folder) => ALIASES[folder]?.[name] ?? name;

/** Returns what the lock file says of a package. */
const lockedOf = (name) => (name === OWN.name ? OWN : (LOCKED[`node_modules/${name}`] ?? {}));

function peersOf(name) {
  const { peerDependencies = {}, peerDependenciesMeta = {} } = lockedOf(name);
  return Object.keys(peerDependencies).map((peer) => ({
    name: peer,
    isOptional: peerDependenciesMeta[peer]?.optional === true,
  }));
}

const commandsOf = (name) => Object.keys(lockedOf(name).bin ?? {});

const isTypesOf = (name) => name.startsWith("@types/");
