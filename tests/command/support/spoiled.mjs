import http from "node:http";

/**
 * Starts a relay that forwards every request to the deployment, and calls `change(answer, { method, path, headers })` before it sends the answer.
 * `change` edits `answer`, which is `{ status, headers, body }` with header names in small letters; a header that it sets to `undefined` is not sent.
 * If `change` returns `false`, or a promise of `false`, the relay sends no answer. `requests` and `cookies` list the requests that the relay got, and
 * the `Set-Cookie` headers of the deployment's answers.
 */
export async function startRelay(deployment, change = () => {}) {
  const requests = [];
  const cookies = [];
  const server = http.createServer(async (request, response) => {
    const { method, url: path, headers } = request;
    const sentBody = Buffer.concat(await request.toArray());
    requests.push({ method, path, headers, body: sentBody.toString() });
    // `change` edits the page as text: the deployment must not compress it.
    const { "accept-encoding": _, ...plain } = headers;
    const forwarded = http.request(deployment.origin + path, {
      method,
      headers: path === "/" ? plain : headers,
      agent: false,
    });
    forwarded.on("error", () => response.destroy());
    forwarded.on("response", async (received) => {
      const { "transfer-encoding": _, "content-length": __, connection: ___, ...kept } = received.headers;
      const answer = {
        status: received.statusCode,
        headers: kept,
        body: Buffer.concat(await received.toArray()),
      };
      if ((await change(answer, { method, path, headers })) === false) return;
      cookies.push(...[answer.headers["set-cookie"] ?? []].flat());
      response.sendDate = false;
      for (const [name, value] of Object.entries(answer.headers))
        if (value !== undefined) response.setHeader(name, value);
      response.statusCode = answer.status;
      response.end(answer.body);
    });
    forwarded.end(sentBody);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    requests,
    cookies,
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
