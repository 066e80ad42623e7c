// A plugin for Vite: the head's lines in the build, and the deployment's APIs in development.

import type { Plugin } from "vite";

/** The options of the plugin. */
export interface PlatformSessionOptions {
  /**
   * Origin of the deployment to develop against: an absolute http(s) URL; its path is ignored. Default: what the environment
   * has as `PLATFORM_ORIGIN`, or else "http://127.0.0.1:8787", the reference deployment.
   */
  deployment?: string | undefined;
  /** Whether built pages get the head's lines. `false` where the deployment has another origin than the page. Default true. */
  head?: boolean | undefined;
  /**
   * `true`: `vite preview` sends the strict Content-Security-Policy of `docs/deploying.md`. An object replaces or adds directives, and `false`
   * removes one: `{ "connect-src": "'self' https://sentry.example", "frame-ancestors": "'none'" }`. `vite` itself sends no policy, because it uses
   * inline scripts and styles. In production the server of the page must send it. Default false.
   */
  policy?: boolean | Readonly<Record<string, string | false>> | undefined;
}

/**
 * `plugins: [platformSession()]`. Throws a `TypeError` that names an option that does not exist or has a wrong type.
 *
 * `vite build` puts into each HTML page that imports the package the lines that make the browser ask for the session
 * and the WebAssembly before any script has run (`docs/deploying.md`), with `base` and the hashed names. Vite itself names the
 * modules. A line that the page already has is not added. A framework that renders the HTML itself gets no lines.
 *
 * `vite` and `vite preview` forward `/api/`, `/agent-hub-api/`, `/networks-api/` and `/data-api/` to `deployment`, WebSockets
 * too. Entries of `server.proxy` and `preview.proxy` come before it. For requests of the page, `Host` and `Origin` are the
 * deployment's; another origin stays as it is, for the deployment to refuse. Over http, the browser keeps the deployment's cookies
 * although they are `Secure` or begin with `__Host-`; a redirect to the deployment's origin comes back to this server.
 */
export function platformSession(options?: PlatformSessionOptions): Plugin;
