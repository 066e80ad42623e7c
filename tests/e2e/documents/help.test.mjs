// `npm start -- --help`, as the README says.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { test } from "../support/scenario.mjs";

const START = fileURLToPath(new URL("../../../scripts/start.mjs", import.meta.url));
const HELP_MS = 300_000;

test("help names the flags of the command and of the deployment, also where the port is taken", async () => {
  test.setTimeout(HELP_MS);
  // The default port may be taken already: by a deployment that is served here.
  const server = createServer().on("error", () => {});
  server.listen(8787, "127.0.0.1");
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [START, "--help"]);
    for (const flag of ["--sso", "--listen", "--bearer", "--control", "--allowed-origin"])
      assert.match(stdout, new RegExp(`^ +${flag}\\b`, "m"), flag);
    assert.match(stdout, /--bearer cookie/, "the defaults of the command, too");
    assert.doesNotMatch(stdout, /Building pkg/);
  } finally {
    server.close();
  }
});
