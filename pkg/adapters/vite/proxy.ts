// The proxy that forwards requests for the deployment's four APIs from Vite's server to the deployment.

import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { TLSSocket } from "node:tls";
import type { ProxyOptions } from "vite";
import { cookieFromBrowser, cookieToBrowser } from "./cookies.js";

/** The prefixes of `src/core/api_url.rs`, as a pattern of `server.proxy`. */
const APIS = "^/(api|agent-hub-api|networks-api|data-api)/";

type Entries = Record<string, string | ProxyOptions>;

/** Returns the proxy entry for the APIs, unless the application has it. Vite takes the first entry that matches: the application's come first. */
export function withProxy(entries: Entries | undefined, deployment: string): Entries {
  return entries && APIS in entries ? {} : { [APIS]: proxyTo(deployment) };
}

function proxyTo(deployment: string): ProxyOptions {
  /** Changes the headers of a request that is sent to the deployment. */
  const changeRequest = (proxied: ClientRequest, { headers }: IncomingMessage) => {
    // The headers of a request with `Expect: 100-continue` have been sent already.
    if (proxied.headersSent) return;
    const { origin, cookie } = headers;
    // The origin of another page is not changed, so that the deployment can refuse it.
    if (origin && origin.replace(/^https?:\/\//, "") === hostOf(headers))
      proxied.setHeader("origin", deployment);
    if (cookie) proxied.setHeader("cookie", cookieFromBrowser(cookie));
  };
  /** Changes the headers of the deployment's answer for the browser. */
  const changeAnswer = (
    { headers }: IncomingMessage,
    { headers: requestHeaders, socket }: IncomingMessage,
    answer: ServerResponse,
  ) => {
    // Vite allows every page of this machine to read its answers. For its own answers, the deployment decides.
    for (const name of answer.getHeaderNames())
      if (name.startsWith("access-control-")) answer.removeHeader(name);
    const isEncrypted = (socket as Partial<TLSSocket>).encrypted === true;
    const { location } = headers;
    if (location === deployment || location?.startsWith(`${deployment}/`))
      headers.location = `http${isEncrypted ? "s" : ""}://${hostOf(requestHeaders)}${location.slice(deployment.length)}`;
    const cookies = headers["set-cookie"];
    if (cookies) headers["set-cookie"] = cookies.map((cookie) => cookieToBrowser(cookie, isEncrypted));
    // The header would apply to every server of this machine.
    delete headers["strict-transport-security"];
  };
  return {
    target: deployment,
    changeOrigin: true,
    ws: true,
    configure: (proxy) =>
      proxy.on("proxyReq", changeRequest).on("proxyReqWs", changeRequest).on("proxyRes", changeAnswer),
  };
}

/** Returns the host to which a request was sent. HTTP/2 has `:authority` instead of the header `Host`. */
const hostOf = (headers: IncomingHttpHeaders) => headers.host ?? headers[":authority"];
