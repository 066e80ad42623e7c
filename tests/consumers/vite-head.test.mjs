// `platform-session/vite` in the build: the lines that it adds to a page's head, with each major of Vite.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { codeOf } from "../e2e/support/documents.mjs";
import { SESSION } from "../e2e/support/identity-api.mjs";
import { scenario, test } from "../e2e/support/scenario.mjs";
import { folderOf, VITES } from "./support/bundlers.mjs";
import { command } from "./support/command.mjs";
import { installConsumers } from "./support/install.mjs";
import { frameworks, installed } from "./support/places.mjs";
import { policyWith, servedUnder } from "./support/policy.mjs";
import { platformSession, viteOf, writeSources } from "./support/vite.mjs";

const htmlOf = (script, head = "") =>
  `<!doctype html>\n<html lang="en">\n  <head>\n    <meta charset="utf-8" />${head}\n    <title>Reports</title>\n${script}  </head>\n  <body></body>\n</html>\n`;
const scriptTag = (path) => `    <script type="module" src="${path}"></script>\n`;

/** Pages of every kind, by their paths. */
const PAGES = {
  "nested/deep/page.html": htmlOf(scriptTag("../../main.js")),
  "inside.html": htmlOf(scriptTag("./inline.js")),
  "imprint.html": htmlOf(""),
  "other.html": htmlOf(scriptTag("./other.js")),
  "later.html": htmlOf(scriptTag("./later.js")),
};
const SCRIPTS = {
  "other.js": "document.title = 'other';\n",
  "later.js": "addEventListener('click', () => import('./main.js'));\n",
};

test.beforeAll(installConsumers);

