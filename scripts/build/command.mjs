// Bundles the command `platform-session` into one module for Node. It is not minified, because no page loads it.

import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run/project.mjs";
import { bundle } from "./bundle.mjs";

const COMMAND = "pkg/dist/command.js";

/** Writes `pkg/dist/command.js`. */
export async function bundleCommand() {
  const { code } = await bundle("pkg/command/main.ts", COMMAND, {
    format: "esm",
    platform: "node",
    target: "node20.3",
    minify: false,
  });
  writeFileSync(join(root, COMMAND), code);
  chmodSync(join(root, COMMAND), 0o755);
}
