// How `check` finds the package's files in a page as browsers do, but without running its scripts, and reads a content policy.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { allows, readPolicy, sourcesOf } from "../../pkg/command/content-policy.ts";
import { openPage } from "../../pkg/command/document.ts";
import { findPackage } from "../../pkg/command/package-files.ts";

const ADDRESS = new URL("https://portal.example/app/reports");
/** The code of an entry that names its WebAssembly file. */
const ENTRY_CODE = `const url = new URL("./wasm/platform_session_bg.wasm", import.meta.url);`;

/** Returns a server that answers a request for one of the files, by address, and others with 404. */
const serverOf = (files, headers = {}) => ({
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

/** Opens the page of these files, and returns the addresses of the package's files in it. */
async function foundIn(files, headers) {
  const server = serverOf(files, headers);
  const page = await openPage(server, ADDRESS);
  const { entry, wasm } = await findPackage(server, page);
  return { page, entry: entry?.url.href, wasm: wasm?.href };
}

describe("The search for the package's files in a page", () => {
  it("finds them where a script imports them through other modules", async () => {
    const { entry, wasm } = await foundIn({
      [ADDRESS.href]: `<script type=module src="main.js"></script>`,
      "https://portal.example/app/main.js": `import { a } from './a.js'; export * from "/b.js"; import "react";`,
      "https://portal.example/app/a.js": `const later = () => import("../pkg/index.js");`,
      "https://portal.example/b.js": "",
      "https://portal.example/pkg/index.js": ENTRY_CODE,
    });
    assert.equal(entry, "https://portal.example/pkg/index.js");
    assert.equal(wasm, "https://portal.example/pkg/wasm/platform_session_bg.wasm");
  });

  it("finds them through an import map, a base address, and a file name of a bundler", async () => {
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

  it("finds them in the `Link` header of the page", async () => {
    const link = '</pkg/index.js>; rel=modulepreload, </w/x.wasm>; rel="preload"; as=fetch; crossorigin';
    const files = { [ADDRESS.href]: "<p>", "https://portal.example/pkg/index.js": ENTRY_CODE };
    const { page, wasm } = await foundIn(files, { link });
    assert.equal(wasm, "https://portal.example/w/x.wasm");
    assert.deepEqual(
      page.links.map((it) => it.get("crossorigin")),
      [undefined, ""],
    );
  });

  it("ends without a result where modules import each other in a circle", async () => {
    const { entry, wasm } = await foundIn({
      [ADDRESS.href]: `<script type="module" src="/a.js"></script>`,
      "https://portal.example/a.js": `import "/b.js"`,
      "https://portal.example/b.js": `import "/a.js"`,
    });
    assert.deepEqual([entry, wasm], [undefined, undefined]);
  });

  it("finds an entry before 100 other imports of the same module", async () => {
    const many = Array.from({ length: 100 }, (_, index) => `import "/${index}.js";`).join("\n");
    const { entry } = await foundIn({
      [ADDRESS.href]: `<script type="module" src="/a.js"></script>`,
      "https://portal.example/a.js": `import "/pkg/index.js";\n${many}`,
      "https://portal.example/pkg/index.js": ENTRY_CODE,
    });
    assert.equal(entry, "https://portal.example/pkg/index.js");
  });

  it("ends without a result after 60 modules where each imports another one", async () => {
    const paths = [];
    const server = {
      async get({ pathname }) {
        paths.push(pathname);
        const body = new TextEncoder().encode(`import "/${paths.length}.js"`);
        return { status: 200, headers: new Headers(), body };
      },
    };
    const page = { links: [], scripts: [new Map([["src", "/a.js"]])], base: ADDRESS, importMap: {} };
    assert.deepEqual(await findPackage(server, page), { entry: undefined, wasm: undefined });
    assert.equal(paths.length, 60);
  });

  it("reads an attribute with a single quote mark in it, and no link in a script or a comment", async () => {
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

describe("A page that is written to be slow to read is read within two seconds", () => {
  const LIMIT_MS = 2_000;
  /** Repeats a text until it is 500 000 characters long. */
  const repeated = (text) => text.repeat(Math.ceil(500_000 / text.length));
  const inScript = (code) => ({
    [ADDRESS.href]: `<script type="module" src="/a.js"></script>`,
    "https://portal.example/a.js": code,
  });
  for (const [what, files] of Object.entries({
    "comments without an end": { [ADDRESS.href]: repeated("<!-- ") },
    "tags without an end": { [ADDRESS.href]: repeated("<meta ") },
    "tags with a quote without an end": { [ADDRESS.href]: repeated(`<link a="b" c='d' e="`) },
    "scripts without an end": { [ADDRESS.href]: repeated(`<script type="importmap" `) },
    "a tag of spaces": { [ADDRESS.href]: `<script a${repeated(" ")}type${repeated(" ")}` },
    "imports of spaces": inScript(repeated(`import${" ".repeat(50_000)}`)),
    "imports without an end": inScript(repeated("import(from'")),
    "names of the WebAssembly without an end": inScript(`"${repeated("platform_session_bg.wasm")}`),
    "beginnings of a name of the WebAssembly": inScript(repeated("'platform_session_bg-")),
  }))
    it(`${what}`, async () => {
      const startMs = performance.now();
      const { entry, wasm } = await foundIn(files);
      assert.deepEqual([entry, wasm], [undefined, undefined]);
      const elapsedMs = performance.now() - startMs;
      assert.ok(elapsedMs < LIMIT_MS, `${elapsedMs} ms`);
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
