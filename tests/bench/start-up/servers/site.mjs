// What is served: the pages, and the package from its folder; beside them, another build. Compressed ahead of time.

import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotli } from "../../../../scripts/build/brotli.mjs";
import { addressOf, PAGES } from "../pages.mjs";
import { sessionAnswer } from "./session-answer.mjs";

const FOLDER = fileURLToPath(new URL("../pages/", import.meta.url));
const MARKS = readFileSync(`${FOLDER}marks.html`, "utf8").trim();
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".wasm": "application/wasm",
};

/**
 * By path: `{ type, body, encoding }`; `isKept` where a browser may keep it; `link`: a header. `builds`: folders of the package, by
 * name.
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
  const lines = headLinesOf(builds[build]);
  const links = [];
  /** The lines without those that hold `part`. */
  const without = (part) => () => {
    const left = lines.filter((line) => !part || !line.includes(part));
    if (!asHeaders) return left.join("\n    ");
    links.push(...left.map(linkOf));
    return "";
  };
  let html = readFileSync(`${FOLDER}${file}.html`, "utf8")
    .replace("<!-- marks -->", () => MARKS)
    .replace("<!-- the head snippet -->", without())
    .replace("<!-- the head snippet without the WebAssembly -->", without(".wasm"))
    .replace("<!-- the head snippet without the session -->", without("/api/"));
  for (const [name, value] of Object.entries(values)) html = html.replaceAll(name, value);
  return { ...compressed(".html", Buffer.from(own(html))), link: own(links.join(", ")) };
}

/** A `<link>` as the header says it (RFC 8288). */
function linkOf(line) {
  const { href, ...rest } = Object.fromEntries(
    [...line.matchAll(/ ([a-z]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [name, value]),
  );
  const parts = Object.entries(rest).map(([name, value]) => (value ? `${name}="${value}"` : name));
  return [`<${href}>`, ...parts].join("; ");
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
