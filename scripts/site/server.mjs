// Serves the built site on this machine, with the strict policy for which it is built.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

/** The site's Content-Security-Policy. It allows no inline script or style, and no WebAssembly: the playground runs a test session. */
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS = {
  "Content-Security-Policy": POLICY,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};

/** Starts the server. Resolves with its `address` and `close()`. `base`: the path for which the site was built. The site's tools must be installed. */
export async function serveSite(folder, { base = "/", port = 0 } = {}) {
  const { default: sirv } = await import("../../docs/.vitepress/node_modules/sirv/build.mjs");
  const files = sirv(folder, { setHeaders: addCharset });
  const page = readFileSync(join(folder, "404.html"));
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
    const notFound = () => {
      response.writeHead(404, { "Content-Type": "text/html;charset=utf-8" });
      response.end(page);
    };
    if (!request.url.startsWith(base)) return notFound();
    request.url = request.url.slice(base.length - 1);
    files(request, response, notFound);
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = `http://127.0.0.1:${server.address().port}${base}`;
      const close = () => {
        server.closeAllConnections();
        return new Promise((closed) => server.close(closed));
      };
      resolve({ address, close });
    });
  });
}

/** Adds the charset to the type of text files: sirv adds it only for HTML. */
function addCharset(response, pathname) {
  if (pathname.endsWith(".txt")) response.setHeader("Content-Type", "text/plain;charset=utf-8");
}
