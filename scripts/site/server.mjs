// Serves the built site on loopback, under the strict policy that it is made for.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";

/** What a page of the site may load. It needs no inline script or style, and no WebAssembly: the playground runs on the double. */
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS = {
  "Content-Security-Policy": POLICY,
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
};

/** Resolves with the site's address and `close()`. `base`: the path that the site was built for. Its tools must be installed. */
export async function serveSite(folder, { base = "/", port = 0 } = {}) {
  const { default: sirv } = await import("../../docs/.vitepress/node_modules/sirv/build.mjs");
  const files = sirv(folder, { setHeaders: nameCharset });
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

/** sirv names it for HTML alone; sources are text, too. */
function nameCharset(response, pathname) {
  if (pathname.endsWith(".txt")) response.setHeader("Content-Type", "text/plain;charset=utf-8");
}