for (const [name, vite] of Object.entries(VITES)) {
  test.describe(`${name} adds the head's lines to a built page`, () => {
    test("as in the guide: the session before the module, the WebAssembly after it", async () => {
      const { html } = await build(vite);
      const lines = html("index.html").match(
        /<link rel="(?:pre|modulepre)load".*>|<script type="module".*>/g,
      );
      const [session, , wasm] = codeOf("docs/deploying.md", "html")[0].trimEnd().split("\n");
      assert.equal(lines[0], session);
      assert.match(lines[1], /^<script type="module"/);
      const file = /href="(.*?)"/.exec(lines.at(-1))[1];
      assert.equal(lines.at(-1), wasm.replace("/pkg/wasm/platform_session_bg.wasm", file));
    });

    for (const [base, address] of [
      ["/", "/"],
      ["/app/", "/app/"],
      ["./", "../../"],
      ["", "../../"],
      ["https://cdn.example/a%20b/", "https://cdn.example/a%20b/"],
    ]) {
      test(`with the base "${base}", in a page of a subfolder, where the names of files are only hashes`, async () => {
        const { html, file } = await build(
          vite,
          { base },
          {
            output: {
              assetFileNames: "f/[hash][extname]",
              entryFileNames: "[hash].js",
              chunkFileNames: "[hash].js",
            },
          },
        );
        const { session, wasm } = linesOf(html("nested/deep/page.html"));
        assert.deepEqual(session, [SESSION], "the deployment's address has no base");
        assert.equal(wasm.length, 1);
        assert.ok(wasm[0].startsWith(`${address}f/`), wasm[0]);
        assert.ok(!wasm[0].includes("platform_session"), "the name is a hash");
        assertIsWasm(file(wasm[0].slice(address.length)));
      });
    }

    test("with the address of `experimental.renderBuiltUrl`, where the project has that", async () => {
      const renderBuiltUrl = (file, { hostType }) =>
        hostType === "html" ? `https://cdn.example/${file}` : undefined;
      const { html, file } = await build(vite, { experimental: { renderBuiltUrl } });
      const { wasm } = linesOf(html("index.html"));
      assertIsWasm(file(wasm[0].replace("https://cdn.example/", "")));
      const relative = { relative: true };
      const other = await build(vite, { experimental: { renderBuiltUrl: () => relative } });
      assert.match(linesOf(other.html("nested/deep/page.html")).wasm[0], /^\.\.\/\.\.\/assets\//);
    });

    test("in each page that imports the package, and in no other", async () => {
      const { html } = await build(vite);
      const counts = Object.fromEntries(
        ["index.html", ...Object.keys(PAGES)].map((path) => {
          const { session, wasm } = linesOf(html(path));
          return [path, [session.length, wasm.length]];
        }),
      );
      assert.deepEqual(counts, {
        "index.html": [1, 1],
        "nested/deep/page.html": [1, 1],
        // The WebAssembly is inside the module.
        "inside.html": [1, 0],
        "imprint.html": [0, 0],
        "other.html": [0, 0],
        "later.html": [0, 0],
      });
    });

    test("except for lines that the page already has", async () => {
      const session = `\n    <link rel="preload" as="fetch" crossorigin="use-credentials" href="${SESSION}">`;
      const wasm =
        '\n    <link rel="preload" as="fetch" type="application/wasm" crossorigin href="./given.wasm">';
      const commented = `\n    <!-- ${session.trim()} -->`;
      const { html } = await build(
        vite,
        {},
        {
          files: {
            "session.html": htmlOf(scriptTag("./main.js"), session),
            "both.html": htmlOf(scriptTag("./main.js"), session + wasm),
            "comment.html": htmlOf(scriptTag("./main.js"), commented),
            "given.wasm": readFileSync(`${installed}wasm/platform_session_bg.wasm`),
          },
        },
      );
      for (const path of ["session.html", "both.html", "comment.html"]) {
        const lines = linesOf(html(path).replace(/<!--.*?-->/gs, ""));
        assert.deepEqual([lines.session.length, lines.wasm.length], [1, 1], path);
      }
    });

    test("none with `head: false`, and no line for a WebAssembly that is inside the script", async () => {
      const without = linesOf((await build(vite, {}, { options: { head: false } })).html("index.html"));
      assert.deepEqual(without, { session: [], wasm: [] });
      const inside = await build(vite, { build: { assetsInlineLimit: 1_000_000 } });
      assert.deepEqual(linesOf(inside.html("index.html")), { session: [SESSION], wasm: [] });
    });
  });
}

test.describe("The plugin", () => {
  for (const [file, lines] of Object.entries({
    "vite.config.mjs":
      'import { platformSession } from "platform-session/vite";\nexport default { plugins: [platformSession()] };\n',
    "vite.config.cjs":
      'const { platformSession } = require("platform-session/vite");\nmodule.exports = { plugins: [platformSession()] };\n',
  })) {
    test(`works in ${file}`, async () => {
      const cwd = folderOf(`plugin in ${file}`);
      writeSources(cwd, { [file]: lines });
      await command(process.execPath, [`${frameworks}vite/bin/vite.js`, "build", "--logLevel", "warn"], {
        cwd,
      });
      const { session, wasm } = linesOf(readFileSync(`${cwd}dist/index.html`, "utf8"));
      assert.deepEqual([session.length, wasm.length], [1, 1]);
    });
  }
});

for (const [name, vite] of Object.entries(VITES)) {
  for (const base of ["/app/", "./"]) {
    test(
      `${name}'s page with the base "${base}" requests the session and the WebAssembly once each, by its lines`,
      scenario(async ({ context, another, watch }) => {
        const { folder } = await build(vite, { base }, { below: "app/" });
        const deployment = await another(folder);
        await servedUnder(policyWith(), deployment, async (relay) => {
          const opened = await context.newPage();
          await opened.goto(`${relay.origin}/app/`);
          await opened.waitForFunction(() => document.title === "ready");
          await watch.quiet();
          const requested = relay.received
            .map(({ path }) => path)
            .filter((path) => /session$|\.wasm$/.test(path));
          assert.equal(requested.length, 2, requested.join());
          const initiators = await opened.evaluate(() =>
            performance
              .getEntriesByType("resource")
              .filter(({ name }) => /session$|\.wasm$/.test(name))
              .map(({ initiatorType }) => initiatorType),
          );
          assert.deepEqual(initiators, ["link", "link"]);
          // Chromium warns of a preload that no request uses.
          assert.deepEqual(watch.consoleLines, []);
        });
      }),
    );
  }
}

/** Builds the pages into the folder `below` of a site. Resolves with the site's `folder`, and `html(path)` and `file(path)`, which read a built file. */
async function build(name, config = {}, { output, files = {}, options, below = "" } = {}) {
  const { build } = await viteOf(name);
  const folder = folderOf(`head of ${name}`);
  const root = `${folder}source/`;
  writeSources(root, { ...PAGES, ...SCRIPTS, ...files });
  const pages = [
    "index.html",
    ...Object.keys({ ...PAGES, ...files }).filter((path) => path.endsWith(".html")),
  ];
  await build({
    ...config,
    root,
    configFile: false,
    logLevel: "error",
    plugins: [await platformSession(options)],
    build: {
      ...config.build,
      outDir: `${folder}site/${below}`,
      rollupOptions: { input: pages.map((path) => root + path), ...(output && { output }) },
    },
  });
  const read = (path) => readFileSync(`${folder}site/${below}${path}`);
  return { folder: `${folder}site/`, html: (path) => read(path).toString(), file: read };
}

/** Returns the addresses of a page's preload lines, for the session and for WebAssembly. */
function linesOf(html) {
  const addresses = [...html.matchAll(/<link rel="preload"[^>]*href="([^"]*)"/g)].map(
    ([, address]) => address,
  );
  return {
    session: addresses.filter((address) => address === SESSION),
    wasm: addresses.filter((address) => address.endsWith(".wasm")),
  };
}

function assertIsWasm(bytes) {
  assert.ok(bytes.equals(readFileSync(`${installed}wasm/platform_session_bg.wasm`)), "the package's file");
}
