// The files that are served, already compressed: the pages, the package, and another build of the package.

import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotli } from "../../../../scripts/size/brotli.mjs";
import { addressOf, PAGES } from "../pages.mjs";
import { sessionAnswer } from "./session-answer.mjs";

const FOLDER = fileURLToPath(new URL("../pages/", import.meta.url));
const MARKS = readFileSync(`${FOLDER}marks.html`, "utf8").trim();
/** The comment in a page that stands for the lines of the head snippet, with or without the preload of the WebAssembly. */
const SNIPPET = /<!-- the head snippet( without the WebAssembly)? -->/;
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".wasm": "application/wasm",
};

/**
 * Returns the files of the site, by path: `{ type, body, encoding, isKept }`; `isKept`: a browser may cache the file. `builds`: the folders of
 * the builds of the package, by name.
 */
export function siteOf(builds, bundles = new Map()) {
  return new Map([
    ["/api/auth/session", { type: "application/json", body: sessionAnswer }],
    ...Object.entries(builds).flatMap(([build, folder]) => packageFiles(folder, `${prefixOf(build)}/pkg/`)),
    ...Object.entries(PAGES)
      .filter(([, { build = "this" }]) => build in builds)
      .map(([page, description]) => [addressOf(page), documentOf(page, description, builds)]),
    ["/bench/naive.js", compressed(".js", readFileSync(`${FOLDER}naive.js`))],
    ...[...bundles].map(([path, resource]) =>
      path.endsWith(".js") ? [path, compressed(".js", resource.body)] : [path, resource],
    ),
  ]);
}

const prefixOf = (build) => (build === "this" ? "" : `/${build}`);

function documentOf(page, { file = page, values = {}, build = "this", headLines = true }, builds) {
  const written = readFileSync(`${FOLDER}${file}.html`, "utf8");
  const withoutWasm = SNIPPET.exec(written)?.[1] !== undefined;
  const lines = headLines
    ? headLinesOf(builds[build]).filter((line) => !(withoutWasm && line.includes(".wasm")))
    : [];
  let html = written.replace("<!-- marks -->", () => MARKS).replace(SNIPPET, () => lines.join("\n    "));
  for (const [name, value] of Object.entries(values)) html = html.replaceAll(name, value);
  return compressed(".html", Buffer.from(html.replaceAll("/pkg/", `${prefixOf(build)}/pkg/`)));
}

/** Returns the lines of the head snippet in the README of a build, so that each build is measured with its own lines. */
function headLinesOf(folder) {
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const lines = readme.match(/^<link rel="(?:modulepreload|preload)".*>$/gm);
  if (lines === null) throw new Error(`The README in ${folder} has no head snippet.`);
  return lines;
}

/** Returns the JavaScript and WebAssembly files of the package, by path. */
function packageFiles(folder, prefix) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => [".js", ".wasm"].includes(extname(name)) && !name.includes("node_modules"))
    .map((name) => [
      prefix + name.replaceAll("\\", "/"),
      compressed(extname(name), readFileSync(join(folder, name))),
    ]);
}

const compressed = (extension, content) => ({
  type: TYPES[extension],
  body: brotli(content),
  encoding: "br",
  isKept: extension !== ".html",
});

/** Returns the `cache-control` of a file. Without caching, a preload that its page does not use shows as a second request. */
export const cacheControlOf = ({ isKept }, cache) =>
  isKept && cache === "warm" ? "public, max-age=31536000, immutable" : "no-store";
