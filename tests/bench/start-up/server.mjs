// The loopback server that all pages are measured against. Its own, and not the reference deployment: it answers from
// memory, compressed ahead of time, so what is measured is the page, and it keeps a list of what was asked for.
// Nothing may be stored: a preload that the page does not use then shows as a request made twice.

import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotli } from "../../../scripts/build/brotli.mjs";
import { sessionAnswer } from "./session-answer.mjs";

const PAGES = fileURLToPath(new URL("pages", import.meta.url));
const HEAD_SNIPPET = "<!-- the head snippet -->";
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".wasm": "application/wasm",
};

/** Serves the pages, and the package from `packageDirectory`, on a port of its own choice; beside them, another build. */
export async function startServer(packageDirectory, otherDirectory) {
  const resources = new Map([
    ["/api/auth/session", { type: "application/json", body: sessionAnswer }],
    ...site(packageDirectory, ""),
    ...(otherDirectory ? site(otherDirectory, "/other") : []),
  ]);
  let requests = [];

  const server = createServer((request, response) => {
    requests.push(request.url);
    const resource = resources.get(request.url);
    if (request.method !== "GET" || resource === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, {
      "content-type": resource.type,
      "content-length": resource.body.length,
      "cache-control": "no-store",
      ...(resource.encoding && { "content-encoding": resource.encoding }),
    });
    response.end(resource.body);
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });

  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    /** The paths asked for since the last call. */
    takeRequests() {
      const taken = requests;
      requests = [];
      return taken;
    },
    /** The bytes that travel for a path, headers not counted. */
    bytesOf: (path) => resources.get(path)?.body.length ?? 0,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const site = (directory, prefix) => [
  ...filesIn(PAGES, `${prefix}/bench/`, (page) =>
    page.replace(HEAD_SNIPPET, () => headSnippetOf(directory)).replaceAll("/pkg/", `${prefix}/pkg/`),
  ),
  ...filesIn(directory, `${prefix}/pkg/`),
];

/** The lines that a build's own README tells people to put into the head: each build is measured with its own. */
function headSnippetOf(directory) {
  const readme = readFileSync(join(directory, "README.md"), "utf8");
  const lines = readme.match(/^<link rel="(?:modulepreload|preload)".*>$/gm);
  if (lines === null) throw new Error(`The README in ${directory} has no head snippet.`);
  return lines.join("\n    ");
}

function filesIn(directory, prefix, changed) {
  return readdirSync(directory, { recursive: true })
    .filter((name) => extname(name) in TYPES && !name.includes("node_modules"))
    .map((name) => [
      prefix + name.replaceAll("\\", "/"),
      {
        type: TYPES[extname(name)],
        body: brotli(contentOf(join(directory, name), changed)),
        encoding: "br",
      },
    ]);
}

function contentOf(path, changed) {
  const content = readFileSync(path);
  return changed ? Buffer.from(changed(content.toString())) : content;
}
