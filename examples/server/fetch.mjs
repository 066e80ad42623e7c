// The same server for runtimes that pass a `Request`, as Bun and Deno do.

import { readFile } from "node:fs/promises";
import process from "node:process";
import { renderPage } from "./render.mjs";

const { PLATFORM_ORIGIN: baseUrl = "http://127.0.0.1:8787", PORT = "5173" } = process.env;
const FILES = /^\/(page\.js|pkg\/(index\.js|wasm\/platform_session_bg\.wasm))$/;
const TYPES = { js: "text/javascript", wasm: "application/wasm" };
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src data:; require-trusted-types-for 'script'";
const installed = new URL(".", import.meta.resolve("platform-session/package.json"));

async function answer(request) {
  const { pathname, search } = new URL(request.url);
  if (pathname === "/") {
    const { html, headers } = await renderPage(request, baseUrl);
    headers.set("content-security-policy", POLICY);
    return new Response(html, { headers });
  }
  if (FILES.test(pathname)) {
    const file =
      pathname === "/page.js"
        ? new URL("./page.js", import.meta.url)
        : new URL(`.${pathname.slice(4)}`, installed);
    return new Response(await readFile(file), {
      headers: { "content-type": TYPES[pathname.split(".").at(-1)] },
    });
  }
  const { method, headers, body } = request;
  return fetch(baseUrl + pathname + search, { method, headers, body, duplex: "half", redirect: "manual" });
}

// Bun and Deno serve the default export of a module; Bun reads the address from it.
export default { fetch: answer, hostname: "127.0.0.1", port: Number(PORT) };
