// What is served: the pages, and the package from its folder; beside them, another build. Compressed ahead of time.

import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotli } from "../../../../scripts/size/brotli.mjs";
import { codeOf } from "../../../e2e/support/documents.mjs";
import { addressOf, PAGES } from "../pages.mjs";
import { sessionAnswer } from "./session-answer.mjs";

const FOLDER = fileURLToPath(new URL("../pages/", import.meta.url));
const MARKS = readFileSync(`${FOLDER}marks.html`, "utf8").trim();
/** Where a page has the lines of the head, and which it leaves out. */
const SNIPPET = /<!-- the head snippet(?: without the (\w+))? -->/;
const LEFT_OUT = { WebAssembly: ".wasm", session: "/api/" };
/** The lines as headers, as the guide has them. */
const LINKS = codeOf("docs/deploying.md", "http")[0]
  .trim()
  .split("\n")
  .map((line) => line.replace("Link: ", ""));
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".wasm": "application/wasm",
};

/**
 * Returns the files of the site, by path: `{ type, body, encoding }`; `isKept` where a browser may keep it; `link`: a header. `builds`:
 * folders of the package, by name.
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

function documentOf(page, { file = page, values = {}, build = "this", asHeaders }, builds) {
  const own = (text) => text.replaceAll("/pkg/", `${prefixOf(build)}/pkg/`);
  const written = readFileSync(`${FOLDER}${file}.html`, "utf8");
  const leftOut = LEFT_OUT[SNIPPET.exec(written)?.[1]];
  const ofAll = (lines) => lines.filter((line) => !leftOut || !line.includes(leftOut));
  const lines = asHeaders ? [] : ofAll(headLinesOf(builds[build]));
  let html = written.replace("<!-- marks -->", () => MARKS).replace(SNIPPET, () => lines.join("\n    "));
  for (const [name, value] of Object.entries(values)) html = html.replaceAll(name, value);
  const link = asHeaders && own(ofAll(LINKS).join(", "));
  return { ...compressed(".html", Buffer.from(own(html))), link };
}

/** The lines that a build's own README tells people to put into the head: each build is measured with its own. */
function headLinesOf(folder) {
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const lines = readme.match(/^<link rel="(?:modulepreload|preload)".*>$/gm);
  if (lines === null) throw new Error(`The README in ${folder} has no head snippet.`);
  return lines;
}

/** What a page can ask for of the package. */
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

/** What a browser is told of keeping it. With a cold cache, a preload that its page does not use shows as a second request. */
export const cacheControlOf = ({ isKept }, cache) =>
  isKept && cache === "warm" ? "public, max-age=31536000, immutable" : "no-store";
