// How `check` finds the package's files in a page: as browsers do, without running it.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { allows, readPolicy, sourcesOf } from "../../pkg/command/content-policy.ts";
import { openPage } from "../../pkg/command/document.ts";
import { findPackage } from "../../pkg/command/package-files.ts";

const ADDRESS = new URL("https://portal.example/app/reports");
const NAMES_IT = `const url = new URL("./wasm/platform_session_bg.wasm", import.meta.url);`;

/** A server with these files, by address; the rest is 404. */
const serving = (files, headers = {}) => ({
  async get(url) {
    const body = files[url.href];
    const isPage = url.href === ADDRESS.href;
    return {
      status: body === undefined ? 404 : 200,
      headers: new Headers({
        "content-type": isPage ? "text/html" : "text/javascript",
        ...(isPage && headers),
      }),
      body: new TextEncoder().encode(body ?? ""),
    };
  },
});

async function foundIn(files, headers) {
  const server = serving(files, headers);
  const page = await openPage(server, ADDRESS);
  const { entry, wasm } = await findPackage(server, page);
  return { page, entry: entry?.url.href, wasm: wasm?.href };
}

describe("The package's files are found", () => {
  it("where a script imports them, over other modules", async () => {
    const { entry, wasm } = await foundIn({
      [ADDRESS.href]: `<script type=module src="main.js"></script>`,
      "https://portal.example/app/main.js": `import { a } from './a.js'; export * from "/b.js"; import "react";`,
      "https://portal.example/app/a.js": `const later = () => import("../pkg/index.js");`,
      "https://portal.example/b.js": "",
      "https://portal.example/pkg/index.js": NAMES_IT,
    });
    assert.equal(entry, "https://portal.example/pkg/index.js");
    assert.equal(wasm, "https://portal.example/pkg/wasm/platform_session_bg.wasm");
  });

  it("by an import map, a base, and a bundler's name for the file", async () => {
    const { entry, wasm } = await foundIn({
      [ADDRESS.href]: `<base href="/static/"><script type="importmap">{"imports":{"platform-session":"./ps.js"}}</script>
        <!-- <script src="not.js"></script> --><script type="module" src='m.js'></script>`,
      "https://portal.example/static/m.js": `import{createSession as c}from"platform-session";`,
      "https://portal.example/static/ps.js":
        "new URL(`/assets/platform_session_bg-Ab_1.wasm`,import.meta.url)",
    });
    assert.equal(entry, "https://portal.example/static/ps.js");
    assert.equal(wasm, "https://portal.example/assets/platform_session_bg-Ab_1.wasm");
  });

  it("where the server's header names them", async () => {
    const link = '</pkg/index.js>; rel=modulepreload, </w/x.wasm>; rel="preload"; as=fetch; crossorigin';
    const files = { [ADDRESS.href]: "<p>", "https://portal.example/pkg/index.js": NAMES_IT };
    const { page, wasm } = await foundIn(files, { link });
    assert.equal(wasm, "https://portal.example/w/x.wasm");
    assert.deepEqual(
      page.links.map((it) => it.get("crossorigin")),
      [undefined, ""],
    );
  });

  it("not at all where modules import each other in a circle, and it ends", async () => {
    const { entry, wasm } = await foundIn({
      [ADDRESS.href]: `<script type="module" src="/a.js"></script>`,
      "https://portal.example/a.js": `import "/b.js"`,
      "https://portal.example/b.js": `import "/a.js"`,
    });
    assert.deepEqual([entry, wasm], [undefined, undefined]);
  });

  it("where a module before it imports more modules than are asked for", async () => {
    const many = Array.from({ length: 100 }, (_, index) => `import "/${index}.js";`).join("\n");
    const { entry } = await foundIn({
      [ADDRESS.href]: `<script type="module" src="/a.js"></script>`,
      "https://portal.example/a.js": `import "/pkg/index.js";\n${many}`,
      "https://portal.example/pkg/index.js": NAMES_IT,
    });
    assert.equal(entry, "https://portal.example/pkg/index.js");
  });

  it("not at all where each module imports another one, and it ends after 60", async () => {
    const asked = [];
    const server = {
      async get({ pathname }) {
        asked.push(pathname);
        const body = new TextEncoder().encode(`import "/${asked.length}.js"`);
        return { status: 200, headers: new Headers(), body };
      },
    };
    const page = { links: [], scripts: [new Map([["src", "/a.js"]])], base: ADDRESS, importMap: {} };
    assert.deepEqual(await findPackage(server, page), { entry: undefined, wasm: undefined });
    assert.equal(asked.length, 60);
  });

  it("by an attribute with a quote without a partner, and not in a script or a comment", async () => {
    const { page } = await foundIn({
      [ADDRESS.href]: `<!-- <link rel="a"> --><link rel=b title=it's><script>"<link rel=c>"</script>
        <link rel="d" rel="e" href="/?a&amp;b"/><LINK REL='f'><linked rel="g"><!-- <link rel="h">`,
    });
    assert.deepEqual(
      page.links.map((it) => [it.get("rel"), it.get("href")]),
      [
        ["b", undefined],
        ["d", "/?a&b"],
        ["f", undefined],
      ],
    );
  });
});

