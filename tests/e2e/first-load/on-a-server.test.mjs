import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { assertNoSession } from "../support/no-session.mjs";
import { test } from "../support/scenario.mjs";
import { within } from "../support/until.mjs";

const RENDERING = fileURLToPath(new URL("../site/rendering-members.mjs", import.meta.url));

test("on a server every call of a session rejects with closed, no request is sent, and the process ends", async () => {
  test.setTimeout(30_000);
  let requests = 0;
  const server = createServer((_, answer) => {
    requests += 1;
    answer.end("{}");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const child = spawn(process.execPath, [RENDERING, origin], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  try {
    const closed = new Promise((resolve) => child.once("close", resolve));
    assert.equal(await within(10_000, "The process with an inert session", closed), 0, output);
    const [plain, hydrated, withoutOptions] = JSON.parse(output);
    assertNoSession(plain);
    assertNoSession(hydrated, { initial: true });
    assertNoSession(withoutOptions);
    assert.equal(requests, 0);
  } finally {
    child.kill("SIGKILL");
    server.close();
  }
});
