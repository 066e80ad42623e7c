import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { assertNoSession } from "../support/no-session.mjs";
import { AT_REST } from "../support/snapshots.mjs";
import { within } from "../support/until.mjs";

const members = fileURLToPath(new URL("../site/rendering-members.mjs", import.meta.url));
const rendering = fileURLToPath(new URL("../site/rendering.mjs", import.meta.url));

test("without a window a session is inert: it asks for nothing, and lets the process end", {
  timeout: 20_000,
}, async () => {
  let requests = 0;
  const server = createServer((_, answer) => {
    requests += 1;
    answer.end(JSON.stringify({ authenticated: false }));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { code, output } = await run(rendering, `http://127.0.0.1:${server.address().port}`);
    assert.equal(code, 0, output);
    assert.deepEqual(JSON.parse(output), {
      snapshot: {
        status: "unknown",
        user: null,
        features: {},
        reason: null,
        stale: false,
        error: null,
        ...AT_REST,
      },
      can: false,
      state: "unknown",
      heard: 1,
      fetches: 0,
    });
    assert.equal(requests, 0);
  } finally {
    server.close();
  }
});

test("on a server every member of a session ends, as closed, and nothing is asked", {
  timeout: 30_000,
}, async () => {
  let requests = 0;
  const server = createServer((_, answer) => {
    requests += 1;
    answer.end("{}");
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const { code, output } = await run(members, `http://127.0.0.1:${server.address().port}`);
    assert.equal(code, 0, output);
    const [plain, hydrated, withoutOptions] = JSON.parse(output);
    assertNoSession(plain);
    assertNoSession(hydrated, { initial: true });
    assertNoSession(withoutOptions);
    assert.equal(requests, 0);
  } finally {
    server.close();
  }
});

async function run(...args) {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  try {
    const code = await within(
      10_000,
      "The process with an inert session",
      new Promise((resolve) => child.once("close", resolve)),
    );
    return { code, output };
  } finally {
    child.kill("SIGKILL");
  }
}
