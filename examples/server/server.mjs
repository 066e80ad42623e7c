// The server of a front end: it renders the page, serves the package, and passes other requests on to the deployment, as a
// gateway on one domain does.

import { readFile } from "node:fs/promises";
import { request as ask, createServer } from "node:http";
import { renderPage } from "./render.mjs";

const FILES = /^\/(page\.js|pkg\/(index\.js|wasm\/platform_session_bg\.wasm))$/;
const TYPES = { js: "text/javascript", wasm: "application/wasm" };
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src data:; require-trusted-types-for 'script'";

/** `installed`: the folder of the package, with a slash at its end. Resolves with the server, which listens on loopback, by default on a free port. */
export async function startServer({ baseUrl, installed, port = 0 }) {
  const server = createServer(async (request, response) => {
    const [path] = request.url.split("?");
    if (path === "/") {
      const { html, headers } = await renderPage(request, baseUrl);
      response.setHeaders(headers).setHeader("content-security-policy", POLICY);
      return response.end(html);
    }
    if (FILES.test(path)) {
      const file = path === "/page.js" ? new URL("./page.js", import.meta.url) : installed + path.slice(5);
      response.setHeader("content-type", TYPES[path.split(".").at(-1)]);
      return response.end(await readFile(file));
    }
    const { method, headers } = request;
    const onward = ask(baseUrl, { path: request.url, method, headers }, (answer) => {
      response.writeHead(answer.statusCode, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return server;
}
