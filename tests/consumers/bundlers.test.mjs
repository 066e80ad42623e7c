// One page, built by each bundler without configuration for this package, and driven in Chromium under a strict policy.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { scenario, test } from "../e2e/support/scenario.mjs";
import { BASES, BUNDLERS, folderOf } from "./support/bundlers.mjs";
import { drive } from "./support/drive.mjs";
import { installConsumers } from "./support/install.mjs";
import { policyWith, servedUnder } from "./support/policy.mjs";
import { assertSeen } from "./support/seen.mjs";

/** What the page imports of the package with bundlers that do not copy a file which a module names with `import.meta.url`. */
const IMPORTS = {
  esbuild: "./inline",
  Rollup: "./inline",
  "esbuild, with a loader for files": ". ./wasm",
};
/** The bundler that writes an import map into the page, which the policy must allow by its hash. */
const WITH_IMPORT_MAP = "Parcel";
const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)[^>]*>(.*?)<\/script>/gs;

for (const [name, bundle] of Object.entries(BUNDLERS)) {
  const imports = IMPORTS[name] ?? ".";
  test(
    `${name} builds a page that signs in and out`,
    scenario(async ({ context, another }) => {
      await installConsumers();
      const folder = folderOf(name);
      await bundle(folder, imports === "./inline" ? "inline" : "main");
      const deployment = await another(folder);
      const page = await context.newPage();
      const driveAndNote = (policy) => async (origin) => {
        const { wasm } = await drive(page, origin + (BASES[name] ?? ""));
        assertSeen(name, { wasm, policy, imports });
      };
      if (name !== WITH_IMPORT_MAP) return driveAndNote("")(deployment.origin);
      const policy = policyWith({ scripts: hashesOf(readFileSync(`${folder}index.html`, "utf8")) });
      await servedUnder(policy, deployment, ({ origin }) => driveAndNote("its import map")(origin));
    }),
  );
}

/** Returns the sources by which a policy allows each inline script of a page. */
const hashesOf = (html) =>
  [...html.matchAll(INLINE_SCRIPT)].map(
    ([, script]) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
