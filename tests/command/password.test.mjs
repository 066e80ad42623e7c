// Servers to which the command must not send the password, and answers on which it must end.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { describe, it } from "node:test";
import { platformSession } from "./support/command.mjs";

/** Runs `check` on a server that answers each request with `answer(response)`. Returns how the command ended and the server's requests. */
async function checkServer(answer, ...options) {
  const requests = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    request.resume();
    answer(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    const origin = `http://127.0.0.1:${server.address().port}`;
    return { requests, ...(await platformSession(["check", origin, ...options], { account: "ada" })) };
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe("The command's account", () => {
  it("is not sent where the session read redirects to another port", async () => {
    const { requests, status, stdout } = await checkServer((response) =>
      response.writeHead(301, { location: "https://127.0.0.1/" }).end(),
    );
    assert.equal(status, 1);
    assert.match(stdout, /The password is sent by https only/);
    assert.deepEqual(
      requests.filter((line) => /login/.test(line)),
      [],
    );
  });
});

describe("The command", () => {
  it("reports a server that switches protocols in place of an answer", async () => {
    const { status, stdout } = await checkServer((response) =>
      response.socket.end(
        "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: other\r\n\r\n",
      ),
    );
    assert.equal(status, 1);
    assert.match(stdout, /closes the connection before its answer is whole/);
  });

  it("accepts a time limit that is no whole number of milliseconds", async () => {
    const { status, stderr } = await checkServer((response) => response.end(), "--timeout", "2.01");
    assert.deepEqual([status, stderr], [1, ""]);
  });
});
