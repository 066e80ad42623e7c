// A plugin for Vite: the head's lines in the build, and the deployment's APIs in development.

import type { Plugin, ResolvedConfig } from "vite";
import { headOf, type Page } from "./head.js";
import type { PlatformSessionOptions } from "./index.js";
import { readOptions } from "./options.js";
import { withPolicy } from "./policy.js";
import { withProxy } from "./proxy.js";

/** The modules of the package that create a session in a page. */
const ENTRIES = ["platform-session", "platform-session/inline"];

export function platformSession(options?: PlatformSessionOptions): Plugin {
  const { deployment, head, policy } = readOptions(options);
  let resolved: ResolvedConfig;
  let entries: (string | undefined)[] = [];
  return {
    name: "platform-session",
    config: ({ server, preview }) => ({
      server: { proxy: withProxy(server?.proxy, deployment) },
      // Without `preview.proxy`, a preview takes the entries of `server.proxy`.
      ...((preview?.proxy || policy) && {
        preview: {
          ...(preview?.proxy && { proxy: withProxy(preview.proxy, deployment) }),
          // No policy in development, because Vite puts inline scripts and styles into the page.
          ...(policy && { headers: withPolicy(preview?.headers ?? server?.headers, policy) }),
        },
      }),
    }),
    configResolved(config) {
      resolved = config;
    },
    async buildStart() {
      if (!head || resolved.command !== "build") return;
      // Resolved by Vite like the page's own imports, which a linked package or an alias may lead to other files.
      const found = await Promise.all(ENTRIES.map((name) => this.resolve(name)));
      entries = found.map((module) => module?.id);
    },
    transformIndexHtml: {
      // Runs last, when the names of the files are known, and other plugins have added their lines.
      order: "post",
      handler: (html, page) => (head && page.bundle ? headOf(html, page as Page, resolved, entries) : []),
    },
  };
}
