// Serves the built site on loopback, under the strict policy that it is made for.

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";

/** What a page of the site may load. It needs no inline script or style, and no WebAssembly: the playground runs on the double. */
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".txt": "text/plain; charset=utf-8",
  ".woff2": "font/woff2",
};

/** Resolves with the site's address and `close()`. `base`: the path that the site was built for. */
export function serveSite(folder, { base = "/", port = 0 } = {}) {
  const server = createServer((request, response) => answer(folder, base, request, response));
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

function answer(folder, base, { url, method }, response) {
  response.setHeader("Content-Security-Policy", POLICY);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Referrer-Policy", "no-referrer");
  const file = fileOf(folder, base, new URL(url, "http://site.invalid").pathname);
  if (!["GET", "HEAD"].includes(method) || file === null) {
    const page = join(folder, "404.html");
    response.writeHead(404, { "Content-Type": TYPES[".html"] });
    createReadStream(page).pipe(response);
    return;
  }
  response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" });
  createReadStream(file).pipe(response);
}

/** The file behind a path below `base`, or `null`. */
function fileOf(folder, base, pathname) {
  if (!pathname.startsWith(base)) return null;
  const path = decodeURIComponent(pathname.slice(base.length));
  const file = join(folder, normalize(`/${path}`));
  const candidates = [file, `${file}.html`, join(file, "index.html")];
  return candidates.find((each) => existsSync(each) && statSync(each).isFile()) ?? null;
}
