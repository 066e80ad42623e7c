// Puts the deployment's four APIs behind the address of Vite's server.

import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import type { ProxyOptions } from "vite";
import { cookieFromBrowser, cookieToBrowser } from "./cookies.js";

/** The prefixes of `src/core/api_url.rs`, as a pattern of `server.proxy`. */
const APIS = "^/(api|agent-hub-api|networks-api|data-api)/";

type Entries = Record<string, string | ProxyOptions>;

/** Returns an entry for the APIs, to be merged into the application's. Vite takes the first entry that fits, so the application's win. */
export function withProxy(entries: Entries | undefined, deployment: string): Entries {
  return entries && APIS in entries ? {} : { [APIS]: proxyTo(deployment) };
}

function proxyTo(deployment: string): ProxyOptions {
  const forward = (onward: ClientRequest, { headers }: IncomingMessage) => {
    // The headers of a request with `Expect: 100-continue` have left already.
    if (onward.headersSent) return;
    const { origin, cookie } = headers;
    // The origin of another page stays as it is: the deployment decides about it.
    if (origin && origin.replace(/^https?:\/\//, "") === hostOf(headers))
      onward.setHeader("origin", deployment);
    if (cookie) onward.setHeader("cookie", cookieFromBrowser(cookie));
  };
  const handBack = (
    { headers }: IncomingMessage,
    { headers: asked, socket }: IncomingMessage,
    answer: ServerResponse,
  ) => {
    // Vite allows every page of this machine to read its answers. About answers of the deployment that alone decides.
    for (const name of answer.getHeaderNames())
      if (name.startsWith("access-control-")) answer.removeHeader(name);
    const isEncrypted = (socket as Partial<TLSSocket>).encrypted === true;
    const { location } = headers;
    if (location === deployment || location?.startsWith(`${deployment}/`))
      headers.location = `http${isEncrypted ? "s" : ""}://${hostOf(asked)}${location.slice(deployment.length)}`;
    const cookies = headers["set-cookie"];
    if (cookies) headers["set-cookie"] = cookies.map((cookie) => cookieToBrowser(cookie, isEncrypted));
    // The header would hold for every server of this machine.
    delete headers["strict-transport-security"];
  };
  return {
    target: deployment,
    changeOrigin: true,
    ws: true,
    configure: (proxy) => proxy.on("proxyReq", forward).on("proxyReqWs", forward).on("proxyRes", handBack),
  };
}

/** Returns the host that a request names: over HTTP/2 there is no header `Host`. */
const hostOf = (headers: IncomingHttpHeaders) => headers.host ?? headers[":authority"];
