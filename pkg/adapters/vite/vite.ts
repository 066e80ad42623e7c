// A plugin for Vite: the head's lines in the build, and the deployment's APIs in development.

import type { Plugin, ResolvedConfig } from "vite";
import { headOf, type Page } from "./head.js";
import type { PlatformSessionOptions } from "./index.js";
import { readOptions } from "./options.js";
import { withPolicy } from "./policy.js";
import { withProxy } from "./proxy.js";

/** The modules of the package that read the session as a page starts. */
const ENTRIES = ["platform-session", "platform-session/inline"];

export function platformSession(options?: PlatformSessionOptions): Plugin {
  const { deployment, head, policy } = readOptions(options);
  let resolved: ResolvedConfig;
  let entries: (string | undefined)[] = [];
  return {
    name: "platform-session",
    config: ({ server, preview }) => ({
      server: { proxy: withProxy(server?.proxy, deployment) },
      // A preview without proxy entries of its own takes those of the server.
      ...((preview?.proxy || policy) && {
        preview: {
          ...(preview?.proxy && { proxy: withProxy(preview.proxy, deployment) }),
          // No policy in development: Vite puts scripts and styles of its own into the page.
          ...(policy && { headers: withPolicy(preview?.headers ?? server?.headers, policy) }),
        },
      }),
    }),
    configResolved(config) {
      resolved = config;
    },
    async buildStart() {
      if (!head || resolved.command !== "build") return;
      // Resolved by Vite, as the page's own imports are: a linked package or an alias leads to other files.
      const found = await Promise.all(ENTRIES.map((name) => this.resolve(name)));
      entries = found.map((module) => module?.id);
    },
    transformIndexHtml: {
      // Runs last: the names of the files are known then, and other plugins have added such lines.
      order: "post",
      handler: (html, page) => (head && page.bundle ? headOf(html, page as Page, resolved, entries) : []),
    },
  };
}
