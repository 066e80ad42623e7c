import http from "node:http";

/**
 * An address before a deployment that changes its answers: `change(answer, { method, path, headers })` is given `{ status, headers, body }`, headers with
 * names in small letters, and changes it in place; what is `undefined` afterwards is not sent. `false` instead, or a promise of it: there is no answer at all.
 * It keeps what it has seen in `requests`, and what it has answered of cookies in `cookies`.
 */
export async function startSpoiled(deployment, change = () => {}) {
  const requests = [];
  const cookies = [];
  const server = http.createServer(async (request, response) => {
    const { method, url: path, headers } = request;
    const sent = Buffer.concat(await request.toArray());
    requests.push({ method, path, headers, body: sent.toString() });
    // The pages are changed as text.
    const { "accept-encoding": _, ...plain } = headers;
    const onward = http.request(deployment.origin + path, {
      method,
      headers: path === "/" ? plain : headers,
      agent: false,
    });
    onward.on("error", () => response.destroy());
    onward.on("response", async (given) => {
      const { "transfer-encoding": _, "content-length": __, connection: ___, ...kept } = given.headers;
      const answer = { status: given.statusCode, headers: kept, body: Buffer.concat(await given.toArray()) };
      if ((await change(answer, { method, path, headers })) === false) return;
      cookies.push(...[answer.headers["set-cookie"] ?? []].flat());
      response.sendDate = false;
      for (const [name, value] of Object.entries(answer.headers))
        if (value !== undefined) response.setHeader(name, value);
      response.statusCode = answer.status;
      response.end(answer.body);
    });
    onward.end(sent);
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
