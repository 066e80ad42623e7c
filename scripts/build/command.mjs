// The command `platform-session`: one module for Node, as readable as its sources, for no page loads it.

import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run/project.mjs";
import { bundle } from "./bundle.mjs";

const COMMAND = "pkg/dist/command.js";

/** Bundles it. */
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