describe("A page that is made to be slow to read is read in a moment", () => {
  const MOMENT_MS = 2_000;
  const times = (text) => text.repeat(Math.ceil(500_000 / text.length));
  const inScript = (code) => ({
    [ADDRESS.href]: `<script type="module" src="/a.js"></script>`,
    "https://portal.example/a.js": code,
  });
  for (const [what, files] of Object.entries({
    "comments without an end": { [ADDRESS.href]: times("<!-- ") },
    "tags without an end": { [ADDRESS.href]: times("<meta ") },
    "tags with a quote without an end": { [ADDRESS.href]: times(`<link a="b" c='d' e="`) },
    "scripts without an end": { [ADDRESS.href]: times(`<script type="importmap" `) },
    "a tag of spaces": { [ADDRESS.href]: `<script a${times(" ")}type${times(" ")}` },
    "imports of spaces": inScript(times(`import${" ".repeat(50_000)}`)),
    "imports without an end": inScript(times("import(from'")),
    "names of the WebAssembly without an end": inScript(`"${times("platform_session_bg.wasm")}`),
    "names of the WebAssembly that are none": inScript(times("'platform_session_bg-")),
  }))
    it(`${what}`, async () => {
      const from = performance.now();
      const { entry, wasm } = await foundIn(files);
      assert.deepEqual([entry, wasm], [undefined, undefined]);
      const taken = performance.now() - from;
      assert.ok(taken < MOMENT_MS, `${taken} ms`);
    });
});

describe("A policy's sources are matched as browsers match them", () => {
  for (const [source, url, verdict] of [
    ["'self'", "https://portal.example/x", true],
    ["'self'", "https://portal.example:444/x", false],
    ["*", "https://elsewhere.example/", true],
    ["'none'", "https://portal.example/", false],
    ["https:", "https://elsewhere.example/", true],
    ["http://api.example", "https://api.example/", true],
    ["https://api.example", "http://api.example/", false],
    ["api.example", "https://api.example/x", true],
    ["*.example", "https://api.example/x", true],
    ["*.api.example", "https://api.example/x", false],
    ["https://api.example:*", "https://api.example:8443/x", true],
    ["https://api.example/v1/", "https://api.example/v1/x", true],
    ["https://api.example/v1", "https://api.example/v1/x", false],
  ])
    it(`${source} ${verdict ? "allows" : "does not allow"} ${url}`, () => {
      const policy = readPolicy(`default-src 'none'; connect-src ${source}; connect-src *`);
      assert.equal(allows(sourcesOf(policy, "connect-src", "default-src"), new URL(url), ADDRESS), verdict);
    });
});
