// Where the password goes, and that the command ends, whatever answers it.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { describe, it } from "node:test";
import { platformSession } from "./support/command.mjs";

/** Runs the command against a server that answers each request so. Gives how it ended, and what it was asked. */
async function against(answer, ...options) {
  const asked = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    request.resume();
    answer(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const origin = `http://127.0.0.1:${server.address().port}`;
    return { asked, ...(await platformSession(["check", origin, ...options], { account: "ada" })) };
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe("The command's account", () => {
  it("is not sent where the session read is not as it should be", async () => {
    const { asked, status, stdout } = await against((response) =>
      response.writeHead(301, { location: "https://127.0.0.1/" }).end(),
    );
    assert.equal(status, 1);
    assert.match(stdout, /The password is sent by https only/);
    assert.deepEqual(
      asked.filter((line) => /login/.test(line)),
      [],
    );
  });
});

describe("The command", () => {
  it("says so where a server changes the protocol in place of an answer", async () => {
    const { status, stdout } = await against((response) =>
      response.socket.end(
        "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n",
      ),
    );
    assert.equal(status, 1);
    assert.match(stdout, /closes the connection before its answer is whole/);
  });

  it("takes a time limit that is no whole number of milliseconds", async () => {
    const { status, stderr } = await against((response) => response.end(), "--timeout", "2.01");
    assert.deepEqual([status, stderr], [1, ""]);
  });
});
